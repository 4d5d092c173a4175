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

func TestAlt(t *testing.T) {
	lines := &chart.Figure{Title: "Rate", X: chart.Axis{Label: "rows"}, Y: chart.Axis{Label: "rows per second"},
		Lines: []chart.Line{{Name: "uuidv4", X: []float64{1, 2, 3}, Y: []float64{9, 8, 7, 6}}, {Name: "none"}}}
	for _, c := range []struct {
		words string
		f     *chart.Figure
		want  string
	}{
		{"few bars one by one", barred(2), "Speed. Bars, ns per id: a 10, b 20."},
		{"many bars by their ends", barred(13), "Speed. Bars, ns per id: a 10 is the least, m 130 the most of 13."},
		{"lines by their ends, the shorter length counts", lines,
			"Rate. rows per second against rows: uuidv4 from 9 at 1 to 7 at 3."},
		{"nothing", &chart.Figure{Title: "T", X: chart.Axis{Label: "x"}, Y: chart.Axis{Label: "y"}}, "T. y against x."},
	} {
		try.Equal(t, Alt(c.f), c.want, "%s: Alt =", c.words)
	}
}

// text is a table as lines of cells.
func text(t Table) string {
	out := strings.Join(t.Head, "|")
	for _, r := range t.Rows {
		out += "\n" + strings.Join(r, "|")
	}
	return out
}

func TestData(t *testing.T) {
	ranged := barred(2)
	ranged.Bars[1].Low, ranged.Bars[1].High = 19, 22.5
	x := []float64{1000, 20000}
	same := &chart.Figure{X: chart.Axis{Label: "rows"}, Y: chart.Axis{Label: "rows per second"},
		Lines: []chart.Line{{Name: "a", X: x, Y: []float64{1, 2}}, {Name: "b", X: x, Y: []float64{3, math.NaN()}}}}
	other := &chart.Figure{X: chart.Axis{Label: "x"}, Y: chart.Axis{Label: "y"},
		Lines: []chart.Line{{Name: "a", X: []float64{1, 2}, Y: []float64{2}},
			{Name: "b", X: []float64{3}, Y: []float64{4, 5}}}}
	for _, c := range []struct {
		words string
		f     *chart.Figure
		want  string
	}{
		{"bars alone", barred(2), "scheme|>ns per id\na|10\nb|20"},
		{"bars with an interval", ranged, "scheme|>ns per id|>low|>high\na|10|10|10\nb|20|19|22.5"},
		{"lines over the same X", same, ">rows|>a|>b\n1,000|1|3\n20,000|2|-"},
		{"lines of their own, the shorter length counts", other, ">x|>a|>b\n1|2|-\n3|-|4"},
		{"nothing", &chart.Figure{X: chart.Axis{Label: "x"}, Y: chart.Axis{Label: "y"}}, ">x"},
	} {
		try.Equal(t, text(Data(c.f)), c.want, "%s: Data =", c.words)
	}
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
	s := &Survey{Speed: &throughput.Report{Partial: true, Subjects: []throughput.Measured{{}}}}
	if got := s.facts(); len(got) > 0 {
		t.Errorf("of no sample there are %q; want no fact", got)
	}
}
