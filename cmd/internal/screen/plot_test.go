package screen

import (
	"strings"
	"testing"

	"idscope/bench/chart"
)

// TestPlot: ASCII of the width that is given, without the points that cannot be drawn.
func TestPlot(t *testing.T) {
	f := &chart.Figure{X: chart.Axis{Label: "rows", Log: true}, Y: chart.Axis{Label: "rate", Log: true},
		Lines: []chart.Line{{X: []float64{0, 1, 10, 100}, Y: []float64{1, 1, 5, 9}}},
		Marks: []chart.Mark{{Name: "here", X: 10}}}
	for _, width := range []int{40, 60, 80} {
		got := Plot(f, width, 8)
		for line := range strings.Lines(got) {
			if len(line)-1 > width || strings.IndexFunc(line, func(c rune) bool {
				return c != '\n' && (c < ' ' || c > '~')
			}) >= 0 {
				t.Errorf("width %d: line %q; want ASCII of that width", width, line)
			}
		}
		if !strings.Contains(got, "rate against rows\n  X here\n") || strings.Count(got, "X") != 2 ||
			!strings.Contains(got, "***") {
			t.Errorf("width %d:\n%s\nwant the line, and the mark on it", width, got)
		}
	}
	if got := Plot(&chart.Figure{}, 80, 8); got != "" {
		t.Errorf("nothing drawn is %q; want nothing", got)
	}
}
