// Package plot draws the figures of package chart into SVG and PNG files. It is
// the only one that links a plotting library, which costs a program's start more
// than a bare Go program takes; so idscope-full alone links it.
package plot

import (
	"bytes"
	"errors"
	"fmt"
	"image/color"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"idscope/bench/chart"
	"idscope/gen/quantity"
)

// Engine draws with gonum/plot. It is safe for concurrent use.
type Engine struct{}

var _ chart.Drawer = Engine{}

// The sizes that are drawn, in pixels: below, the words do not fit; above, the
// memory of a PNG grows past reason.
const (
	Smallest = 200
	Largest  = 10000
)

// pixel is 1/96 of an inch.
const pixel = vg.Inch / 96

// Draw returns the picture as the content of a file; see [chart.Drawer]. Text in an
// SVG is text. A figure without lines, bars and marks is refused, and so is a
// format or a size that there is not. It never panics, whatever the numbers are.
func (Engine) Draw(f chart.Figure, on chart.Canvas) ([]byte, error) {
	switch {
	case f.Empty():
		return nil, errors.New("the figure is empty; use lines, bars or marks")
	case min(on.Width, on.Height) < Smallest || max(on.Width, on.Height) > Largest:
		return nil, fmt.Errorf("a picture of %d by %d pixels cannot be drawn; use %d to %d each",
			on.Width, on.Height, Smallest, Largest)
	case int(on.Ground) >= len(palettes):
		return nil, fmt.Errorf("there is no ground %d; use any, light or dark", on.Ground)
	}
	w, h := vg.Length(on.Width)*pixel, vg.Length(on.Height)*pixel
	var canvas vg.CanvasWriterTo
	switch on.Format {
	case "svg":
		canvas = vgsvg.NewWith(vgsvg.UseWH(w, h))
	case "png":
		canvas = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(2*96),
			vgimg.UseBackgroundColor(color.Transparent))}
	default:
		return nil, fmt.Errorf("format %q is unknown; use svg or png", on.Format)
	}
	(&picture{&f, &palettes[on.Ground]}).compose(draw.New(canvas))
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil || on.Format == "png" {
		return b.Bytes(), err
	}
	return titled(b.Bytes(), &f), nil
}

// picture is a figure in the colours that it is drawn in.
type picture struct {
	*chart.Figure
	*palette
}

// compose lays a figure out. No word lies on a line: the note and the names of lines and marks
// are below the plot, the names of levels and the values of bars on its right.
func (f *picture) compose(c draw.Canvas) {
	c = f.note(draw.Crop(c, 8*pixel, -12*pixel, 8*pixel, -8*pixel))
	p := plot.New()
	p.BackgroundColor = nil // a transparent one is written as a colour that there is not
	p.Title.Text, p.Title.TextStyle, p.Title.Padding = f.Title, f.style(p.Title.TextStyle, 12), 6*pixel
	p.X.Label.Text, p.Y.Label.Text = f.X.Label, f.Y.Label
	if len(f.Bars) > 0 {
		p.X.Label.Text, p.Y.Label.Text = f.Y.Label, ""
		f.addBars(p)
	} else if legend := f.addLines(p); len(legend) > 1 {
		c = f.legend(c, legend)
	}
	if p.X.Scale == (plot.LogScale{}) {
		p.X.Tick.Marker = ticks{true, min(9, max(4, int(c.Size().X/(36*pixel))-2))}
	}
	p.Draw(c)
}

// beside writes a word on the right of the plot, which leaves it the room.
func (f *picture) beside(p *plot.Plot, y float64, word string) {
	style := f.text(8)
	style.YAlign = text.YCenter
	p.Add(&plotter.Labels{XYs: plotter.XYs{{X: p.X.Max, Y: y}}, Labels: []string{word}, TextStyle: []text.Style{style},
		Offset: vg.Point{X: 4 * pixel}})
}

