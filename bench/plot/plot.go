// Package plot draws the figures of package chart into SVG and PNG files. It is
// the only one that links a plotting library, which costs a program's start more
// than a bare Go program takes; so idscope-full alone links it.
package plot

import (
	"bytes"
	"errors"
	"fmt"
	"image/color"
	"io"

	"gonum.org/v1/plot"
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

// compose lays a figure out: title and plot, names of the lines on the right, the
// note below.
func (f *picture) compose(c draw.Canvas) {
	c = draw.Crop(c, 8*pixel, -12*pixel, 8*pixel, -8*pixel)
	c = f.note(c, f.Note)
	p := plot.New()
	p.BackgroundColor = nil // a transparent one is written as a colour that there is not
	p.Title.Text = f.Title
	p.Title.TextStyle = f.style(p.Title.TextStyle, 12)
	p.Title.Padding = 8 * pixel
	f.axes(p)
	if len(f.Bars) > 0 {
		f.addBars(p)
	} else {
		c = f.addLines(p, c)
	}
	p.X.Tick.Marker = apart{p.X.Tick.Marker, &p.X, c.Size().X - beside}
	p.Draw(c)
}
