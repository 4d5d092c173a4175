package cmd

import (
	"strings"

	"idscope/gen"
)

// letters gives each field of a layout a letter for drawings: one of its name
// where that is free, - for what only fills up.
func letters(l gen.Layout) []byte {
	all := make([]byte, len(l))
	taken := map[byte]bool{}
	for i, f := range l {
		all[i] = '-'
		if unused(f) {
			continue
		}
		want := f.Name + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
		if n := len(f.Name); n > 2 && f.Name[n-2] == '_' { // rand_a, custom_b
			want = f.Name[n-1:] + want
		}
		for _, c := range []byte(want) {
			if c >= 'A' && !taken[c] && c != '_' {
				all[i], taken[c] = c, true
				break
			}
		}
	}
	return all
}

// stretch is a part of a drawn row that belongs to one field; -1 is space.
type stretch struct {
	field int
	text  string
}

// rowBits is the number of bits in a row of a drawing, in groups of 4.
const rowBits = 32

// draw shows a layout as one letter for each bit, most significant first, in
// rows that end on multiples of 32 bits.
func draw(l gen.Layout) [][]stretch {
	marks := letters(l)
	fields := make([]int, 0, l.Size()) // of each bit
	for i, f := range l {
		for range f.Bits {
			fields = append(fields, i)
		}
	}
	pad := (rowBits - len(fields)%rowBits) % rowBits
	var rows [][]stretch
	for at := -pad; at < len(fields); at += rowBits {
		var row []stretch
		for bit := range rowBits {
			field, text := -1, " "
			if at+bit >= 0 {
				field = fields[at+bit]
				text = string(marks[field])
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
	var b strings.Builder
	for _, row := range draw(l) {
		b.WriteString("  ")
		for _, part := range row {
			switch {
			case part.field < 0:
				b.WriteString(part.text)
			case unused(l[part.field]):
				b.WriteString(s.dim.Render(part.text))
			default:
				b.WriteString(s.source[l[part.field].Source].Render(part.text))
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}
