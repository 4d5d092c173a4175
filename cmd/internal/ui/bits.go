package ui

import "strings"

// Bit is a bit of a drawing: one symbol, or a blank where there is no bit.
type Bit struct {
	Symbol byte
	Style  Style
}

// Bits draws bits in groups of four and rows of BitsPerRow, the most significant first.
// The last row is full: what is missing to that are blanks in the first.
func (p *Pen) Bits(bits []Bit) []string {
	perRow := p.BitsPerRow()
	missing := (perRow - len(bits)%perRow) % perRow
	padded := make([]Bit, missing, missing+len(bits))
	for i := range padded {
		padded[i].Symbol = ' '
	}
	padded = append(padded, bits...)
	var rows []string
	for ; len(padded) > 0; padded = padded[perRow:] {
		rows = append(rows, p.bitRow(padded[:perRow]))
	}
	return rows
}

func (p *Pen) bitRow(bits []Bit) string {
	var row, run strings.Builder
	style := bits[0].Style
	for i, b := range bits {
		if b.Style != style {
			row.WriteString(p.Paint(style, run.String()))
			run.Reset()
			style = b.Style
		}
		if i%4 == 0 && i > 0 {
			run.WriteByte(' ')
		}
		run.WriteByte(b.Symbol)
	}
	row.WriteString(p.Paint(style, run.String()))
	return row.String()
}

// BitsPerRow is how many bits a row has room for on this screen.
func (p *Pen) BitsPerRow() int {
	if p.width > 0 && p.width < 64 {
		return 16
	}
	return 32
}
