package screen

import (
	"strings"

	"github.com/charmbracelet/lipgloss"
)

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

// Beside puts a legend to the right of drawn rows, its heads painted already and its
// texts dim; below them where there is no room.
func (p *Pen) Beside(rows []string, legend []Entry) string {
	head := 0
	for _, e := range legend {
		head = max(head, lipgloss.Width(e.Head))
	}
	lines := make([]string, len(legend))
	for i, e := range legend {
		lines[i] = "  " + e.Head + strings.Repeat(" ", head-lipgloss.Width(e.Head)+gap) + p.Paint(Dim, e.Text)
	}
	drawing, list := strings.Join(rows, "\n"), strings.Join(lines, "\n")
	if p.width > 0 && lipgloss.Width(drawing)+lipgloss.Width(list) > p.width {
		return Tidy(drawing + "\n\n" + list)
	}
	return Tidy(lipgloss.JoinHorizontal(lipgloss.Top, drawing, list))
}

// BitsPerRow is how many bits a row has room for on this screen.
func (p *Pen) BitsPerRow() int {
	if p.width > 0 && p.width < 64 {
		return 16
	}
	return 32
}
