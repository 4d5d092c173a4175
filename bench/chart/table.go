package chart

import "strings"

// Cell is one of a row of a table, with the names of its column: each column is said once.
type Cell struct {
	Head  string // on a screen; a > in front aligns on the right
	Text  string // in a report, with the same >; empty is the head in small letters
	Value string
}

// Table is what people read. Each row has as many cells as there are heads.
type Table struct {
	Head  []string // on a screen
	Texts []string // the same columns in a report
	Rows  [][]string
}

// Tabulate makes a table of rows. The cells of the zero row name the columns.
func Tabulate[T any](cells func(*T) []Cell, rows ...*T) (t Table) {
	for _, c := range cells(new(T)) {
		text := c.Text
		if text == "" {
			text = strings.ToLower(c.Head)
		}
		t.Head, t.Texts = append(t.Head, c.Head), append(t.Texts, text)
	}
	for _, r := range rows {
		var row []string
		for _, c := range cells(r) {
			row = append(row, c.Value)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
