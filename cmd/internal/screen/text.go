package screen

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

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
