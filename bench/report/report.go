// Package report describes a report on measurements as data: what was found first,
// then sections of pictures and tables with how they were made. Whoever measures
// fills a [Page]; package page below this one writes it as HTML, apart from here
// so that measuring links no templates.
package report

import (
	"io"
	"time"

	"idscope/bench/chart"
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
