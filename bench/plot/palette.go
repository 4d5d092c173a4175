package plot

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"regexp"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"idscope/bench/chart"
)

// palette is the colours of a picture. What a colour says, a dash pattern or a word
// says too.
type palette struct {
	words color.NRGBA // of all text, and of the axes
	faint color.NRGBA // for what may be missed
	lines [8]color.NRGBA
}

// palettes are those for each ground. On it words have a contrast of 4.5 and more,
// lines and bars of 3; on any ground, light or dark, both have 3. A test calculates it.
var palettes = [...]palette{
	chart.AnyGround: {rgb(0x808080), color.NRGBA{0x80, 0x80, 0x80, 0x60}, [...]color.NRGBA{rgb(0x2f81f7), rgb(0xd96c12),
		rgb(0x2a984b), rgb(0xa366f2), rgb(0xe04f49), rgb(0x1490a0), rgb(0xc852a8), rgb(0x8f8020)}},
	chart.Light: {rgb(0x55606b), rgb(0x8a939c), [...]color.NRGBA{rgb(0x1f6fe0), rgb(0xb0500a),
		rgb(0x1c7a3a), rgb(0x8546e0), rgb(0xc8362f), rgb(0x0c7583), rgb(0xa83a8a), rgb(0x716510)}},
	chart.Dark: {rgb(0x9aa6b2), rgb(0x6b7682), [...]color.NRGBA{rgb(0x5ea6ff), rgb(0xf0914a),
		rgb(0x4cc26f), rgb(0xbd93ff), rgb(0xff7f78), rgb(0x3cc0cf), rgb(0xee84d0), rgb(0xcdb93c)}},
}

var dashes = [...][]vg.Length{nil, {8 * pixel, 4 * pixel}, {2 * pixel, 3 * pixel},
	{10 * pixel, 4 * pixel, 2 * pixel, 4 * pixel}}

func rgb(v uint32) color.NRGBA { return color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff} }

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
	s := draw.LineStyle{Color: c.lines[i%len(c.lines)], Width: 2 * pixel}
	d := i / len(c.lines)
	if dashed {
		d++
	}
	s.Dashes = dashes[d%len(dashes)]
	return s
}

var svgText = regexp.MustCompile(`<text ([^>]*font-size:([0-9.]+)px[^>]*)>([^<]+)</text>`)

// measured gives each text of an SVG the width that it was placed with: of those fonts that
// stand in for the first some are wider, and a label would reach into what is beside it.
func measured(svg []byte) []byte {
	return svgText.ReplaceAllFunc(svg, func(text []byte) []byte {
		part := svgText.FindSubmatch(text)
		size, _ := strconv.ParseFloat(string(part[2]), 64)
		style := (&palette{}).text(font.Length(size))
		return fmt.Appendf(nil, `<text textLength="%.2f" lengthAdjust="spacingAndGlyphs" %s>%s</text>`,
			style.Width(html.UnescapeString(string(part[3]))).Points(), part[1], part[3])
	})
}

// titled adds what a screen reader says, and the fonts to take where the first is
// missing.
func titled(svg []byte, f *chart.Figure) []byte {
	svg = bytes.ReplaceAll(measured(svg), []byte("font-family:Liberation Sans;"),
		[]byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
	at := bytes.Index(svg, []byte("<svg"))
	if at < 0 {
		return svg
	}
	end := at + bytes.IndexByte(svg[at:], '>') + 1
	head := "\n<title>" + html.EscapeString(f.Title) + "</title>\n<desc>" + html.EscapeString(f.Note) + "</desc>"
	return append(append(append([]byte{}, svg[:end]...), head...), svg[end:]...)
}
