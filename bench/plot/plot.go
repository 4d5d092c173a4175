// Package plot draws the figures of package chart into SVG and PNG files. It is
// the only one that links a plotting library, which costs a program's start more
// than a bare Go program takes; so idscope-full alone links it.
package plot

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"io"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"idscope/bench/chart"
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
		return nil, errors.New("the figure is empty; want lines, bars or marks")
	case min(on.Width, on.Height) < Smallest || max(on.Width, on.Height) > Largest:
		return nil, fmt.Errorf("a picture of %d by %d pixels cannot be drawn; want %d to %d each",
			on.Width, on.Height, Smallest, Largest)
	case int(on.Ground) >= len(palettes):
		return nil, fmt.Errorf("there is no ground %d; want any, light or dark", on.Ground)
	}
	w, h := vg.Length(on.Width)*pixel, vg.Length(on.Height)*pixel
	var canvas interface {
		vg.CanvasSizer
		io.WriterTo
	}
	switch on.Format {
	case "svg":
		canvas = vgsvg.NewWith(vgsvg.UseWH(w, h))
	case "png":
		canvas = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(2*96),
			vgimg.UseBackgroundColor(color.Transparent))}
	default:
		return nil, fmt.Errorf("format %q is unknown; want svg or png", on.Format)
	}
	(&picture{&f, &palettes[on.Ground]}).compose(draw.New(canvas))
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return nil, err
	}
	if on.Format == "svg" {
		return titled(b.Bytes(), &f), nil
	}
	return b.Bytes(), nil
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
	p.Title.Text = f.Title
	p.Title.TextStyle = f.style(p.Title.TextStyle, 12)
	p.Title.Padding = 6 * pixel
	x, y := f.X.Label, f.Y.Label
	var beside []label
	if len(f.Bars) > 0 {
		x, y = y, ""
		beside = f.addBars(p)
	} else {
		var legend []named
		legend, beside = f.addLines(p)
		c = f.legend(c, legend)
	}
	wide := vg.Length(0)
	for _, l := range beside {
		wide = max(wide, f.text(8).Width(l.text)+4*pixel)
	}
	const row = 14 // of the names of axes, which the library takes for part of the data
	inner := draw.Crop(c, 0, -wide, row, 0)
	if y != "" {
		p.Title.Padding += row
		if f.Title == "" {
			inner.Max.Y -= row
		}
	}
	if p.X.Scale == (plot.LogScale{}) {
		p.X.Tick.Marker = ticks{true, min(9, max(2, int(inner.Size().X/(36*pixel))-1))}
	}
	p.Draw(inner)
	data := p.DataCanvas(inner)
	style := f.text(10)
	c.FillText(style, vg.Point{X: data.Center().X - style.Width(x)/2, Y: c.Min.Y}, x)
	c.FillText(style, vg.Point{X: c.Min.X, Y: data.Max.Y + 8}, y)
	f.beside(data, p, beside)
}

// label is a word on the right of the plot.
type label struct {
	at   float64 // of the vertical axis
	text string
}

// beside writes labels on the right of the plot, but for those that would lie on another.
func (f *picture) beside(data draw.Canvas, p *plot.Plot, labels []label) {
	style := f.text(8)
	style.YAlign = text.YCenter
	_, atY := p.Transforms(&data)
	slices.SortFunc(labels, func(a, b label) int { return cmp.Compare(a.at, b.at) })
	free := data.Min.Y - 10
	for _, l := range labels {
		if y := atY(l.at); y >= free {
			data.FillText(style, vg.Point{X: data.Max.X + 4*pixel, Y: y}, l.text)
			free = y + 10
		}
	}
}

// named is a line or a mark in the legend.
type named struct {
	name string
	draw func(c *draw.Canvas)
}

// legend writes the names of what is drawn below the plot, in as many rows as they need, where
// there is more than one. It returns what is left.
func (f *picture) legend(c draw.Canvas, list []named) draw.Canvas {
	if len(list) < 2 {
		return c
	}
	const (
		thumb = 24 * pixel
		row   = 14
	)
	style := f.text(9)
	x, y := vg.Length(0), vg.Length(0)
	places := make([]vg.Point, len(list))
	for i, n := range list {
		wide := thumb + 4*pixel + style.Width(n.name)
		if x > 0 && x+wide > c.Size().X {
			x, y = 0, y+row
		}
		places[i] = vg.Point{X: x, Y: y}
		x += wide + 14*pixel
	}
	for i, n := range list {
		from := vg.Point{X: c.Min.X + places[i].X, Y: c.Min.Y + y - places[i].Y}
		c.FillText(style, from.Add(vg.Point{X: thumb + 4*pixel}), n.name)
		n.draw(&draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: from, Max: from.Add(vg.Point{X: thumb, Y: 8})}})
	}
	return draw.Crop(c, 0, 0, y+row+4*pixel, 0)
}

// note writes the note at the lower edge, in as many lines as it needs, and
// returns what is left.
func (f *picture) note(c draw.Canvas) draw.Canvas {
	if f.Note == "" {
		return c
	}
	style := f.text(8)
	style.YAlign = text.YBottom
	lines := []string{""}
	for _, word := range strings.Fields(f.Note) {
		last := &lines[len(lines)-1]
		longer := strings.TrimPrefix(*last+" "+word, " ")
		if *last != "" && style.Width(longer) > c.Size().X {
			lines = append(lines, word)
			continue
		}
		*last = longer
	}
	for i := range lines {
		c.FillText(style, vg.Point{X: c.Min.X, Y: c.Min.Y + vg.Length(len(lines)-1-i)*11}, lines[i])
	}
	return draw.Crop(c, 0, 0, vg.Length(len(lines))*11+6*pixel, 0)
}