// entry is a name below the plot, with the sign of what it names.
type entry struct {
	name string
	sign plot.Thumbnailer
}

// legend writes entries at the lower edge, in as many rows as they need, and returns what is left.
func (f *picture) legend(c draw.Canvas, list []entry) draw.Canvas {
	const thumb, gap, row = 24 * pixel, 4 * pixel, 13
	style, next := f.text(9), vg.Point{} // which goes down
	places := make([]vg.Point, len(list))
	for i, one := range list {
		wide := thumb + gap + style.Width(one.name)
		if next.X > 0 && next.X+wide > c.Size().X {
			next = vg.Point{Y: next.Y + row}
		}
		places[i] = next
		next.X += wide + 14*pixel
	}
	for i, one := range list {
		at := vg.Point{X: c.Min.X + places[i].X, Y: c.Min.Y + next.Y - places[i].Y + 2}
		box := vg.Rectangle{Min: at, Max: at.Add(vg.Point{X: thumb, Y: 8})}
		one.sign.Thumbnail(&draw.Canvas{Canvas: c.Canvas, Rectangle: box})
		c.FillText(style, at.Add(vg.Point{X: thumb + gap}), one.name)
	}
	return draw.Crop(c, 0, 0, next.Y+row+gap, 0)
}

// note writes the note in lines that are as long as they can be.
func (f *picture) note(c draw.Canvas) draw.Canvas {
	style, lines := f.text(8), ""
	for word := range strings.FieldsSeq(f.Note) {
		longer := strings.TrimPrefix(lines+" "+word, " ")
		if style.Width(longer) > c.Size().X {
			longer = lines + "\n" + word
		}
		lines = longer
	}
	if lines == "" {
		return c
	}
	c.FillText(style, vg.Point{X: c.Min.X, Y: c.Min.Y + 2}, lines)
	return draw.Crop(c, 0, 0, style.Height(lines)+8*pixel, 0)
}

// addLines puts lines, marks and levels into a plot, and returns what the legend names.
func (f *picture) addLines(p *plot.Plot) (legend []entry) {
	for i := range f.Lines {
		l := &f.Lines[i]
		style := f.line(i, l.Dashed)
		for _, run := range f.runs(l) {
			if len(run) == 1 { // a point alone would not be seen
				p.Add(&plotter.Scatter{XYs: run, GlyphStyle: dot(style, 2*pixel)})
			}
			p.Add(&plotter.Line{XYs: run, LineStyle: style})
		}
		legend = append(legend, entry{l.Name, &plotter.Line{LineStyle: style}})
	}
	for _, m := range f.Marks {
		if drawable(m.X, f.X.Log) && drawable(m.Y, f.Y.Log) {
			mark := &plotter.Scatter{XYs: plotter.XYs{{X: m.X, Y: m.Y}}, GlyphStyle: dot(f.line(1, false), 4*pixel)}
			p.Add(mark)
			legend = append(legend, entry{m.Name, mark})
		}
	}
	f.axis(&p.X, f.X.Log)
	style := draw.LineStyle{Color: f.faint, Width: pixel, Dashes: dashes[1]}
	for _, l := range f.Levels {
		if drawable(l.Y, f.Y.Log) {
			p.Add(&plotter.Line{XYs: plotter.XYs{{X: p.X.Min, Y: l.Y}, {X: p.X.Max, Y: l.Y}}, LineStyle: style})
			f.beside(p, l.Y, l.Name)
		}
	}
	f.axis(&p.Y, f.Y.Log)
	return legend
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

// addBars puts bars with their intervals and values into a plot, on their sides, the first on top.
// A value that cannot be drawn leaves its row empty.
func (f *picture) addBars(p *plot.Plot) {
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
	for i, b := range f.Bars {
		if drawable(b.Value, false) {
			f.beside(p, float64(n-1-i), quantity.FormatFigure(b.Value, 3))
		}
	}
}
