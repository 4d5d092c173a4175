package stats

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"idscope/gen/testing/try"
)

// TestStatistics reads testdata/statistics.txt: the median of samples, its interval and how sure that is, and how
// likely two lists are to differ so by chance, whichever comes first.
func TestStatistics(t *testing.T) {
	try.Lines(t, "testdata/statistics.txt", func(given string) string {
		var lists [2][]float64
		for i, text := range strings.Split(given, "|") {
			for word := range strings.FieldsSeq(text) {
				lists[i] = append(lists[i], try.Of(strconv.ParseFloat(word, 64)).Or(t))
			}
		}
		if !strings.Contains(given, "|") {
			got := Summarize(lists[0])
			return fmt.Sprintf("%v from %v to %v, %.12g, %s", got.Median, got.Low, got.High, got.Level, got.Spread())
		}
		ab, ba := Differ(lists[0], lists[1]), Differ(lists[1], lists[0])
		try.Within(t, ab-ba, -1e-12, 1e-12, "%s: between the two ways", given)
		return fmt.Sprintf("%.12g", ab)
	})
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
