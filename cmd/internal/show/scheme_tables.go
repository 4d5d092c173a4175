package show

import (
	"fmt"
	"strings"

	"idscope/cmd/internal/ui"
	"idscope/gen"
	"idscope/gen/quantity"
	"idscope/gen/sequence"
)

// fieldTable lists the fields of a layout with their places.
func fieldTable(pen *ui.Pen, s *gen.Scheme, codec *gen.Codec) string {
	letters := s.Layout.Letters()
	t, styles := &ui.Table{Head: []string{"", "field", ">bits", ">width", "from"}}, fieldStyles(s.Layout)
	t.Style = func(row, column int) ui.Style {
		if row >= 0 && column == 0 {
			return styles[row]
		}
		return ui.DimHead(row, column)
	}
	for i, f := range s.Layout {
		lsb := codec.LSB(i)
		bits := fmt.Sprint(lsb)
		if f.Bits > 1 {
			bits = fmt.Sprintf("%d-%d", lsb+f.Bits-1, lsb)
		}
		source := f.Source.String()
		switch {
		case f.Source == gen.Const:
			source = fmt.Sprintf("const %d", f.Value)
		case f.Bits != s.Layout.Width(f.Source) && f.Source != gen.Data:
			source += fmt.Sprintf(", its bits %d-%d", f.From+f.Bits-1, f.From)
		}
		t.Rows = append(t.Rows, []string{"  " + string(letters[i]), f.Name, bits, fmt.Sprint(f.Bits), source})
	}
	return pen.Table(t)
}

// partTable lists the parts of a pattern of text.
func partTable(pen *ui.Pen, p gen.Pattern) string {
	letters := p.Letters()
	t := &ui.Table{Head: []string{"", "part", "length", "from", "symbols"}, Rows: make([][]string, len(p)), Prose: true}
	t.Style = func(row, column int) ui.Style {
		if row >= 0 && column == 0 {
			return sourceStyles[p[row].Source]
		}
		return ui.DimHead(row, column)
	}
	for i, part := range p {
		length := fmt.Sprint(part.Min)
		symbols := gen.Ranges(part.Alphabet)
		switch {
		case len(part.Texts) > 0:
			length = fmt.Sprint(len(part.Texts[0]))
			symbols = strings.Join(part.Texts, " ")
			if len(symbols) > 40 {
				symbols = fmt.Sprintf("%s ... (%d)", part.Texts[0], len(part.Texts))
			}
		case part.Max > part.Min && part.Length > 0:
			length = fmt.Sprintf("%d, %d by default", part.Max, part.Length)
			if part.Min < part.Max {
				length = fmt.Sprintf("%d-", part.Min) + length
			}
		case part.Max > part.Min:
			length = fmt.Sprintf("%d-%d", part.Min, part.Max)
		}
		t.Rows[i] = []string{"  " + string(letters[i]), part.Name, length, part.Source.String(), symbols}
	}
	return pen.Table(t)
}

// growthHelp says what the random bits do within a tick.
var growthHelp = [...]string{
	gen.GrowthOne:    "random bits grow by 1 within a tick",
	gen.GrowthRandom: "random bits grow by 1 to 2^32 within a tick",
	gen.GrowthStride: "random bits take each value once within a tick",
}

// policyTable lists the policies that the scheme has unless flags say otherwise.
func policyTable(pen *ui.Pen, s *gen.Scheme) string {
	var rows [][]string
	add := func(flag, value string, list []gen.Choice) {
		rule, _, _ := strings.Cut(value, ":")
		for _, c := range list {
			if c.Name == rule {
				help := c.Help[:strings.IndexAny(c.Help+",", ",;")] // the flag's help says the rest
				rows = append(rows, []string{"  --" + flag, value, help})
			}
		}
	}
	add("on-backward", s.Backward.String(), sequence.BackwardChoices[:])
	add("on-overflow", s.Overflow.String(), sequence.OverflowChoices[:])
	if s.Start.Rule != 0 {
		add("start", s.Start.String(), sequence.StartChoices[:])
	}
	rows = append(rows, []string{"  --max-lead", quantity.FormatDuration(s.Lead()),
		"longest time borrowed from the future"},
		[]string{"  --max-wait", quantity.FormatDuration(s.Wait()), "longest wait for a clock that moved backwards"})
	if s.Growth != gen.GrowthNone {
		rows = append(rows, []string{"  (fixed)", "growth", growthHelp[s.Growth]})
	}
	return pen.Table(&ui.Table{Head: []string{"  policy", "default", "meaning"}, Rows: rows, Prose: true})
}
