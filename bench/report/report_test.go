package report

import (
	"math"
	"strings"
	"testing"

	"idscope/bench/chart"
	"idscope/bench/throughput"
	"idscope/gen/testing/try"
)

func barred(n int) *chart.Figure {
	f := &chart.Figure{Title: "Speed", X: chart.Axis{Label: "scheme"}, Y: chart.Axis{Label: "ns per id"}}
	for i := range n {
		v := float64(10 * (i + 1))
		f.Bars = append(f.Bars, chart.Bar{Name: string(rune('a' + i)), Value: v, Low: v, High: v})
	}
	return f
}

// TestWords compares what is said of figures, and their tables, with testdata/words.txt: of bars, few and many, with an
// interval; of lines over the same X and over their own, of which the shorter length counts; and of nothing.
func TestWords(t *testing.T) {
	ranged, x := barred(2), []float64{1000, 20000}
	ranged.Bars[1].Low, ranged.Bars[1].High = 19, 22.5
	lines := func(list ...chart.Line) *chart.Figure {
		return &chart.Figure{Title: "Rate", X: chart.Axis{Label: "rows"}, Y: chart.Axis{Label: "rows per second"},
			Lines: list}
	}
	said := ""
	for _, f := range []*chart.Figure{barred(2), barred(12), barred(13), ranged, lines(), lines(chart.Line{Name: "uuidv4",
		X: []float64{1, 2, 3}, Y: []float64{9, 8, 7, 6}}, chart.Line{Name: "none"}),
		lines(chart.Line{Name: "a", X: x, Y: []float64{1, 2}}, chart.Line{Name: "b", X: x, Y: []float64{3, math.NaN()}}),
		lines(chart.Line{Name: "a", X: []float64{1, 2}, Y: []float64{2}}, chart.Line{Name: "b", X: []float64{3},
			Y: []float64{4, 5}})} {
		said += Alt(f) + "\n" + text(Data(f)) + "\n\n"
	}
	try.File(t, "testdata/words.txt", said)
}

// text is a table as lines of cells.
func text(t Table) string {
	out := strings.Join(t.Head, "|")
	for _, r := range t.Rows {
		out += "\n" + strings.Join(r, "|")
	}
	return out
}

func TestEmpty(t *testing.T) {
	for _, c := range []struct {
		words string
		s     Section
		want  bool
	}{
		{"notes alone", Section{Notes: []string{"x"}, More: []Table{{}}}, true},
		{"a table", Section{Tables: []Table{{}}}, false},
		{"a picture", Section{Pictures: []Picture{{}}}, false},
		{"a warning", Section{Warnings: []string{"x"}}, false},
	} {
		try.Equal(t, c.s.Empty(), c.want, "%s: Empty =", c.words)
	}
}

// TestFactsOfNothing: a measurement that ended before its first sample is a report without
// its speed.
func TestFactsOfNothing(t *testing.T) {
	s := &Survey{Speed: &throughput.Report{Partial: true, Subjects: []*throughput.Measured{{}}}}
	try.Equal(t, len(s.facts()), 0, "the facts of no sample are")
}
