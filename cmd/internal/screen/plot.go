package screen

import (
	"math"
	"sort"
	"strings"

	"github.com/guptarohit/asciigraph"

	"idscope/bench/chart"
	"idscope/gen/quantity"
)

// Plot draws the one line of a figure with two logarithmic axes in ASCII, at most width columns wide
// and with a grid of height rows; empty where there is nothing to draw. Points that
// cannot be drawn are left out. Lines end with a newline.
func Plot(f *chart.Figure, width, height int) string {
	var xs, ys []float64
	for _, l := range f.Lines {
		for i := range min(len(l.X), len(l.Y)) {
			if a, b := math.Log10(l.X[i]), math.Log10(l.Y[i]); finite(a) && finite(b) {
				xs, ys = append(xs, a), append(ys, b)
			}
		}
	}
	if len(xs) == 0 || !(xs[0] < xs[len(xs)-1]) {
		return ""
	}
	low, high, columns := xs[0], xs[len(xs)-1], max(width-16, 20)
	figure := func(log float64) string { return quantity.FormatFigure(math.Pow(10, log), 2) }
	plain := strings.NewReplacer("┤", "|", "┼", "+", "└", "+", "─", "-", "┬", "+") // of the axes
	drawn := plain.Replace(asciigraph.Plot(resample(xs, ys, columns), asciigraph.Height(height),
		asciigraph.SeriesChars(asciigraph.CreateCharSet("*")), asciigraph.YAxisValueFormatter(figure),
		asciigraph.XAxisRange(low, high), asciigraph.XAxisTickCount(5), asciigraph.XAxisValueFormatter(figure))) + "\n"
	words := "  " + f.Y.Label + " against " + f.X.Label + "\n"
	for _, m := range f.Marks {
		words += "  X " + m.Name + "\n"
		if at := math.Log10(m.X); finite(at) {
			share := (min(max(at, low), high) - low) / (high - low)
			drawn = marked(drawn, height, int(math.Round(share*float64(columns-1))))
		}
	}
	return words + drawn
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

// resample gives a line a value in each column, between its points.
func resample(x, y []float64, columns int) []float64 {
	out, first, last := make([]float64, columns), x[0], x[len(x)-1]
	for c := range out {
		at := first + (last-first)*float64(c)/float64(columns-1)
		switch i := sort.SearchFloat64s(x, at); {
		case c == columns-1 || i == len(x):
			out[c] = y[len(y)-1]
		case i == 0 || x[i] == x[i-1]:
			out[c] = y[i]
		default:
			out[c] = y[i-1] + (y[i]-y[i-1])*(at-x[i-1])/(x[i]-x[i-1])
		}
	}
	return out
}
