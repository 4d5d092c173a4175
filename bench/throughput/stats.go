package throughput

import (
	"math"
	"slices"
)

// Confidence is that of every interval and of every difference.
const Confidence = 0.95

// Interval is the median of samples with an interval that holds the true median
// with at least the Confidence, whatever the distribution: it runs between two of
// the sorted samples, chosen by the binomial distribution of how many fall below
// the median (order statistics). Level is the confidence it really has. Fewer
// than 6 samples have no such interval: then it is all of them, and Level below
// Confidence.
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
	x := slices.Clone(samples)
	slices.Sort(x)
	v := Interval{Median: x[n/2]}
	if n%2 == 0 {
		v.Median = x[n/2-1]/2 + x[n/2]/2
	}
	// Drop as many samples on each side as the confidence allows.
	drop, level := 0, 1-2*tail(n, 0)
	for drop+1 < (n+1)/2 {
		next := 1 - 2*tail(n, drop+1)
		if next < Confidence {
			break
		}
		drop, level = drop+1, next
	}
	v.Low, v.High, v.Level = x[drop], x[n-1-drop], max(0, level)
	return v
}

// tail is the chance that at most k of n samples fall below the median.
func tail(n, k int) float64 {
	term := math.Exp2(float64(-n))
	sum := term
	for i := 1; i <= k; i++ {
		term *= float64(n-i+1) / float64(i)
		sum += term
	}
	return sum
}

// Differ is the Mann-Whitney U test of two sets of samples: the chance, over both
// sides, of an order as uneven as theirs where nothing differs. Without ties and
// with up to 50 samples on each side it is exact, else the normal approximation
// with its correction for ties. It is 1 where a side is empty. A difference is one
// where the result is below 1 - Confidence; with 3 samples on each side it never is.
func Differ(a, b []float64) float64 {
	n, m := len(a), len(b)
	if n == 0 || m == 0 {
		return 1
	}
	u, ties := 0.0, false // u counts the pairs in which a is the larger one
	for _, x := range a {
		for _, y := range b {
			switch {
			case x > y:
				u++
			case x == y:
				u += 0.5
			}
		}
	}
	sorted := append(slices.Clone(a), b...)
	slices.Sort(sorted)
	for i := 1; i < len(sorted); i++ {
		ties = ties || sorted[i] == sorted[i-1]
	}
	u = min(u, float64(n*m)-u)
	if !ties && n <= 50 && m <= 50 {
		return min(1, 2*exactU(n, m, int(u)))
	}
	return normalU(u, n, m, sorted)
}

// exactU is the chance of at most u, from the number of orders with each u:
// those of n and m samples end with one of the first kind, which then exceeds m
// others, or of the second.
func exactU(n, m, u int) float64 {
	// p[j][k] is the chance of k with i and j samples, built up row by row.
	p := make([][]float64, m+1)
	for j := range p {
		p[j] = []float64{1}
	}
	for i := 1; i <= n; i++ {
		for j := 1; j <= m; j++ {
			next := make([]float64, i*j+1)
			for k := range next {
				if k-j >= 0 && k-j < len(p[j]) { // p[j] is still that of i-1
					next[k] += p[j][k-j] * float64(i) / float64(i+j)
				}
				if k < len(p[j-1]) { // already of i
					next[k] += p[j-1][k] * float64(j) / float64(i+j)
				}
			}
			p[j] = next
		}
	}
	sum := 0.0
	for k := 0; k <= u; k++ {
		sum += p[m][k]
	}
	return sum
}

func normalU(u float64, n, m int, sorted []float64) float64 {
	all := float64(n + m)
	ties := 0.0
	for i := 0; i < len(sorted); {
		j := i
		for j < len(sorted) && sorted[j] == sorted[i] {
			j++
		}
		t := float64(j - i)
		ties += t*t*t - t
		i = j
	}
	nm := float64(n) * float64(m)
	sigma := math.Sqrt(nm / 12 * ((all + 1) - ties/(all*(all-1))))
	if sigma == 0 {
		return 1
	}
	z := (nm/2 - u - 0.5) / sigma
	return min(1, math.Erfc(max(0, z)/math.Sqrt2))
}
