package cmd

import (
	"fmt"
	"strconv"
	"strings"

	"idscope/inspect"
)

// pieces shows an id that is a pattern of text: the text with the letters of its
// parts below it, and the parts with their places.
func (c *card) pieces(list []inspect.Piece) {
	perRow := 64
	if c.width > 0 {
		perRow = max(16, min(perRow, c.width-2))
	}
	text := c.best.Text
	for from := 0; from < len(text); from += perRow {
		to := min(from+perRow, len(text))
		var symbols, marks strings.Builder
		for _, p := range list {
			a, b := max(p.Start, from), min(p.End, to)
			if a >= b {
				continue
			}
			look := c.source[p.Source]
			symbols.WriteString(look.Render(escaped(text[a:b])))
			marks.WriteString(look.Render(strings.Repeat(string(p.Letter), b-a)))
		}
		c.b.WriteString("  " + symbols.String() + "\n  " + marks.String() + "\n")
	}
	c.b.WriteByte('\n')
	name := len("part")
	for _, p := range list {
		name = max(name, len(p.Name))
	}
	c.b.WriteString(c.dim.Render(fmt.Sprintf("     %-*s  symbols  length  value", name, "part")) + "\n")
	for _, p := range list {
		mark, look := string(p.Letter), c.source[p.Source]
		place := strconv.Itoa(p.Start + 1)
		if p.End > p.Start+1 {
			place += "-" + strconv.Itoa(p.End)
		}
		fmt.Fprintf(&c.b, "  %s  %-*s  %7s  %6d  ", look.Render(mark), name, p.Name, place, p.End-p.Start)
		value := p.Text
		if p.Number {
			value += " is " + strconv.FormatUint(p.Value, 10)
		}
		at := 5 + name + 2 + 7 + 2 + 6 + 2
		c.b.WriteString(c.beside(at, words(&c.plain, escaped(value))) + "\n")
	}
}
