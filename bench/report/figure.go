package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"idscope/bench/chart"
	"idscope/gen/quantity"
)

// Alt says in one sentence what a figure shows, for those who do not see it: the
// values of a few bars, of others and of lines the range.
func Alt(f *chart.Figure) string {
	text := f.Title + ". "
	if len(f.Bars) > 0 {
		return text + bars(f)
	}
	text += fmt.Sprintf("%s against %s", f.Y.Label, f.X.Label)
	parts := make([]string, 0, len(f.Lines))
	for i := range f.Lines {
		l := &f.Lines[i]
		n := min(len(l.X), len(l.Y))
		if n == 0 {
			continue
		}
		parts = append(parts, fmt.Sprintf("%s from %s at %s to %s at %s", l.Name, quantity.FormatNumber(l.Y[0]),
			quantity.FormatNumber(l.X[0]),
			quantity.FormatNumber(l.Y[n-1]), quantity.FormatNumber(l.X[n-1])))
	}
	if len(parts) == 0 {
		return text + "."
	}
	return text + ": " + strings.Join(parts, "; ") + "."
}

// spelled is how many bars are named one by one.
const spelled = 12

func bars(f *chart.Figure) string {
	least, most := &f.Bars[0], &f.Bars[0]
	var parts []string
	for i := range f.Bars {
		b := &f.Bars[i]
		if b.Value < least.Value {
			least = b
		}
		if b.Value > most.Value {
			most = b
		}
		parts = append(parts, b.Name+" "+quantity.FormatNumber(b.Value))
	}
	if len(parts) > spelled {
		parts = []string{least.Name + " " + quantity.FormatNumber(least.Value) + " is the least",
			most.Name + " " + quantity.FormatNumber(most.Value) + " the most of " + strconv.Itoa(len(f.Bars))}
	}
	return fmt.Sprintf("Bars, %s: %s.", f.Y.Label, strings.Join(parts, ", "))
}

// Data is the table of what a figure draws: of bars a row each, with the interval
// where one has it; of lines over the same X a row for each X, else one for each
// point.
func Data(f *chart.Figure) Table {
	switch {
	case len(f.Bars) > 0:
		return barData(f)
	case shared(f.Lines):
		t := Table{Caption: f.Y.Label, Head: []string{">" + f.X.Label}}
		for _, l := range f.Lines {
			t.Head = append(t.Head, ">"+l.Name)
		}
		for i := range f.Lines[0].X {
			row := []string{quantity.FormatNumber(f.Lines[0].X[i])}
			for _, l := range f.Lines {
				row = append(row, quantity.FormatNumber(l.Y[i]))
			}
			t.Rows = append(t.Rows, row)
		}
		return t
	}
	t := Table{Caption: f.Title, Head: []string{"line", ">" + f.X.Label, ">" + f.Y.Label}}
	for _, l := range f.Lines {
		for i := range min(len(l.X), len(l.Y)) {
			t.Rows = append(t.Rows, []string{l.Name, quantity.FormatNumber(l.X[i]), quantity.FormatNumber(l.Y[i])})
		}
	}
	return t
}

func barData(f *chart.Figure) Table {
	t := Table{Caption: f.Title, Head: []string{f.X.Label, ">" + f.Y.Label}}
	ranged := false
	for _, b := range f.Bars {
		ranged = ranged || b.Low < b.High
	}
	if ranged {
		t.Head = append(t.Head, ">low", ">high")
	}
	for _, b := range f.Bars {
		row := []string{b.Name, quantity.FormatNumber(b.Value)}
		if ranged {
			row = append(row, quantity.FormatNumber(b.Low), quantity.FormatNumber(b.High))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// shared reports whether all lines are of the same X.
func shared(lines []chart.Line) bool {
	for _, l := range lines {
		if len(l.X) != len(l.Y) || !slices.Equal(l.X, lines[0].X) {
			return false
		}
	}
	return len(lines) > 0
}
