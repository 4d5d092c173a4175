// Package screen turns results into text: the styles, tables, facts and cards that people read, and the
// records (JSON, CSV, TSV, Markdown) that programs read. It is the only package that imports lipgloss.
//
// What it draws is ASCII. A colour only repeats what the text says, so that without
// its escapes coloured output is the plain output, byte for byte. Nothing is ever
// asked of the terminal: a [Pen] is told whether there is colour, and how wide.
package screen

import (
	"io"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// Style is a weight or a colour of text: one of the 16 that every terminal has, none
// of which is unreadable on a light or a dark background.
type Style uint8

const (
	Plain Style = iota
	Bold
	Dim
	Red
	Green
	Yellow
	Magenta
	Cyan
	BrightGreen
	BrightMagenta
	BrightCyan
	styles // how many there are
)

// Warn is the style of what a person has to look at.
const Warn = Yellow

// colours are the ANSI numbers of the styles that are colours.
var colours = [styles]lipgloss.Color{
	Red: "1", Green: "2", Yellow: "3", Magenta: "5", Cyan: "6", BrightGreen: "10",
	BrightMagenta: "13", BrightCyan: "14",
}

// Pen draws for one stream. It does not change, so that goroutines may share it.
type Pen struct {
	width    int
	stylings *[styles]styling
}

// styling is a style as lipgloss applies it, and what it writes around a text: rendering
// each of many thousand texts would take a microsecond apiece.
type styling struct {
	style       lipgloss.Style
	open, close string
}

// New returns a pen with or without colour, for a screen of that many columns; with
// width 0 nothing is wrapped.
func New(coloured bool, width int) *Pen {
	r := lipgloss.NewRenderer(io.Discard, termenv.WithProfile(termenv.Ascii))
	r.SetHasDarkBackground(true) // else a style might ask the terminal for it
	if coloured {
		r.SetColorProfile(termenv.ANSI)
	}
	p := &Pen{width, new([styles]styling)}
	for i := range p.stylings {
		s := &p.stylings[i]
		switch s.style = r.NewStyle(); {
		case !coloured, Style(i) == Plain:
			continue
		case Style(i) == Bold:
			s.style = s.style.Bold(true)
		case Style(i) == Dim:
			s.style = s.style.Faint(true)
		default:
			s.style = s.style.Foreground(colours[i])
		}
		s.open, s.close, _ = strings.Cut(s.style.Render("|"), "|")
	}
	return p
}

// Width is the number of columns of the screen; 0 means that nothing is wrapped.
func (p *Pen) Width() int { return p.width }

// AtMost returns a pen in the same colours for a width that the screen may be below.
func (p *Pen) AtMost(width int) *Pen {
	if p.width > 0 {
		width = min(width, p.width)
	}
	return &Pen{width, p.stylings}
}

// Paint returns a text without newlines in a style.
func (p *Pen) Paint(s Style, text string) string {
	if text == "" || p.stylings[s].open == "" {
		return text
	}
	return p.stylings[s].open + text + p.stylings[s].close
}

// Append appends a text in a style; Open and Close enclose what is appended in parts.
func (p *Pen) Append(dst []byte, s Style, text string) []byte {
	if text == "" {
		return dst
	}
	return p.Close(append(p.Open(dst, s), text...), s)
}

// Open begins a style.
func (p *Pen) Open(dst []byte, s Style) []byte { return append(dst, p.stylings[s].open...) }

// Close ends a style.
func (p *Pen) Close(dst []byte, s Style) []byte { return append(dst, p.stylings[s].close...) }

// Pad appends the blanks that fill a column up behind used columns, and the two that
// part it from the next.
func Pad(dst []byte, used, width int) []byte {
	const blanks = "                                        "
	n := max(0, width-used) + gap
	for ; n > len(blanks); n -= len(blanks) {
		dst = append(dst, blanks...)
	}
	return append(dst, blanks[:n]...)
}
