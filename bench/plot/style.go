package plot

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"math"
	"regexp"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"idscope/bench/chart"
	"idscope/gen/quantity"
)

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
		a.Min, a.Max = math.Pow(10, math.Floor(math.Log10(low))), math.Pow(10, math.Ceil(math.Log10(high)))
		if a.Min == a.Max {
			a.Max *= 10
		}
		return
	}
	if low > 0 && low < high/2 {
		low = 0
	}
	if low == high {
		low, high = low-math.Abs(low)/2-0.5, high+math.Abs(high)/2+0.5
	}
	room := (high - low) / 20
	if a.Max = high + room; low != 0 {
		low -= room
	}
	a.Min = low
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

const svgText = `<text ([^>]*font-size:([0-9.]+)px[^>]*)>([^<]+)</text>`

// titled adds to an SVG what a screen reader says, the fonts to take where the first is missing,
// and to each text the width that it was placed with: of those fonts some are wider, and a label
// would reach into what is beside it.
func titled(svg []byte, f *chart.Figure) []byte {
	texts := regexp.MustCompile(svgText)
	svg = texts.ReplaceAllFunc(svg, func(text []byte) []byte {
		part := texts.FindSubmatch(text)
		size, _ := strconv.ParseFloat(string(part[2]), 64)
		style := (&palette{}).text(font.Length(size))
		return fmt.Appendf(nil, `<text textLength="%.2f" lengthAdjust="spacingAndGlyphs" %s>%s</text>`,
			style.Width(html.UnescapeString(string(part[3]))).Points(), part[1], part[3])
	})
	svg = bytes.ReplaceAll(svg, []byte("font-family:Liberation Sans;"),
		[]byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
	head, body, ok := bytes.Cut(svg, []byte("<g "))
	if !ok {
		return svg
	}
	return fmt.Appendf(nil, "%s<title>%s</title>\n<desc>%s</desc>\n<g %s", head, html.EscapeString(f.Title),
		html.EscapeString(f.Note), body)
}
