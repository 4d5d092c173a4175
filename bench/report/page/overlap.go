package page

import (
	"encoding/xml"
	"strconv"
	"strings"
	"unicode/utf8"
)

// words are those of a drawing that are kept, by their line: what lies on another
// can not be read, nor can the other.
type words struct {
	kept  map[string][]stretch
	line  string
	x     float64
	size  float64
	count int // symbols of the text that is open
}

// stretch is where words stand on a line.
type stretch struct{ from, to float64 }

// The width of a symbol, and the room beside a text, as parts of the size of the
// font. Digits have 0.556 of it.
const (
	symbolWidth = 0.556
	besideWidth = 0.35
)

// open begins a text.
func (w *words) open(list []xml.Attr) {
	*w = words{kept: w.kept}
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

func (w *words) write(text string) { w.count += utf8.RuneCountInString(text) }

// close ends the text, and reports whether it has room.
func (w *words) close() bool {
	at := stretch{w.x, w.x + w.size*(symbolWidth*float64(w.count)+besideWidth)}
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
