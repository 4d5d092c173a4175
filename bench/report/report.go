// Package report describes a report on measurements as data: what was found first,
// then sections of pictures and tables with how they were made. Whoever measures
// fills a [Page]; package page below this one writes it as HTML, apart from here
// so that measuring links no templates.
package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
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
	Note        string // what stands behind it; may be empty
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
	Wide   bool   // needs the whole width; else several stand side by side
	Data   *Table // what a reader without eyes gets; nil is [Data] of the figure
}

// Table has rows of one length, the first cell of each its name.
type Table struct {
	Caption string
	Head    []string // a > in front sets the column to the right
	Rows    [][]string
}

// Writer writes a page into one file that needs nothing beside it. d draws its
// pictures.
type Writer interface {
	Write(w io.Writer, p *Page, d chart.Drawer) error
}

// Empty reports whether the section has neither table nor picture nor warning.
func (s *Section) Empty() bool {
	return len(s.Tables) == 0 && len(s.Pictures) == 0 && len(s.Warnings) == 0
}

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
