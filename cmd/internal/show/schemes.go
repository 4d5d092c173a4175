package show

import (
	"strconv"

	"idscope/cmd/internal/ui"
	"idscope/gen"
)

// Schemes draws the table of schemes. In a pipe it is as wide as it takes; on a screen the
// summary is cut to what is left, and left out where that is too little.
func Schemes(pen *ui.Pen, list []*gen.Scheme) string {
	t := SchemesTable(list)
	if pen.Width() > 0 {
		t = t.Narrow(pen.Width(), "TEXT", ">WORKERS") // schemes NAME tells them too
	}
	return pen.Table(t)
}

// SchemesTable is the table of schemes.
func SchemesTable(list []*gen.Scheme) *ui.Table {
	t := &ui.Table{Head: []string{"NAME", ">BITS", ">CHARS", "TEXT", ">TICK", ">ENDS", ">WORKERS", ">PER-TICK",
		"ORDER", "SUMMARY"}}
	summary := len(t.Head) - 1
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
	bits, chars, text, ends, workers := "-", s.TextLength(), "pattern", "-", "-"
	if end, ok := s.End(); ok {
		ends = strconv.Itoa(end.Year())
	}
	if s.Pattern != nil {
		chars = s.Pattern.Made()
	} else {
		bits, text = strconv.Itoa(s.Layout.Size()), s.Text.Form.String()
	}
	if s.WorkerBits() > 0 {
		workers = ui.Power(s.WorkerBits())
	}
	return []string{s.Name, bits, strconv.Itoa(chars), text, tickText(s), ends, workers, perTick(s),
		s.Order().String(), s.Summary}
}

func tickText(s *gen.Scheme) string {
	if !s.Timed() {
		return "-"
	}
	return ui.Duration(s.Tick >> s.Fraction)
}

func perTick(s *gen.Scheme) string {
	n, ok := s.PerTick()
	switch {
	case !s.Varies():
		return "-"
	case !ok:
		return "odds"
	}
	return ui.Power(n.Len() - 1)
}
