// Package chart describes pictures and tables of measurements as data. A package that
// measures makes a [Figure] or a [Table]; what draws it (a plotting library, a terminal) is
// elsewhere, so that measuring links no drawing.
package chart

import (
	"cmp"
	"strings"
)

// Figure is one picture: lines over a common axis, or bars, not both.
type Figure struct {
	Title  string
	Note   string // what the reader has to know to believe it, one line
	X, Y   Axis
	Lines  []Line
	Bars   []Bar
	Levels []Level // horizontal lines
	Marks  []Mark  // single points, on top of the lines
}

// Axis is one of the two axes.
type Axis struct {
	Label string // with its unit
	Log   bool   // of base 10; then only values above zero are drawn
}

// Line is a curve through points in order of X. Of lengths that differ the shorter
// counts; a point that is no finite number, or not above zero on a logarithmic
// axis, breaks the curve.
type Line struct {
	Name   string
	X, Y   []float64
	Dashed bool
}

// Bar is one value with its interval; Low and High are equal to Value where none
// is known.
type Bar struct {
	Name             string
	Value, Low, High float64
}

// Level marks a value of Y across the picture.
type Level struct {
	Name string
	Y    float64
}

// Mark is a point with a name.
type Mark struct {
	Name string
	X, Y float64
}

// Draw draws a figure into the content of a file. The picture has no ground of its own.
type Draw func(f Figure, on Canvas) ([]byte, error)

// Canvas is what a figure is drawn on.
type Canvas struct {
	Format        string // svg or png
	Width, Height int    // in pixels of 96 to the inch
	Ground        Ground // what the picture will lie on
}

// Ground is the brightness of what lies behind a picture.
type Ground uint8

// The grounds. A picture for AnyGround is readable on each, with less contrast.
const (
	AnyGround Ground = iota
	Light
	Dark
)

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
		t.Head, t.Texts = append(t.Head, c.Head), append(t.Texts, cmp.Or(c.Text, strings.ToLower(c.Head)))
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
