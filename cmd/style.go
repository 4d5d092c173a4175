package cmd

import (
	"strings"

	"idscope/gen"
)

// styles are the looks of what stdout shows. Colour only repeats what the text
// says; only the 16 colours of every terminal are used, none of which is
// unreadable on a light or a dark ground.
type styles struct {
	plain, bold, dim, warn style
	source                 [gen.Digest + 1]style
}

func newStyles(coloured bool) styles {
	sgr := func(code string) style {
		if !coloured {
			return style{}
		}
		return style{code}
	}
	s := styles{bold: sgr("1"), dim: sgr("2"), warn: sgr("33")}
	s.source = [...]style{
		gen.Const: sgr("33"), gen.Time: sgr("36"), gen.Seq: sgr("32"), gen.Worker: sgr("35"),
		gen.Data: sgr("95"), gen.Rollback: sgr("92"), gen.Digest: sgr("96"),
	}
	return s
}

// style is a colour or a weight of text: the code of an SGR sequence (ECMA-48),
// empty for none. It is by hand because the library for it adds 0.11 ms to the
// start of every call, a tenth of a bare Go program; BenchmarkStartup measures.
type style struct{ code string }

// Render puts the style on a text without newlines.
func (s style) Render(text string) string {
	if s.code == "" || text == "" {
		return text
	}
	return "\x1b[" + s.code + "m" + text + "\x1b[0m"
}

// grid writes rows of ASCII in columns two blanks apart, without frame and
// without blanks at the ends of lines. A > in front of a title aligns its column
// on the right; of chooses the style of a cell, row -1 is the head.
func (s styles) grid(head []string, rows [][]string, of func(row, column int) style) string {
	width, right, titles := make([]int, len(head)), make([]bool, len(head)), make([]string, len(head))
	for i, h := range head {
		titles[i], right[i] = strings.CutPrefix(h, ">")
	}
	all := append([][]string{titles}, rows...)
	for _, row := range all {
		for i, cell := range row {
			width[i] = max(width[i], len(cell))
		}
	}
	var b strings.Builder
	for at, row := range all {
		gap := 0 // blanks to write before the next text
		for i, cell := range row {
			free := width[i] - len(cell)
			if right[i] {
				gap, free = gap+free, 0
			}
			if cell != "" {
				b.WriteString(strings.Repeat(" ", gap))
				b.WriteString(of(at-1, i).Render(cell))
				gap = 0
			}
			gap += free + 2
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func first(i int, word string) string {
	if i == 0 {
		return word
	}
	return ""
}

// visible is the number of columns that a rendered text takes.
func visible(text string) int {
	n, inside := 0, false
	for _, c := range text {
		switch {
		case inside:
			inside = c != 'm'
		case c == '\x1b':
			inside = true
		default:
			n++
		}
	}
	return n
}
