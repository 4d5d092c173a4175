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
	kind, name, title, size, styles := "field", len("datacenter"), "bits", "width", FieldStyles(c.best.Scheme.Layout)
	high, low := 2, 2
	for _, f := range c.fields {
		high, low = max(high, len(number(f.From+f.Width-1))), max(low, len(number(f.From)))
	}
	wide := high + 1 + low
	if c.isText() {
		kind, name, title, size, styles = "part", len("part"), "symbols", "length", pieceStyles(c.fields)
		wide = len(title)
	}
	for _, f := range c.fields {
		name = max(name, len(f.Key))
	}
	c.Line(Dim.Of(fmt.Sprintf("     %-*s  %*s  %6s  value", name, kind, wide, title, size)))
	for i, f := range c.fields {
		place, unit := places(f, high, low), ""
		if c.isText() {
			if place = number(f.From + 1); f.Width > 1 {
				place += "-" + number(f.From+f.Width)
			}
		} else {
			unit = timeUnit(c.best.Scheme, i)
		}
		letter := c.Paint(styles[i], string(f.Letter))
		head := fmt.Sprintf("  %s  %-*s  %*s  %6d  ", letter, name, f.Key, wide, place, f.Width)
		c.Row(head, 5+name+2+wide+10, Plain.Of(Escaped(string(f.AppendShown(nil)))), Dim.Of(unit))
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
		c.table()
	}
}
