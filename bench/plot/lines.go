package plot

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"idscope/bench/chart"
)

// addLines puts levels, lines and marks into a plot, and returns what of the canvas
// is left for it beside the names of the lines, which stand on the right where
// there is more than one.
func (f *picture) addLines(p *plot.Plot, c draw.Canvas) draw.Canvas {
	p.Add(levels{f})
	names := plot.NewLegend()
	names.TextStyle, names.Left, names.Top = f.text(9), true, true
	names.ThumbnailWidth, names.Padding = 24*pixel, 5*pixel
	for i := range f.Lines {
		l := curve{&f.Lines[i], f.line(i, f.Lines[i].Dashed), f.X.Log, f.Y.Log}
		p.Add(l)
		names.Add(l.Name, l)
	}
	p.Add(marks{f})
	if len(f.Lines) < 2 {
		return c
	}
	wide := names.Rectangle(c).Size().X + 8*pixel
	if wide > c.Size().X/2 {
		return c // names of that length leave no picture
	}
	names.Draw(draw.Crop(c, c.Size().X-wide+8*pixel, 0, 0, -28*pixel))
	return draw.Crop(c, 0, -wide, 0, 0)
}

// curve is a line that breaks where a point cannot be drawn.
type curve struct {
	*chart.Line
	style      draw.LineStyle
	logX, logY bool
}

var (
	_ plot.Plotter     = curve{}
	_ plot.Thumbnailer = curve{}
)

// Plot draws the line.
func (l curve) Plot(c draw.Canvas, p *plot.Plot) {
	atX, atY := p.Transforms(&c)
	var run []vg.Point
	flush := func() {
		if len(run) == 1 { // a point alone would not be seen
			c.DrawGlyph(draw.GlyphStyle{Color: l.style.Color, Radius: 2 * pixel, Shape: draw.CircleGlyph{}}, run[0])
		}
		c.StrokeLines(l.style, c.ClipLinesXY(run)...)
		run = nil
	}
	for i := range min(len(l.X), len(l.Y)) {
		if drawable(l.X[i], l.logX) && drawable(l.Y[i], l.logY) {
			run = append(run, vg.Point{X: atX(l.X[i]), Y: atY(l.Y[i])})
			continue
		}
		flush()
	}
	flush()
}

// Thumbnail draws a part of the line beside its name.
func (l curve) Thumbnail(c *draw.Canvas) {
	y := c.Center().Y
	c.StrokeLine2(l.style, c.Min.X, y, c.Max.X, y)
}

// levels are lines across the picture.
type levels struct{ *picture }

var _ plot.Plotter = levels{}

// Plot draws those that lie in the picture.
func (l levels) Plot(c draw.Canvas, p *plot.Plot) {
	style := stroke(l.faint, pixel)
	style.Dashes = dashes[1]
	_, atY := p.Transforms(&c)
	for _, level := range l.Levels {
		if level.Y >= p.Y.Min && level.Y <= p.Y.Max {
			y := atY(level.Y)
			c.StrokeLine2(style, c.Min.X, y, c.Max.X, y)
		}
	}
}

// marks are points with their names, and the names of the levels: all that finds its place
// when the lines are known.
type marks struct{ *picture }

var _ plot.Plotter = marks{}

// Plot draws those that lie in the picture.
func (m marks) Plot(c draw.Canvas, p *plot.Plot) {
	atX, atY := p.Transforms(&c)
	room := m.clearing(c, p)
	dot := draw.GlyphStyle{Color: m.palette.lines[1], Radius: 4 * pixel, Shape: draw.CircleGlyph{}}
	for _, mark := range m.Marks {
		if marked(mark, p) {
			at := vg.Point{X: atX(mark.X), Y: atY(mark.Y)}
			c.DrawGlyph(dot, at)
			name := m.text(9)
			name.Color = m.palette.lines[1]
			room.put(c, name, mark.Name, around(at, name, mark.Name))
		}
	}
	for _, level := range m.Levels {
		if level.Y >= p.Y.Min && level.Y <= p.Y.Max {
			room.put(c, m.text(8), level.Name, along(c, atY(level.Y), m.text(8), level.Name))
		}
	}
}
