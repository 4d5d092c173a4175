// Package chart describes pictures of measurements as data. Whoever measures
// makes a [Figure]; what draws it (a plotting library, a terminal) is elsewhere,
// so that measuring links no drawing.
package chart

// Figure is one picture: lines over a common axis, or bars, not both.
type Figure struct {
	Title  string
	Note   string // what the reader has to know to believe it, one line
	X, Y   Axis
	Lines  []Line
	Bars   []Bar
	Levels []Level // horizontal lines
}

// Axis is one of the two axes.
type Axis struct {
	Label string // with its unit
	Log   bool   // of base 10; then only values above zero are drawn
}

// Line is a curve through points in order of X.
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

// Drawer draws figures into files. format is "svg" or "png", the size is in
// pixels of 96 to the inch.
type Drawer interface {
	Draw(f Figure, format string, width, height int) ([]byte, error)
}
