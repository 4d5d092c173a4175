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
func (Engine) Draw(f chart.Figure, format string, width, height int) ([]byte, error) {
	switch {
	case f.Empty():
		return nil, errors.New("the figure is empty; want lines, bars or marks")
	case width < Smallest || height < Smallest || width > Largest || height > Largest:
		return nil, fmt.Errorf("a picture of %d by %d pixels can not be drawn; want %d to %d each", width, height, Smallest, Largest)
	}
	w, h := vg.Length(width)*pixel, vg.Length(height)*pixel
	var canvas interface {
		vg.CanvasSizer
		io.WriterTo
	}
	switch format {
	case "svg":
		canvas = vgsvg.NewWith(vgsvg.UseWH(w, h))
	case "png":
		canvas = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(2*96), vgimg.UseBackgroundColor(color.Transparent))}
	default:
		return nil, fmt.Errorf("format %q is unknown; want svg or png", format)
	}
	compose(&f, draw.New(canvas))
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return nil, err
	}
	if format == "svg" {
		return titled(b.Bytes(), &f), nil
	}
	return b.Bytes(), nil
}

// compose lays a figure out: title and plot, names of the lines on the right, the
// note below.
func compose(f *chart.Figure, c draw.Canvas) {
	c = draw.Crop(c, 8*pixel, -12*pixel, 8*pixel, -8*pixel)
	c = drawNote(c, f.Note)
	p := plot.New()
	p.BackgroundColor = nil // a transparent one is written as a colour that there is not
	p.Title.Text = f.Title
	p.Title.TextStyle = words(p.Title.TextStyle, 12)
	p.Title.Padding = 8 * pixel
	axes(p, f)
	switch {
	case len(f.Bars) > 0:
		addBars(p, f)
	default:
		c = addLines(p, f, c)
	}
	p.Draw(c)
}
