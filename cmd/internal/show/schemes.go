package show

import (
	"math/big"
	"strconv"

	"idscope/cmd/internal/ui"
	"idscope/gen"
	"idscope/gen/quantity"
)

// Schemes draws the table of schemes. In a pipe it is as wide as it takes; on a screen the
// columns that schemes NAME tells as well are left out until the summary has room.
func Schemes(pen *ui.Pen, list []*gen.Scheme) string {
	t := SchemesTable(list)
	if pen.Width() > 0 {
		t = t.Narrow(pen.Width(), "TEXT", ">PER-TICK", ">WORKERS", ">TICK", ">ENDS", "ORDER", ">CHARS", ">BITS")
	}
	return pen.Table(t)
}

// SchemesTable is the table of schemes.
func SchemesTable(list []*gen.Scheme) *ui.Table {
	t := &ui.Table{Head: []string{"NAME", "SUMMARY", ">BITS", ">CHARS", "TEXT", ">TICK", ">ENDS", ">WORKERS",
		">PER-TICK", "ORDER"}}
	const summary = 1
	t.Style = func(row, column int) ui.Style {
		if row >= 0 && column == summary {
			return ui.Dim
		}
		return ui.BoldNames(row, column)
	}
	for _, s := range list {
		t.Rows = append(t.Rows, schemeRow(s))
	}
	return t
}

func schemeRow(s *gen.Scheme) []string {
	bits, chars, text, ends, workers := "-", s.TextLength(), "parts", "-", "-"
	if end, ok := s.End(); ok {
		ends = strconv.Itoa(end.Year())
	}
	if s.Pattern != nil {
		chars = s.Pattern.Made()
	} else {
		bits, text = strconv.Itoa(s.Layout.Size()), s.Text.Form.String()
	}
	if s.WorkerBits() > 0 {
		workers = power(s.WorkerBits())
	}
	return []string{s.Name, s.Summary, bits, strconv.Itoa(chars), text, tickText(s), ends, workers, perTick(s),
		s.Order().String()}
}

func tickText(s *gen.Scheme) string {
	if !s.Timed() {
		return "-"
	}
	return quantity.FormatDuration(s.Tick >> s.Fraction)
}

func perTick(s *gen.Scheme) string {
	n, ok := s.PerTick()
	switch {
	case !s.Varies():
		return "-"
	case !ok:
		return "random"
	}
	return power(n.Len() - 1)
}

// power writes how many numbers so many bits hold.
func power(bits int) string {
	return quantity.FormatPower(new(big.Int).Lsh(big.NewInt(1), uint(bits)))
}
