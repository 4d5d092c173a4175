package screen

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"idscope/gen"
	"idscope/gen/quantity"
	"idscope/inspect"
)

// drawing draws the id with a legend beside it: its bits, or of a pattern its text.
func (c *card) drawing() {
	if c.isText() {
		c.symbols()
	} else {
		c.bits()
	}
}

// isText reports whether the id has parts of a text, and no fields of bits.
func (c *card) isText() bool { return len(c.fields) > 0 && c.fields[0].Kind == inspect.Part }

// bits draws the id bit by bit, with the letters of the fields below and their names
// beside. The bits of a form that encodes none are ours alone: no user wants to see
// them.
func (c *card) bits() {
	if !c.best.Scheme.Text.Form.Encodes() {
		return
	}
	perRow := c.BitsPerRow()
	layout, id := c.best.Scheme.Layout, c.best.ID
	values := c.Bits(BitsOf(layout, func(_, bit int) byte { return '0' + byte(id.Shr(uint(bit)).Lo&1) }))
	letters := c.Bits(BitsOf(layout, func(field, _ int) byte { return c.fields[field].Letter }))
	var rows []string
	left := layout.Size()
	for i := range values {
		n := (left-1)%perRow + 1 // bits of this row
		left -= n
		digits := fmt.Sprintf("%0*x", (n+3)/4, id.Shr(uint(left)).And(gen.Mask(n)).Lo)
		digits = strings.Repeat(" ", perRow/4-len(digits)) + digits
		rows = append(rows, "  "+values[i]+"  "+c.Paint(Dim, digits), "  "+letters[i])
	}
	styles, legend := FieldStyles(layout), []Entry{}
	for i, f := range c.fields {
		legend = append(legend, Entry{Head: c.Paint(styles[i], string(f.Letter)+" "+f.Key),
			Text: fmt.Sprintf("%3d ", f.Width) + Plural(int(f.Width), "bit", "bits")})
	}
	c.Text(c.Beside(rows, legend))
}

// table lists the fields with their places and values, or the parts of a pattern.
func (c *card) table() {
	if c.isText() {
		c.parts()
		return
	}
	name, high, low := len("datacenter"), 2, 2
	for _, f := range c.fields {
		name = max(name, len(f.Key))
		high, low = max(high, len(number(f.From+f.Width-1))), max(low, len(number(f.From)))
	}
	bits := high + 1 + low
	styles := FieldStyles(c.best.Scheme.Layout)
	c.Line(Dim.Of(fmt.Sprintf("     %-*s  %*s   width  value", name, "field", bits, "bits")))
	for i, f := range c.fields {
		letter := c.Paint(styles[i], string(f.Letter))
		head := fmt.Sprintf("  %s  %-*s  %*s   %5d  ", letter, name, f.Key, bits, places(f, high, low), f.Width)
		value, unit := string(f.AppendShown(nil)), timeUnit(c.best.Scheme, i)
		c.Row(head, 5+name+2+bits+10, Plain.Of(value), Dim.Of(unit))
	}
}

// places are the bits of a field, with the hyphens below each other.
func places(f inspect.Fact, high, low int) string {
	if f.Width == 1 {
		return number(f.From)
	}
	return fmt.Sprintf("%*d-%-*d", high, f.From+f.Width-1, low, f.From)
}

func number(n int32) string { return strconv.Itoa(int(n)) }

// timeUnit says what a field of time counts: of one that is in parts, which bits of the
// time it is.
func timeUnit(s *gen.Scheme, i int) string {
	f, width := s.Layout[i], s.Layout.Width(gen.Time)
	switch {
	case f.Source != gen.Time:
		return ""
	case f.From == 0 && f.Bits == s.Fraction:
		return "/" + gen.FromUint64(1).Shl(uint(s.Fraction)).Decimal() + " of " + quantity.FormatDuration(s.Tick)
	case f.From == s.Fraction && f.Bits == width-s.Fraction:
		return " " + Hard(tickUnit(s.Tick)) + " since " + s.Epoch.UTC().Format(time.RFC3339Nano)
	}
	return fmt.Sprintf(" bits %d-%d of the time", f.From+f.Bits-1, f.From)
}

// tickUnit names what is counted: ms, or x 10ms.
func tickUnit(tick time.Duration) string {
	unit := quantity.FormatDuration(tick)
	if one := strings.TrimPrefix(unit, "1"); one != unit && strings.Trim(one, "nums") == "" {
		return one
	}
	return "x " + unit
}

// symbols draws an id that is a pattern of text, with the letters of its parts below.
func (c *card) symbols() {
	perRow := 64
	if c.Width() > 0 {
		perRow = max(16, min(perRow, c.Width()-2))
	}
	text, styles := c.best.Text, pieceStyles(c.fields)
	for from := 0; from < len(text); from += perRow {
		to := min(from+perRow, len(text))
		symbols, letters := []Styled{Plain.Of("  ")}, []Styled{Plain.Of("  ")}
		for i, p := range c.fields {
			a, b := max(int(p.From), from), min(int(p.From+p.Width), to)
			if a >= b {
				continue
			}
			symbols = append(symbols, styles[i].Of(Escaped(text[a:b])))
			letters = append(letters, styles[i].Of(strings.Repeat(string(p.Letter), b-a)))
		}
		c.Line(symbols...)
		c.Line(letters...)
	}
	if c.Drawing {
		c.Line()
		c.parts()
	}
}

// parts lists the parts of a pattern with their places.
func (c *card) parts() {
	name, styles := len("part"), pieceStyles(c.fields)
	for _, p := range c.fields {
		name = max(name, len(p.Key))
	}
	c.Line(Dim.Of(fmt.Sprintf("     %-*s  symbols  length  value", name, "part")))
	for i, p := range c.fields {
		place := number(p.From + 1)
		if p.Width > 1 {
			place += "-" + number(p.From+p.Width)
		}
		letter := c.Paint(styles[i], string(p.Letter))
		head := fmt.Sprintf("  %s  %-*s  %7s  %6d  ", letter, name, p.Key, place, p.Width)
		value := p.Text
		if p.Form == inspect.Decimal {
			value += " is " + p.Number.Decimal()
		}
		c.Row(head, 5+name+2+7+2+6+2, Plain.Of(Escaped(value)))
	}
}
