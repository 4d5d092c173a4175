package cmd

import (
	"strings"

	"idscope/gen"
)

// stretch is a part of a drawn row that belongs to one field; -1 is space.
type stretch struct {
	field int
	text  string
}

// rowBits is the number of bits in a row of a drawing, in groups of 4.
const rowBits = 32

// draw shows a layout as one symbol for each bit, most significant first, in
// rows that end on multiples of perRow bits.
func draw(l gen.Layout, perRow int, symbol func(field, bit int) byte) [][]stretch {
	fields := make([]int, 0, l.Size()) // of each bit
	for i, f := range l {
		for range f.Bits {
			fields = append(fields, i)
		}
	}
	pad := (perRow - len(fields)%perRow) % perRow
	var rows [][]stretch
	for at := -pad; at < len(fields); at += perRow {
		var row []stretch
		for bit := range perRow {
			field, text := -1, " "
			if at+bit >= 0 {
				field = fields[at+bit]
				text = string(symbol(field, len(fields)-1-at-bit))
			}
			if bit%4 == 0 && bit > 0 {
				text = " " + text
			}
			if n := len(row); n > 0 && row[n-1].field == field {
				row[n-1].text += text
			} else {
				row = append(row, stretch{field, text})
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// drawing writes the rows of a layout, indented, in the colours of the sources.
func (s styles) drawing(l gen.Layout) string {
	marks := l.Letters()
	var b strings.Builder
	for _, row := range draw(l, rowBits, func(field, _ int) byte { return marks[field] }) {
		b.WriteString("  " + s.row(l, row) + "\n")
	}
	return b.String()
}

// row paints a row of a drawing in the colours of the sources.
func (s styles) row(l gen.Layout, row []stretch) string {
	var b strings.Builder
	for _, part := range row {
		if part.field < 0 {
			b.WriteString(part.text)
		} else {
			b.WriteString(s.field(l, part.field).Render(part.text))
		}
	}
	return b.String()
}

// field is the look of a field: the colour of its source. Of two worker fields
// side by side the second has another.
func (s *styles) field(l gen.Layout, i int) *style {
	switch {
	case l[i].Unused():
		return &s.dim
	case i > 0 && l[i].Source == gen.Worker && l[i-1].Source == gen.Worker && s.field(l, i-1) == &s.source[gen.Worker]:
		return &s.source[gen.Data]
	}
	return &s.source[l[i].Source]
}
