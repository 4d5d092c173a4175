package cmd

import (
	"strconv"
	"time"

	"idscope/gen"
	"idscope/inspect"
	idfind "idscope/inspect/find"
	"idscope/inspect/lines"
)

// found writes what was found in text: in columns, as JSON, or as the text itself
// with notes. It is for one goroutine.
type found struct {
	look
	inputs   []lines.Input
	strict   bool // the scheme was given, so that nothing of it is said in doubt
	annotate bool
	stamp    stamper
	json     string
	names    map[any]string // of files and schemes, quoted
}

// foundFormat returns what makes the formats for all goroutines.
func (o *inspectOptions) foundFormat(inputs []lines.Input, strict bool) func() idfind.Format {
	return func() idfind.Format {
		f := &found{look: look{styles: newStyles(o.Coloured()), width: o.screen(), zone: o.zone.Zone}, inputs: inputs, strict: strict, annotate: o.text.annotate, json: o.json.Value}
		f.stamp.zone = o.zone.Zone
		switch {
		case f.json != "":
			f.stamp.zone = time.UTC
			f.names = map[any]string{}
			return f.objects
		case f.annotate && !o.text.windowed():
			return f.through
		case o.text.windowed():
			return f.kept
		}
		return f.lines
	}
}

// The columns of a pipe: a position up to 99999:9999, a UUID, the names of most
// schemes. What is longer moves the rest of its line, no other.
const (
	placeColumn      = 10
	foundColumn      = widestID
	schemeColumn     = 9
	confidenceColumn = len("possible")
)

// lines lists what was found, one line an id.
func (f *found) lines(dst []byte, c *idfind.Chunk) []byte {
	for i := range c.Finds {
		if it := &c.Finds[i]; it.Inside {
			dst = f.line(dst, c, it)
		}
	}
	return dst
}

// line writes a find; where the screen is too narrow, what it is stands on a
// second line.
func (f *found) line(dst []byte, c *idfind.Chunk, it *idfind.Find) []byte {
	start := len(dst)
	if len(f.inputs) > 1 {
		dst = append(append(dst, escaped(f.inputs[c.Input].Name)...), ':')
	}
	dst = strconv.AppendInt(dst, it.Line, 10)
	dst = append(dst, ':')
	dst = strconv.AppendInt(dst, it.Column, 10)
	id, scheme, confidence := text(c, it), it.Scheme.Name, it.Confidence.String()
	wide := max(len(dst)-start, placeColumn) + 2 + max(len(id), foundColumn) + 2 + max(len(scheme), schemeColumn) + 2 + confidenceColumn + 2 + len(time.RFC3339) + 4
	dst = pad(dst, len(dst)-start, placeColumn)
	dst = f.bold.append(dst, id)
	if f.width > 0 && wide > f.width {
		dst = append(dst, "\n    "...)
	} else {
		dst = pad(dst, len(id), foundColumn)
	}
	dst = pad(append(dst, scheme...), len(scheme), schemeColumn)
	mark := &f.plain
	if it.Confidence == inspect.Possible {
		mark = &f.warn
	}
	dst = pad(mark.append(dst, confidence), len(confidence), confidenceColumn)
	if !it.Timed {
		return append(dst, "-\n"...)
	}
	dst = f.source[gen.Time].open(dst)
	dst = f.stamp.append(dst, it)
	return append(f.source[gen.Time].close(dst), '\n')
}

// text is the id as it may be shown.
func text(c *idfind.Chunk, it *idfind.Find) string {
	if it.Hidden != "" {
		return it.Hidden
	}
	return string(c.Data[it.Start:it.End])
}

// pad fills a column up, and adds the gap behind it.
func pad(dst []byte, used, width int) []byte {
	const blanks = "                                        "
	return append(dst, blanks[:max(0, width-used)+2]...)
}

// open, close and append are Render for what is written piece by piece.
func (s style) open(dst []byte) []byte {
	if s.code == "" {
		return dst
	}
	return append(append(append(dst, "\x1b["...), s.code...), 'm')
}

func (s style) close(dst []byte) []byte {
	if s.code == "" {
		return dst
	}
	return append(dst, "\x1b[0m"...)
}

func (s style) append(dst []byte, text string) []byte {
	return s.close(append(s.open(dst), text...))
}
