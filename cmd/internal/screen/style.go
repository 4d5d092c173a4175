// Package screen turns results into text: the styles, tables, facts and cards that people read, and the
// records (JSON, CSV, TSV, Markdown) that programs read. It is the only package that imports lipgloss.
//
// What it draws is ASCII. A colour only repeats what the text says, so that without
// its escapes coloured output is the plain output, byte for byte. Nothing is ever
// asked of the terminal: a [Pen] is told whether there is colour, and how wide.
package screen

import (
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

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

// Escaped replaces all that is not printable ASCII: what was pasted shall not control
// the terminal.
func Escaped(text string) string {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			q := strconv.QuoteToASCII(text)
			return strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)
		}
	}
	return text
}

// Printable replaces what is not printable of any alphabet: what comes from outside shall
// not control the terminal.
func Printable(text string) string { return string(AppendPrintable(nil, text, "")) }

// AppendPrintable appends a text as Printable has it, and those of its bytes that are kept
// as they are.
func AppendPrintable(dst []byte, text, kept string) []byte {
	for i, c := range text {
		switch {
		case strconv.IsPrint(c) || c < utf8.RuneSelf && strings.IndexByte(kept, byte(c)) >= 0:
			dst = utf8.AppendRune(dst, c)
		case c == '\r' && kept != "" && strings.HasPrefix(text[i:], "\r\n"):
			dst = append(dst, '\r')
		default:
			q := strconv.QuoteRune(c)
			dst = append(dst, q[1:len(q)-1]...)
		}
	}
	return dst
}

// Plural chooses between the words for one and for many.
func Plural[N int | int64 | uint64](n N, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Styled is a text in one style. Its blanks are where a line may break; see [Hard].
type Styled struct {
	Style Style
	Text  string
}

// Of returns a text in the style.
func (s Style) Of(text string) Styled { return Styled{s, text} }

// Hard keeps a text together: no line breaks at its blanks.
func Hard(text string) string { return strings.ReplaceAll(text, " ", string(rune(HardBlank))) }

// HardBlank is a blank at which no line breaks.
const HardBlank byte = 0

// Wrap writes texts from a column on, and breaks them at blanks to keep to the width,
// the further lines indented; without a width it breaks nothing. No word is cut: one
// that is too long for its line begins further left, or is longer than the screen.
// lipgloss cuts words, also at hyphens, and so every UUID.
func (p *Pen) Wrap(column, indent int, texts ...Styled) string {
	var out, run strings.Builder
	style := Plain
	paint := func() { // what has one style is painted together
		out.WriteString(p.Paint(style, strings.ReplaceAll(run.String(), string(rune(HardBlank)), " ")))
		run.Reset()
	}
	write := func(s Style, text string) {
		if s != style {
			paint()
			style = s
		}
		run.WriteString(text)
	}
	for _, w := range wordsOf(texts) {
		if used := w.blanks + w.width; p.width > 0 && column > indent && column+used > p.width {
			paint()
			indent = min(indent, max(4, p.width-w.width))
			column = indent + w.width
			out.WriteString("\n" + strings.Repeat(" ", indent))
		} else {
			write(w.texts[0].Style, strings.Repeat(" ", w.blanks))
			column += used
		}
		for _, s := range w.texts {
			write(s.Style, s.Text)
		}
	}
	paint()
	return out.String()
}

// beside is Wrap for what has a column of its own: with a word that is too long for
// it, the further lines begin at the left.
func (p *Pen) beside(column int, texts []Styled) string {
	indent := column
	for _, w := range wordsOf(texts) {
		if p.width > 0 && column+w.width > p.width {
			indent = min(indent, 4)
		}
	}
	return p.Wrap(column, indent, texts...)
}

// word is what stays together, in one style or several, and the blanks before it.
type word struct {
	blanks, width int
	texts         []Styled
}

func wordsOf(texts []Styled) []word {
	var list []word
	open, blanks := false, 0
	for _, s := range texts {
		for rest := s.Text; rest != ""; {
			text := strings.TrimLeft(rest, " ")
			if skipped := len(rest) - len(text); skipped > 0 {
				open, blanks = false, blanks+skipped
			}
			n := strings.IndexByte(text+" ", ' ')
			text, rest = text[:n], text[n:]
			if text == "" {
				continue
			}
			if !open {
				list, open, blanks = append(list, word{blanks: blanks}), true, 0
			}
			last := &list[len(list)-1]
			last.texts = append(last.texts, Styled{s.Style, text})
			last.width += len(text)
		}
	}
	return list
}
