package stats

import (
	"math"
	"testing"
)

func TestSummarize(t *testing.T) {
	upTo22 := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22}
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
		{"17: just 95 %", upTo22[:17], Interval{9, 5, 13, 0.950958251953125}},
		{"22: from the seventh on it would be 94.75 %", upTo22, Interval{11.5, 6, 16, 0.9653103351593018}},
		{"all equal", []float64{2, 2, 2, 2, 2, 2}, Interval{2, 2, 2, 0.96875}},
	}
	for _, test := range tests {
		if got := Summarize(test.samples); got.Median != test.want.Median || got.Low != test.want.Low ||
			got.High != test.want.High || math.Abs(got.Level-test.want.Level) > 1e-12 {
			t.Errorf("%s: Summarize(%v) = %+v; want %+v", test.words, test.samples, got, test.want)
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
		{"equal values, by all 252 ways", []float64{1, 1, 2, 2, 3}, []float64{2, 3, 3, 4, 4}, 2 * 5.0 / 126},
		{"equal values that lie apart", []float64{1, 1, 2, 2, 2}, []float64{2, 3, 3, 3, 4}, 2.0 / 63},
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
