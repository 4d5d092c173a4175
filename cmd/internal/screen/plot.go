package screen

import (
	"math"
	"sort"
	"strings"

	"github.com/guptarohit/asciigraph"

	"idscope/bench/chart"
	"idscope/gen/quantity"
)

// symbols draw the lines of a plot, in order.
var symbols = [...]string{"*", "o", "+", "x", "#", "@"}

// plainAxes replaces what the library draws axes with.
func plainAxes(text string) string {
	return strings.NewReplacer("┤", "|", "┼", "+", "└", "+", "─", "-", "┬", "+").Replace(text)
}

// Plot draws the lines of a figure in ASCII, at most width columns wide
// and with a grid of height rows; empty where there is nothing to draw. Points that
// cannot be drawn leave a gap. Lines end with a newline.
func Plot(f *chart.Figure, width, height int) string {
	x, y := scaleOf(f.X.Log), scaleOf(f.Y.Log)
	low, high := math.Inf(1), math.Inf(-1)
	least, most := low, high
	var lines [][2][]float64
	for _, l := range f.Lines {
		var xs, ys []float64
		for i := range min(len(l.X), len(l.Y)) {
			if a, b := x.to(l.X[i]), y.to(l.Y[i]); finite(a) && finite(b) {
				xs, ys = append(xs, a), append(ys, b)
				low, high = min(low, a), max(high, a)
				least, most = min(least, b), max(most, b)
			}
		}
		lines = append(lines, [2][]float64{xs, ys})
	}
	if !(low < high) {
		return ""
	}
	columns := max(width-16, 20)
	series := make([][]float64, 0, len(lines))
	var sets []asciigraph.CharSet
	for i, l := range lines {
		if len(l[0]) == 0 {
			continue
		}
		series = append(series, resample(l[0], l[1], low, high, columns))
		sets = append(sets, asciigraph.CreateCharSet(symbols[i%len(symbols)]))
	}
	options := []asciigraph.Option{
		asciigraph.Height(height), asciigraph.SeriesChars(sets...),
		asciigraph.YAxisValueFormatter(y.label),
		asciigraph.XAxisRange(low, high), asciigraph.XAxisTickCount(5), asciigraph.XAxisValueFormatter(x.label),
	}
	if !f.Y.Log && least > 0 && least < most/2 { // from 0 on, unless all is far above
		options = append(options, asciigraph.LowerBound(0))
	}
	drawn := plainAxes(asciigraph.PlotMany(series, options...)) + "\n"
	for _, m := range f.Marks {
		if at := x.to(m.X); finite(at) {
			share := (min(max(at, low), high) - low) / (high - low)
			drawn = marked(drawn, height, int(math.Round(share*float64(columns-1))))
		}
	}
	return plotWords(f) + drawn
}

// marked draws a dotted line up through a column of a drawing, with an X on the curve.
func marked(drawn string, height, column int) string {
	rows := strings.Split(drawn, "\n")
	column += strings.IndexAny(rows[0], "|+") + 1
	for i := range rows[:min(height+1, len(rows))] {
		row := []byte(rows[i] + strings.Repeat(" ", max(0, column+1-len(rows[i]))))
		switch {
		case row[column] != ' ':
			row[column] = 'X'
		case i%2 == 0:
			row[column] = ':'
		}
		rows[i] = strings.TrimRight(string(row), " ")
	}
	return strings.Join(rows, "\n")
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// plotWords says what the axes are and, of several lines, which is which.
func plotWords(f *chart.Figure) string {
	text := "  " + f.Y.Label + " against " + f.X.Label + "\n"
	for _, m := range f.Marks {
		text += "  X " + m.Name + "\n"
	}
	if len(f.Lines) < 2 {
		return text
	}
	for i, l := range f.Lines {
		text += "  " + symbols[i%len(symbols)] + " " + l.Name + "\n"
	}
	return text
}

// scale is one of the two scales of an axis.
type scale struct {
	to    func(float64) float64
	label func(float64) string
}

func scaleOf(log bool) scale {
	if !log {
		return scale{func(v float64) float64 { return v }, func(v float64) string {
			return quantity.FormatFigure(v,
				2)
		}}
	}
	return scale{math.Log10, func(v float64) string { return quantity.FormatFigure(math.Pow(10, v), 2) }}
}

// resample gives a line a value in each column, between its points; NaN outside.
func resample(x, y []float64, low, high float64, columns int) []float64 {
	out := make([]float64, columns)
	for c := range out {
		at := low + (high-low)*float64(c)/float64(columns-1)
		i := sort.SearchFloat64s(x, at)
		switch {
		case c == columns-1 && x[len(x)-1] >= high:
			out[c] = y[len(y)-1]
		case i == len(x) || i == 0 && x[0] > at:
			out[c] = math.NaN()
		case i == 0 || x[i] == x[i-1]:
			out[c] = y[i]
		default:
			out[c] = y[i-1] + (y[i]-y[i-1])*(at-x[i-1])/(x[i]-x[i-1])
		}
	}
	return out
}
