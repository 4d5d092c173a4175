// Package plot draws the figures of package chart into SVG and PNG files. It is
// the only one that links a plotting library, which costs a program's start more
// than a bare Go program takes; so idscope-full alone links it.
package plot

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"math"
	"regexp"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"idscope/bench/chart"
	"idscope/gen/quantity"
)

// pixel is 1/96 of an inch.
const pixel = vg.Inch / 96

// Draw returns the picture as the content of a file; see [chart.Draw]. Text in an
// SVG is text. A format that there is not is refused. It never panics, whatever the numbers are.
func Draw(f chart.Figure, on chart.Canvas) ([]byte, error) {
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
	var run plotter.XYs
	for i := range min(len(l.X), len(l.Y)) {
		if drawable(l.X[i], f.X.Log) && drawable(l.Y[i], f.Y.Log) {
			run = append(run, plotter.XY{X: l.X[i], Y: l.Y[i]})
		} else {
			all, run = append(all, run), nil
		}
	}
	return append(all, run)
}

// addBars puts bars with their intervals and values into a plot, on their sides, the first on top.
// A value that cannot be drawn leaves its row empty.
func (f *picture) addBars(p *plot.Plot) {
	n := len(f.Bars)
	lengths, names := make(plotter.Values, n), make([]string, n)
	spans := plotter.XErrorBars{CapWidth: 6 * pixel, LineStyle: draw.LineStyle{Color: f.lines[1], Width: 2 * pixel}}
	for i, b := range f.Bars {
		row := n - 1 - i // from the bottom
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
	p.Add(&spans)
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

// palette is the colours of a picture. What a colour says, a dash pattern or a word
// says too.
type palette struct {
	words ink // of all text, and of the axes
	faint ink // for what may be missed
	lines [8]ink
}

// palettes are those for each ground. On it words have a contrast of 4.5 and more,
// lines and bars of 3; on any ground, light or dark, both have 3. A test calculates it.
var palettes = [...]palette{
	chart.AnyGround: {0x808080ff, 0x80808060, [...]ink{0x2f81f7ff, 0xd96c12ff,
		0x2a984bff, 0xa366f2ff, 0xe04f49ff, 0x1490a0ff, 0xc852a8ff, 0x8f8020ff}},
	chart.Light: {0x55606bff, 0x8a939cff, [...]ink{0x1f6fe0ff, 0xb0500aff,
		0x1c7a3aff, 0x8546e0ff, 0xc8362fff, 0x0c7583ff, 0xa83a8aff, 0x716510ff}},
	chart.Dark: {0x9aa6b2ff, 0x6b7682ff, [...]ink{0x5ea6ffff, 0xf0914aff,
		0x4cc26fff, 0xbd93ffff, 0xff7f78ff, 0x3cc0cfff, 0xee84d0ff, 0xcdb93cff}},
}

var dashes = [...][]vg.Length{nil, {8 * pixel, 4 * pixel}, {2 * pixel, 3 * pixel},
	{10 * pixel, 4 * pixel, 2 * pixel, 4 * pixel}}

// ink is a colour: eight bits each of red, green, blue and opacity.
type ink uint32

// RGBA makes it a [color.Color].
func (i ink) RGBA() (r, g, b, a uint32) {
	return color.NRGBA{uint8(i >> 24), uint8(i >> 16), uint8(i >> 8), uint8(i)}.RGBA()
}

// style changes a style of text to a size and the colour of words.
func (c *palette) style(s text.Style, size font.Length) text.Style {
	s.Color = c.words
	s.Font = font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, size)
	return s
}

func (c *palette) text(size font.Length) text.Style {
	return c.style(text.Style{Handler: plot.DefaultTextHandler}, size)
}

// line is the style of a line: they are told apart by colour and, from the second round on or where
// wanted, by dashes.
func (c *palette) line(i int, dashed bool) draw.LineStyle {
	d := i / len(c.lines)
	if dashed {
		d++
	}
	return draw.LineStyle{Color: c.lines[i%len(c.lines)], Width: 2 * pixel, Dashes: dashes[d%len(dashes)]}
}

func dot(s draw.LineStyle, radius vg.Length) draw.GlyphStyle {
	return draw.GlyphStyle{Color: s.Color, Radius: radius, Shape: draw.CircleGlyph{}}
}

// most is the largest value that is drawn: beyond it differences overflow.
const most = 1e300

func drawable(v float64, log bool) bool {
	return !math.IsNaN(v) && math.Abs(v) <= most && (!log || v >= 1/most)
}

// axis gives an axis its style, and a range around what was added: whole decades of a
// logarithmic one; else from 0 on, unless all is far above.
func (c *palette) axis(a *plot.Axis, log bool) {
	a.Label.TextStyle, a.Tick.Label = c.style(a.Label.TextStyle, 10), c.style(a.Tick.Label, 9)
	a.Color, a.Width, a.Tick.Color, a.Tick.Width = c.words, pixel, c.words, pixel
	a.Tick.Marker = ticks{log, 9}
	low, high := a.Min, a.Max
	if low > high { // nothing to draw
		low, high = 1, 10
	}
	if log {
		a.Scale = plot.LogScale{}
		a.Min = math.Pow(10, math.Floor(math.Log10(low)))
		a.Max = max(math.Pow(10, math.Ceil(math.Log10(high))), 10*a.Min) // a decade at least
		return
	}
	if low > 0 && low < high/2 {
		low = 0
	} else if low == high {
		low, high = low-math.Abs(low)/2-0.5, high+math.Abs(high)/2+0.5
	}
	room := (high - low) / 20
	if a.Min, a.Max = low-room, high+room; low == 0 {
		a.Min = 0
	}
}

// ticks are the marks of an axis, at powers of ten of a logarithmic one, else at round numbers.
type ticks struct {
	log  bool
	most int // labels that have room, about
}

var _ plot.Ticker = ticks{}

// Ticks returns the marks of an axis from low to high.
func (t ticks) Ticks(low, high float64) (list []plot.Tick) {
	var library plot.Ticker = plot.DefaultTicks{}
	if t.log {
		library = plot.LogTicks{}
	}
	decades := math.Log10(high / low)
	every := math.Ceil((decades + 0.5) / float64(t.most))
	for _, one := range library.Ticks(low, high) {
		if t.log && (one.Value > 1.001*high || one.Label == "" && decades > 4.5) { // the library's are not exact
			continue
		}
		if t.log && math.Mod(math.Round(math.Log10(one.Value)), every) != 0 {
			one.Label = ""
		} else if one.Label != "" {
			one.Label = quantity.FormatFigure(one.Value, 3)
		}
		one.Value = min(one.Value, high)
		list = append(list, one)
	}
	return list
}

// titled adds to an SVG what a screen reader says, the fonts to take where the first is missing,
// and to each text the width that it was placed with: of those fonts some are wider, and a label
// would reach into what is beside it.
func titled(svg []byte, f *chart.Figure) []byte {
	texts := regexp.MustCompile(`<text ([^>]*font-size:([0-9.]+)px[^>]*)>([^<]+)</text>`)
	svg = texts.ReplaceAllFunc(svg, func(text []byte) []byte {
		part := texts.FindSubmatch(text)
		size, _ := strconv.ParseFloat(string(part[2]), 64)
		style := (&palette{}).text(font.Length(size))
		return fmt.Appendf(nil, `<text textLength="%.2f" lengthAdjust="spacingAndGlyphs" %s>%s</text>`,
			style.Width(html.UnescapeString(string(part[3]))).Points(), part[1], part[3])
	})
	svg = bytes.ReplaceAll(svg, []byte("font-family:Liberation Sans;"),
		[]byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
	return bytes.Replace(svg, []byte("<g "), fmt.Appendf(nil, "<title>%s</title>\n<desc>%s</desc>\n<g ",
		html.EscapeString(f.Title), html.EscapeString(f.Note)), 1)
}
