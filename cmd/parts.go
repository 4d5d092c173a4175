package cmd

import (
	"fmt"
	"strings"

	"idscope/gen"
)

// partTable lists the parts of a pattern of text.
func partTable(st styles, p gen.Pattern) string {
	marks := p.Letters()
	rows := make([][]string, len(p))
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
		rows[i] = []string{"  " + string(marks[i]), part.Name, length, part.Source.String(), symbols}
	}
	return st.grid([]string{"", "part", "length", "from", "symbols"}, rows, func(row, column int) style {
		switch {
		case row < 0:
			return st.dim
		case column == 0:
			return st.source[p[row].Source]
		}
		return st.plain
	})
}
