package plot

import (
	"bytes"
	"html"
	"image/color"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"idscope/bench/chart"
)

// The colours have a contrast of 3 and more to white and to black, so that a
// picture without ground is read on either; a test calculates it. What a colour
// says, a dash pattern or a word says too.
var (
	grey   = color.NRGBA{0x80, 0x80, 0x80, 0xff}
	faint  = color.NRGBA{0x80, 0x80, 0x80, 0x60} // for what may be missed
	colour = [...]color.NRGBA{
		{0x2f, 0x81, 0xf7, 0xff}, {0xd9, 0x6c, 0x12, 0xff}, {0x2a, 0x98, 0x4b, 0xff}, {0xa3, 0x66, 0xf2, 0xff},
		{0xe0, 0x4f, 0x49, 0xff}, {0x14, 0x90, 0xa0, 0xff}, {0xc8, 0x52, 0xa8, 0xff}, {0x8f, 0x80, 0x20, 0xff},
	}
	dashes = [...][]vg.Length{nil, {8 * pixel, 4 * pixel}, {2 * pixel, 3 * pixel}, {10 * pixel, 4 * pixel, 2 * pixel, 4 * pixel}}
)

// words is a style of text.
func words(s text.Style, size font.Length) text.Style {
	s.Color = grey
	s.Font = font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, size)
	return s
}

func newWords(size font.Length) text.Style {
	return words(text.Style{Handler: plot.DefaultTextHandler}, size)
}

func stroke(c color.Color, width vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: c, Width: width}
}

// lineStyle tells lines apart by colour and, from the second round on or where
// wanted, by dashes.
func lineStyle(i int, dashed bool) draw.LineStyle {
	s := stroke(colour[i%len(colour)], 2*pixel)
	d := i / len(colour)
	if dashed {
		d++
	}
	s.Dashes = dashes[d%len(dashes)]
	return s
}

// drawNote writes the note at the lower edge, in as many lines as it needs, and
// returns what is left.
func drawNote(c draw.Canvas, note string) draw.Canvas {
	if note == "" {
		return c
	}
	style := newWords(8)
	style.YAlign = text.YBottom
	lines := wrap(note, style, c.Size().X)
	for i := range lines {
		y := c.Min.Y + vg.Length(len(lines)-1-i)*11
		c.FillText(style, vg.Point{X: c.Min.X, Y: y}, lines[i])
	}
	return draw.Crop(c, 0, 0, vg.Length(len(lines))*11+6*pixel, 0)
}

func wrap(s string, style text.Style, width vg.Length) []string {
	lines := []string{""}
	for _, word := range strings.Fields(s) {
		last := &lines[len(lines)-1]
		switch longer := strings.TrimPrefix(*last+" "+word, " "); {
		case *last == "" || style.Width(longer) <= width:
			*last = longer
		default:
			lines = append(lines, word)
		}
	}
	return lines
}

// titled adds what a screen reader says, and the fonts to take where the first is
// missing.
func titled(svg []byte, f *chart.Figure) []byte {
	svg = bytes.ReplaceAll(svg, []byte("font-family:Liberation Sans;"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
	at := bytes.Index(svg, []byte("<svg"))
	if at < 0 {
		return svg
	}
	end := at + bytes.IndexByte(svg[at:], '>') + 1
	head := "\n<title>" + html.EscapeString(f.Title) + "</title>\n<desc>" + html.EscapeString(f.Note) + "</desc>"
	return append(append(append([]byte{}, svg[:end]...), head...), svg[end:]...)
}
