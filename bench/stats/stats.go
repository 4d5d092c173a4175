// Package stats sums samples up and compares them, without an assumption of how they
// are distributed. It is a thin layer over the statistics of benchstat.
package stats

import (
	"fmt"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
)

// Confidence is that of every interval and of every difference.
const Confidence = 0.95

// Interval is the median of samples with an interval that holds the true median
// with at least the Confidence, whatever the distribution (order statistics). Level
// is the confidence it really has. Fewer than 6 samples have no such interval: then
// it is all of them, and Level below Confidence.
type Interval struct {
	Median float64 `json:"median"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	Level  float64 `json:"level"`
}

// Summarize returns the interval of samples; the zero Interval for none.
func Summarize(samples []float64) Interval {
	n := len(samples)
	if n == 0 {
		return Interval{}
	}
	x := sample(samples)
	sum := benchmath.AssumeNothing.Summary(x, Confidence)
	if math.IsInf(sum.Lo, 0) || math.IsInf(sum.Hi, 0) {
		return Interval{sum.Center, x.Values[0], x.Values[n-1], 1 - math.Exp2(float64(1-n))}
	}
	return Interval{sum.Center, sum.Lo, sum.Hi, sum.Confidence}
}

// Share is the wider side of the interval as a share of the median; ok is false where the samples
// were too few for one.
func (v Interval) Share() (share float64, ok bool) {
	return max(v.High-v.Median, v.Median-v.Low) / v.Median, v.Level >= Confidence && v.Median > 0
}

// Spread is the share in percent; - where there is none.
func (v Interval) Spread() string {
	if share, ok := v.Share(); ok {
		return fmt.Sprintf("%.0f%%", 100*share)
	}
	return "-"
}

// Differ is the p-value of the Mann-Whitney U test of two sets of samples, over both
// sides: exact for up to 50 samples on each side, or 25 where values are equal. It is
// 1 where a side is empty or all values are equal. A difference is one where the
// result is below 1 - Confidence; with 3 samples on each side it never is.
func Differ(a, b []float64) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 1
	}
	// The library doubles the smaller side, and with equal values both can be over a half.
	return min(1, benchmath.AssumeNothing.Compare(sample(a), sample(b)).P)
}

// Noise reports whether a result of [Differ] may be chance.
func Noise(p float64) bool { return p >= 1-Confidence }

func sample(values []float64) *benchmath.Sample {
	return benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)
}
