package cmd

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/inspect"
)

// bits draws the id bit by bit, with the letters of the fields below. The bits of
// a form that spells none are ours alone: nobody wants to see them. An empty line
// follows.
func (c *card) bits() {
	if !c.best.Scheme.Text.Form.Spells() {
		return
	}
	perRow := rowBits
	if c.width > 0 && c.width < 64 {
		perRow = rowBits / 2
	}
	layout, id := c.best.Scheme.Layout, c.best.ID
	values := draw(layout, perRow, func(_, bit int) byte { return '0' + byte(id.Shr(uint(bit)).Lo&1) })
	marks := draw(layout, perRow, func(field, _ int) byte { return c.fields[field].Letter })
	left := layout.Size()
	for i := range values {
		n := (left-1)%perRow + 1 // bits of this row
		left -= n
		digits := fmt.Sprintf("%0*x", (n+3)/4, id.Shr(uint(left)).And(gen.Mask(n)).Lo)
		digits = strings.Repeat(" ", perRow/4-len(digits)) + digits
		c.b.WriteString("  " + c.styles.row(layout, values[i]) + "  " + c.dim.Render(digits) + "\n")
		c.b.WriteString("  " + c.styles.row(layout, marks[i]) + "\n")
	}
	c.b.WriteByte('\n')
}

// table lists the fields with their places and values.
func (c *card) table() {
	name, high, low := len("datacenter"), 2, 2
	for _, f := range c.fields {
		name = max(name, len(f.Name))
		high, low = max(high, len(strconv.Itoa(f.MSB))), max(low, len(strconv.Itoa(f.LSB)))
	}
	bits := high + 1 + low
	head := fmt.Sprintf("     %-*s  %*s   width  value", name, "field", bits, "bits")
	c.b.WriteString(c.dim.Render(head) + "\n")
	value := 5 + name + 2 + bits + 10
	for i, f := range c.fields {
		mark := c.field(c.best.Scheme.Layout, i).Render(string(f.Letter))
		fmt.Fprintf(&c.b, "  %s  %-*s  %*s   %5d  ", mark, name, f.Name, bits, places(f, high, low), f.Width)
		spans := words(&c.plain, fieldText(c.best.Scheme, i, f))
		if more := timeUnit(c.best.Scheme, i); more != "" {
			spans = append(spans, span{&c.dim, more})
		}
		c.b.WriteString(c.beside(value, spans) + "\n")
	}
}

// places are the bits of a field, with the hyphens below each other.
func places(f inspect.FieldValue, high, low int) string {
	if f.Width == 1 {
		return strconv.Itoa(f.LSB)
	}
	return fmt.Sprintf("%*d-%-*d", high, f.MSB, low, f.LSB)
}

// fieldText writes the value of a field: wide ones that count nothing in
// hexadecimal, a node as the address that it is.
func fieldText(s *gen.Scheme, i int, f inspect.FieldValue) string {
	switch {
	case f.Source == gen.Worker && s.WorkerRule == gen.WorkerNode && f.Width == 48:
		var b [6]byte
		for k := range b {
			b[k] = byte(f.Value.Shr(uint(40 - 8*k)).Lo)
		}
		return fmt.Sprintf("%02x:%02x:%02x:%02x:%02x:%02x", b[0], b[1], b[2], b[3], b[4], b[5])
	case f.Source == gen.Time && s.Layout[i].From >= s.Fraction || f.Source == gen.Seq || f.Source == gen.Const || f.Width <= 32:
		return f.Value.Decimal()
	}
	return "0x" + string(gen.Text{Form: gen.Hex}.Append(nil, f.Value, f.Width))
}

// timeUnit says what a field of time counts: of one that is in pieces, which bits
// of the time it is.
func timeUnit(s *gen.Scheme, i int) string {
	f, width := s.Layout[i], s.Layout.Width(gen.Time)
	switch {
	case f.Source != gen.Time:
		return ""
	case f.From == 0 && f.Bits == s.Fraction:
		return "/" + gen.FromUint64(1).Shl(uint(s.Fraction)).Decimal() + " of " + cli.ShortDuration(s.Tick)
	case f.From == s.Fraction && f.Bits == width-s.Fraction:
		return " " + hard(tickUnit(s.Tick)) + " since " + s.Epoch.UTC().Format(time.RFC3339Nano)
	}
	return fmt.Sprintf(" bits %d-%d of the time", f.From+f.Bits-1, f.From)
}

// tickUnit names what is counted: ms, or x 10ms.
func tickUnit(tick time.Duration) string {
	unit := cli.ShortDuration(tick)
	if one := strings.TrimPrefix(unit, "1"); one != unit && strings.Trim(one, "nums") == "" {
		return one
	}
	return "x " + unit
}
