package screen

import (
	"strings"
	"time"

	"github.com/charmbracelet/lipgloss"

	"idscope/gen"
	"idscope/inspect"
)

// View is what the screens of ids have in common.
type View struct {
	*Pen
	Zone *time.Location
	Now  time.Time

	Verbose bool   // with bits, fields and encodings
	Drawing bool   // the drawing of bits alone
	All     bool   // also what is said of little weight
	Asked   bool   // for a scheme or a date, so that nothing is left to decide
	Near    string // the date asked for

	line Line // of Value
	last inspect.LastSecond
}

// IDColumn is where what is said of IDs begins.
const IDColumn = 14

// FieldStyles gives each field a colour of its own: that of its source, or where another
// field has that, the next that is free. Unused bits are dim.
func FieldStyles(l gen.Layout) []Style {
	styles := coloured(l, func(f gen.Field) gen.Source { return f.Source })
	for i, f := range l {
		if f.Unused() {
			styles[i] = Dim
		}
	}
	return styles
}

// pieceStyles is FieldStyles for the parts of a pattern.
func pieceStyles(list []inspect.Fact) []Style {
	return coloured(list, func(p inspect.Fact) gen.Source { return p.Source })
}

// coloured gives each of a row a colour. Where there are more than colours, some have
// the same one, never two beside each other.
func coloured[T any](list []T, source func(T) gen.Source) []Style {
	styles, uses := make([]Style, len(list)), map[Style]int{}
	for i, one := range list {
		best := SourceStyles[source(one)]
		for _, s := range palette {
			if uses[s] < uses[best] {
				best = s
			}
		}
		styles[i] = best
		uses[best] += 2
		if i > 0 {
			uses[styles[i-1]]--
		}
		uses[best]++
	}
	return styles
}

// palette are the colours of fields whose source's colour is taken.
var palette = [...]Style{Green, Yellow, Magenta, Red, BrightMagenta, BrightGreen, BrightCyan,
	Cyan}

// SourceStyles are the colours of what comes from each source.
var SourceStyles = [gen.Digest + 1]Style{
	gen.Const: Yellow, gen.Time: Cyan, gen.Seq: Green, gen.Worker: Magenta,
	gen.Data: BrightMagenta, gen.Rollback: BrightGreen, gen.Digest: BrightCyan,
}

// timeText writes the time of a reading in the zone, with the digits that it has;
// "-" without a time.
func (v *View) timeText(r *inspect.Reading) string {
	if !r.Timed {
		return "-"
	}
	return string(r.Facts(inspect.Moment)[0].AppendTime(nil, v.Zone))
}

// SchemeTitle is the name of a scheme with what its title adds to it.
func SchemeTitle(s *gen.Scheme) string {
	plain := func(text string) string { return strings.ReplaceAll(strings.ToLower(text), " ", "-") }
	head, added, more := strings.Cut(s.Title, " (")
	switch {
	case plain(s.Title) == s.Name:
		return s.Name
	case more && plain(head) == s.Name:
		return s.Name + " (" + added
	case more:
		return s.Name + ", " + s.Title
	}
	return s.Name + " (" + s.Title + ")"
}

// BitsOf are the bits of a layout, the most significant first, each with its symbol and
// the style of its field.
func BitsOf(l gen.Layout, symbol func(field, bit int) byte) []Bit {
	bits := make([]Bit, 0, l.Size())
	styles := FieldStyles(l)
	for i, f := range l {
		for range f.Bits {
			bits = append(bits, Bit{Symbol: symbol(i, l.Size()-1-len(bits)), Style: styles[i]})
		}
	}
	return bits
}

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
