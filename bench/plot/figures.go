package plot

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"idscope/bench/chart"
	"idscope/gen/quantity"
)

// addLines puts lines, marks and levels into a plot, and returns what the legend names, and the
// names of the levels.
func (f *picture) addLines(p *plot.Plot) (list []named, names []label) {
	for i := range f.Lines {
		l := &f.Lines[i]
		style := f.line(i, l.Dashed)
		for _, run := range f.runs(l) {
			if len(run) == 1 { // a point alone would not be seen
				p.Add(&plotter.Scatter{XYs: run, GlyphStyle: dot(style, 2*pixel)})
			}
			p.Add(&plotter.Line{XYs: run, LineStyle: style})
		}
		list = append(list, named{l.Name, (&plotter.Line{LineStyle: style}).Thumbnail})
	}
	for _, m := range f.Marks {
		if drawable(m.X, f.X.Log) && drawable(m.Y, f.Y.Log) {
			glyph := dot(f.line(1, false), 4*pixel)
			p.Add(&plotter.Scatter{XYs: plotter.XYs{{X: m.X, Y: m.Y}}, GlyphStyle: glyph})
			list = append(list, named{m.Name, (&plotter.Scatter{GlyphStyle: glyph}).Thumbnail})
		}
	}
	f.axis(&p.X, f.X.Log)
	style := draw.LineStyle{Color: f.faint, Width: pixel, Dashes: dashes[1]}
	for _, l := range f.Levels {
		if drawable(l.Y, f.Y.Log) {
			p.Add(&plotter.Line{XYs: plotter.XYs{{X: p.X.Min, Y: l.Y}, {X: p.X.Max, Y: l.Y}}, LineStyle: style})
			names = append(names, label{l.Y, l.Name})
		}
	}
	f.axis(&p.Y, f.Y.Log)
	return list, names
}

func dot(s draw.LineStyle, radius vg.Length) draw.GlyphStyle {
	return draw.GlyphStyle{Color: s.Color, Radius: radius, Shape: draw.CircleGlyph{}}
}

// runs are the parts of a line between points that cannot be drawn.
func (f *picture) runs(l *chart.Line) (all []plotter.XYs) {
	on := false
	for i := range min(len(l.X), len(l.Y)) {
		if !drawable(l.X[i], f.X.Log) || !drawable(l.Y[i], f.Y.Log) {
			on = false
			continue
		}
		if !on {
			all = append(all, nil)
		}
		last := &all[len(all)-1]
		*last, on = append(*last, plotter.XY{X: l.X[i], Y: l.Y[i]}), true
	}
	return all
}

// addBars puts bars with their intervals into a plot, on their sides, the first on top, and
// returns their values as labels. A value that cannot be drawn leaves its row empty.
func (f *picture) addBars(p *plot.Plot) (values []label) {
	n := len(f.Bars)
	lengths, names := make(plotter.Values, n), make([]string, n)
	spans := plotter.XErrorBars{CapWidth: 6 * pixel, LineStyle: draw.LineStyle{Color: f.lines[1], Width: 2 * pixel}}
	for i, b := range f.Bars {
		row := n - 1 - i
		names[row] = b.Name
		if !drawable(b.Value, false) {
			continue
		}
		lengths[row] = b.Value
		values = append(values, label{float64(row), quantity.FormatFigure(b.Value, 3)})
		if drawable(b.Low, false) && drawable(b.High, false) && b.Low < b.High {
			spans.XYs = append(spans.XYs, plotter.XY{X: b.Value, Y: float64(row)})
			spans.XErrors = append(spans.XErrors, struct{ Low, High float64 }{b.Value - b.Low, b.High - b.Value})
		}
	}
	p.Add(&plotter.BarChart{Values: lengths, Width: 12 * pixel, Color: f.lines[0], Horizontal: true})
	if len(spans.XYs) > 0 {
		p.Add(&spans)
	}
	f.axis(&p.X, false)
	f.axis(&p.Y, false)
	p.NominalY(names...)
	p.Y.Min, p.Y.Max = -0.6, float64(n)-0.4
	return values
}
