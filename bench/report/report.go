// Package report describes a report on measurements as data: what was found first,
// then sections of pictures and tables with how they were made. A package that measures
// fills a [Page]; package page below this one writes it as HTML, apart from here so
// that measuring links no templates.
package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"idscope/bench/chart"
	"idscope/gen/quantity"
)

// Page is a report. All its texts are plain: what writes it escapes them, whatever
// they hold.
type Page struct {
	Title    string
	Lead     string    // what was measured, one or two sentences
	Made     time.Time // when
	Warnings []string  // what the reader has to know before all else: that it is partial, what failed
	Advice   []Advice  // what to use for what, first of all
	Load     string    // that the advice holds for
	Facts    []Fact    // the answers, most important first
	Sections []Section
}

// Fact is a name with its value.
type Fact struct {
	Name, Value string
	Note        string // what is shown after it; may be empty
}

// Section is a part of the report under a heading of its own.
type Section struct {
	ID       string // lower-case letters and dashes: the link to it
	Title    string
	Lead     string // what it shows
	Warnings []string
	Tables   []Table
	Pictures []Picture
	Notes    []string // how it was made, and what it is not
	More     []Table  // behind what is needed to read the rest, folded
}

// Picture is a figure with its data.
type Picture struct {
	Figure chart.Figure
	Wide   bool  // needs the whole width; else several are side by side
	Data   Table // what a reader without eyes gets
}

// Table has rows of one length, the first cell of each its name.
type Table struct {
	Caption string
	Head    []string // a > in front sets the column to the right
	Rows    [][]string
}

// Size is how many rows there are, in words.
func (t Table) Size() string { return quantity.Counted(len(t.Rows), "row") }

// Empty reports whether the section has neither table nor picture nor warning.
func (s *Section) Empty() bool {
	return len(s.Tables) == 0 && len(s.Pictures) == 0 && len(s.Warnings) == 0
}

// Alt says in one sentence what a figure shows, for those who do not see it: the
// values of a few bars, of others and of lines the range.
func Alt(f *chart.Figure) string {
	if len(f.Bars) > 0 {
		return fmt.Sprintf("%s. Bars, %s: %s.", f.Title, f.Y.Label, bars(f.Bars))
	}
	text := fmt.Sprintf("%s. %s against %s", f.Title, f.Y.Label, f.X.Label)
	sign := ": "
	for _, l := range f.Lines {
		if last := min(len(l.X), len(l.Y)) - 1; last >= 0 {
			text += fmt.Sprintf("%s%s from %s at %s to %s at %s", sign, l.Name, quantity.FormatNumber(l.Y[0]),
				quantity.FormatNumber(l.X[0]), quantity.FormatNumber(l.Y[last]), quantity.FormatNumber(l.X[last]))
			sign = "; "
		}
	}
	return text + "."
}

// namedBars is how many bars are named one by one.
const namedBars = 12

func bars(list []chart.Bar) string {
	say := func(b chart.Bar) string { return b.Name + " " + quantity.FormatNumber(b.Value) }
	if len(list) > namedBars {
		least, most := ends(list)
		return fmt.Sprintf("%s is the least, %s the most of %d", say(least), say(most), len(list))
	}
	parts := make([]string, len(list))
	for i, b := range list {
		parts[i] = say(b)
	}
	return strings.Join(parts, ", ")
}

// ends are the least and the greatest of one value or more.
func ends(list []chart.Bar) (least, most chart.Bar) {
	by := func(a, b chart.Bar) int { return cmp.Compare(a.Value, b.Value) }
	return slices.MinFunc(list, by), slices.MaxFunc(list, by)
}

// Data is the table of what a figure draws: of bars a row each, with the interval
// where one has it; of lines a row for each X of any, in order, with a dash where a line
// has no value there.
func Data(f *chart.Figure) Table {
	if len(f.Bars) > 0 {
		return barData(f)
	}
	t := Table{Caption: f.Y.Label, Head: []string{">" + f.X.Label}}
	var all []float64
	for _, l := range f.Lines {
		t.Head = append(t.Head, ">"+l.Name)
		all = append(all, l.X[:min(len(l.X), len(l.Y))]...)
	}
	slices.Sort(all)
	for _, x := range slices.Compact(all) {
		row := []string{quantity.FormatNumber(x)}
		for _, l := range f.Lines {
			cell := "-"
			if i := slices.Index(l.X, x); i >= 0 && i < len(l.Y) {
				cell = quantity.FormatNumber(l.Y[i])
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func barData(f *chart.Figure) Table {
	t := Table{Caption: f.Title, Head: []string{f.X.Label, ">" + f.Y.Label}}
	if slices.ContainsFunc(f.Bars, func(b chart.Bar) bool { return b.Low < b.High }) {
		t.Head = append(t.Head, ">low", ">high")
	}
	for _, b := range f.Bars {
		row := []string{b.Name, quantity.FormatNumber(b.Value), quantity.FormatNumber(b.Low),
			quantity.FormatNumber(b.High)}
		t.Rows = append(t.Rows, row[:len(t.Head)])
	}
	return t
}
