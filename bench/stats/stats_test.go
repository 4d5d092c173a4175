package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestSummarize(t *testing.T) {
	tests := []struct {
		words   string
		samples []float64
		want    Interval
	}{
		{"nothing", nil, Interval{}},
		{"one has no interval", []float64{4}, Interval{4, 4, 4, 0}},
		{"five are too few for 95 %", []float64{5, 1, 4, 2, 3}, Interval{3, 1, 5, 0.9375}},
		{"six: the extremes", []float64{6, 5, 1, 4, 2, 3}, Interval{3.5, 1, 6, 0.96875}},
		{"nine: the second and the eighth", []float64{9, 8, 7, 6, 5, 4, 3, 2, 1}, Interval{5, 2, 8, 0.9609375}},
		{"ten: the second and the ninth", []float64{10, 9, 8, 7, 6, 5, 4, 3, 2, 1}, Interval{5.5, 2, 9, 0.978515625}},
		{"all equal", []float64{2, 2, 2, 2, 2, 2}, Interval{2, 2, 2, 0.96875}},
	}
	for _, test := range tests {
		if got := Summarize(test.samples); got.Median != test.want.Median || got.Low != test.want.Low ||
			got.High != test.want.High || math.Abs(got.Level-test.want.Level) > 1e-12 {
			t.Errorf("%s: Summarize(%v) = %+v; want %+v", test.words, test.samples, got, test.want)
		}
	}
}

// The interval holds the true median as often as it says.
func TestIntervalCoverage(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{6, 10, 25} {
		const rounds = 20000
		level, held := 0.0, 0
		for range rounds {
			x := make([]float64, n)
			for i := range x {
				x[i] = random.ExpFloat64()
			}
			v := Summarize(x)
			level = v.Level
			if v.Low <= math.Ln2 && math.Ln2 <= v.High {
				held++
			}
		}
		if got := float64(held) / rounds; level < Confidence || math.Abs(got-level) > 0.006 {
			t.Errorf("of %d samples %.4f of the intervals hold the median; want %.4f, at least %v", n, got, level,
				Confidence)
		}
	}
}

func TestDiffer(t *testing.T) {
	tests := []struct {
		words string
		a, b  []float64
		want  float64
	}{
		{"nothing", nil, []float64{1}, 1},
		{"3 against 3 is never enough", []float64{1, 2, 3}, []float64{4, 5, 6}, 0.1},
		{"4 against 4 is, when all differ", []float64{5, 6, 7, 8}, []float64{1, 2, 3, 4}, 2.0 / 70},
		{"tables: n=m=5, U=2", []float64{1, 2, 3, 4, 7}, []float64{5, 6, 8, 9, 10}, 2 * 4.0 / 252},
		{"tables: n=3, m=4, U=3", []float64{1, 2, 7}, []float64{3, 4, 5, 8}, 2 * 7.0 / 35},
		{"all equal", []float64{1, 1, 1, 1}, []float64{1, 1, 1, 1}, 1},
		{"as mixed as can be", []float64{1, 4, 5, 8}, []float64{2, 3, 6, 7}, 1},
	}
	for _, test := range tests {
		if got := Differ(test.a, test.b); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("%s: Differ = %v; want %v", test.words, got, test.want)
		}
		if ab, ba := Differ(test.a, test.b), Differ(test.b, test.a); math.Abs(ab-ba) > 1e-12 {
			t.Errorf("%s: Differ is %v one way, %v the other", test.words, ab, ba)
		}
	}
}

// Where nothing differs, a difference is claimed in at most 1 of 20 comparisons.
func TestDifferClaimsRarely(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, ties := range []bool{false, true} {
		claims := 0
		const rounds = 4000
		for range rounds {
			a, b := make([]float64, 10), make([]float64, 10)
			for i := range a {
				a[i], b[i] = random.NormFloat64(), random.NormFloat64()
				if ties {
					a[i], b[i] = math.Round(4*a[i]), math.Round(4*b[i])
				}
			}
			if Differ(a, b) < 1-Confidence {
				claims++
			}
		}
		if got := float64(claims) / rounds; got > 0.062 || got < 0.02 {
			t.Errorf("ties %v: a difference in %.3f of the comparisons of equals; want about 0.05", ties, got)
		}
	}
}

func FuzzStatistics(f *testing.F) {
	f.Add([]byte{1, 2, 3}, []byte{4, 5, 6, 7})
	f.Fuzz(func(t *testing.T, a, b []byte) {
		if len(a) > 120 || len(b) > 120 {
			return
		}
		x, y := make([]float64, len(a)), make([]float64, len(b))
		for i, v := range a {
			x[i] = float64(v)
		}
		for i, v := range b {
			y[i] = float64(v)
		}
		if p := Differ(x, y); !(p >= 0 && p <= 1) {
			t.Errorf("Differ(%v, %v) = %v; want 0 to 1", x, y, p)
		}
		if v := Summarize(x); v.Low > v.Median || v.Median > v.High || v.Level < 0 || v.Level > 1 {
			t.Errorf("Summarize(%v) = %+v", x, v)
		}
	})
}
