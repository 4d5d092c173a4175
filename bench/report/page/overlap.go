package page

import (
	"encoding/xml"
	"strconv"
	"strings"
)

// words are those of a drawing that are kept, by their line: what lies on another
// can not be read, nor can the other.
type words struct {
	kept  map[string][]stretch
	line  string // of the text that is open
	x     float64
	size  float64 // of its font
	width float64 // in sizes of the font
	fixed bool    // whether the width is known
}

// stretch is where words stand on a line.
type stretch struct{ from, to float64 }

// advance is the width of each printable ASCII symbol in thousandths of the size
// of the font, in Helvetica and all that is made to its measure: Arial, Liberation
// Sans. The drawing counts on them.
var advance = [...]uint16{
	278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, // blank to /
	556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, // 0 to ?
	1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, // @ to O
	667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, // P to _
	333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, // ` to o
	556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584, // p to ~
}

// beside is the room that a text wants beside it, in sizes of the font.
const beside = 0.35

// open begins a text.
func (w *words) open(list []xml.Attr) {
	*w = words{kept: w.kept, fixed: true}
	for _, a := range list {
		switch a.Name.Local {
		case "x":
			w.x, _ = strconv.ParseFloat(a.Value, 64)
		case "y", "transform":
			w.line += " " + a.Value
		case "style":
			_, rest, _ := strings.Cut(a.Value, "font-size:")
			size, _, _ := strings.Cut(rest, "px")
			w.size, _ = strconv.ParseFloat(size, 64)
		}
	}
}

// write adds to the text.
func (w *words) write(text string) {
	for _, c := range text {
		if c < ' ' || c > '~' {
			w.fixed = false
			w.width += 0.6
			continue
		}
		w.width += float64(advance[c-' ']) / 1000
	}
}

// length is an attribute that gives the text the width that it has in the drawing,
// whatever font the reader has; empty where that is not known.
func (w *words) length() string {
	if !w.fixed || w.width*w.size <= 0 {
		return ""
	}
	return ` textLength="` + strconv.FormatFloat(w.width*w.size, 'f', 2, 64) + `" lengthAdjust="spacingAndGlyphs"`
}

// close ends the text, and reports whether it has room.
func (w *words) close() bool {
	at := stretch{w.x, w.x + w.size*(w.width+beside)}
	for _, other := range w.kept[w.line] {
		if at.from < other.to && other.from < at.to {
			return false
		}
	}
	if w.kept == nil {
		w.kept = map[string][]stretch{}
	}
	w.kept[w.line] = append(w.kept[w.line], at)
	return true
}
