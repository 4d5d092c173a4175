package screen

import (
	"bytes"
	"strconv"
	"time"

	"idscope/gen"
	"idscope/inspect"
	"idscope/inspect/find"
	"idscope/inspect/lines"
)

// Found shows what was found in text: in columns, or as the text itself with notes. It
// is for one goroutine.
type Found struct {
	*Pen
	Inputs   []lines.Input
	Strict   bool   // the scheme was given, so that nothing of it is said in doubt
	Annotate bool   // with a note behind each id
	Terminal bool   // where text that is passed shall not control it
	Stdin    string // in JSON, the name of the input that is no file
	Full     bool   // in JSON
	Last     inspect.LastSecond
}

// The columns of a pipe: a position up to 99999:9999, a UUID, the names of most schemes.
// What is longer moves the rest of its line, no other.
const (
	placeColumn      = 10
	foundColumn      = widestID
	schemeColumn     = 9
	confidenceColumn = len("possible")
)

// Lines lists what was found, one line an id.
func (f *Found) Lines(dst []byte, c *find.Chunk) []byte { return inside(dst, c, f.line) }

// Objects writes one JSON object a find, in one line each. What varies is written
// by hand: encoding/json takes longer than the search.
func (f *Found) Objects(dst []byte, c *find.Chunk) []byte { return inside(dst, c, f.object) }

// inside appends what is said of each find of the time that is asked for.
func inside(dst []byte, c *find.Chunk, say func([]byte, *find.Chunk, *find.Find) []byte) []byte {
	for i := range c.Finds {
		if it := &c.Finds[i]; it.Inside {
			dst = say(dst, c, it)
		}
	}
	return dst
}

// line writes a find; where the screen is too narrow, what it is comes on a second
// line.
func (f *Found) line(dst []byte, c *find.Chunk, it *find.Find) []byte {
	start := len(dst)
	if len(f.Inputs) > 1 {
		dst = append(append(dst, Escaped(f.Inputs[c.Input].Name)...), ':')
	}
	dst = strconv.AppendInt(dst, it.Line, 10)
	dst = append(dst, ':')
	dst = strconv.AppendInt(dst, it.Column, 10)
	scheme, confidence := it.Scheme.Name, it.Confidence.String()
	id := it.Hidden // as it may be shown
	if id == "" {
		id = string(c.Data[it.Start:it.End])
	}
	place := len(dst) - start
	wide := max(place, placeColumn) + max(len(id), foundColumn) + max(len(scheme), schemeColumn) + confidenceColumn
	wide += 4*2 + len(time.RFC3339) + len(".000")
	dst = f.Append(Pad(dst, place, placeColumn), Bold, id)
	if f.Width() > 0 && wide > f.Width() {
		dst = append(dst, "\n    "...)
	} else {
		dst = Pad(dst, len(id), foundColumn)
	}
	dst = Pad(append(dst, scheme...), len(scheme), schemeColumn)
	style := Plain
	if it.Confidence == inspect.Possible {
		style = Warn
	}
	dst = Pad(f.Append(dst, style, confidence), len(confidence), confidenceColumn)
	if !it.Timed {
		return append(dst, "-\n"...)
	}
	dst = it.AppendTime(f.Open(dst, SourceStyles[gen.Time]), &f.Last)
	return append(f.Close(dst, SourceStyles[gen.Time]), '\n')
}

// Through passes a chunk with what is said of each id.
func (f *Found) Through(dst []byte, c *find.Chunk) []byte {
	return f.pass(dst, c, 0, len(c.Data), c.Finds)
}

// Kept passes the lines that have an id of the time that is asked for, as they are or
// with notes behind all their ids.
func (f *Found) Kept(dst []byte, c *find.Chunk) []byte {
	for i := 0; i < len(c.Finds); {
		if !c.Finds[i].Inside {
			i++
			continue
		}
		start := bytes.LastIndexByte(c.Data[:c.Finds[i].Start], '\n') + 1
		end := len(c.Data)
		if n := bytes.IndexByte(c.Data[c.Finds[i].End:], '\n'); n >= 0 {
			end = c.Finds[i].End + n + 1
		}
		for i > 0 && c.Finds[i-1].Start >= start {
			i--
		}
		first := i
		for i < len(c.Finds) && c.Finds[i].Start < end {
			i++
		}
		dst = f.pass(dst, c, start, end, c.Finds[first:i])
		if end == len(c.Data) && c.Data[end-1] != '\n' && c.Last && c.Input < len(f.Inputs)-1 {
			dst = append(dst, '\n') // the next file begins a line of its own
		}
	}
	return dst
}

// pass passes a part of the text, each byte as it is, but on a terminal what is printable.
func (f *Found) pass(dst []byte, c *find.Chunk, start, end int, finds []find.Find) []byte {
	for i := range finds {
		it := &finds[i]
		dst = f.plain(dst, c.Data[start:it.Start])
		if dst = f.Open(dst, Bold); it.Hidden != "" {
			dst = append(dst, it.Hidden...)
		} else {
			dst = append(dst, c.Data[it.Start:it.End]...)
		}
		dst = f.Close(dst, Bold)
		if start = it.End; f.Annotate {
			dst = f.note(dst, it)
		}
	}
	return f.plain(dst, c.Data[start:end])
}

// plain appends text between ids.
func (f *Found) plain(dst, text []byte) []byte {
	if f.Terminal {
		return AppendPrintable(dst, string(text), "\n\t")
	}
	return append(dst, text...)
}

// note writes what an id is: (uuidv7 2026-01-02T03:04:05.678Z).
func (f *Found) note(dst []byte, it *find.Find) []byte {
	dst = append(f.Open(append(dst, ' '), Dim), '(')
	if it.Confidence == inspect.Possible && !f.Strict {
		dst = append(dst, "possible "...)
	}
	dst = append(dst, it.Scheme.Name...)
	if it.Timed {
		dst = it.AppendTime(append(dst, ' '), &f.Last)
	}
	return f.Close(append(dst, ')'), Dim)
}

func (f *Found) object(dst []byte, c *find.Chunk, it *find.Find) []byte {
	dst = append(dst, `{"schema":1`...)
	if name := f.Inputs[c.Input].Name; name != f.Stdin {
		dst = inspect.AppendString(append(dst, `,"file":`...), name)
	}
	dst = append(dst, `,"line":`...)
	dst = strconv.AppendInt(dst, it.Line, 10)
	dst = append(dst, `,"column":`...)
	dst = strconv.AppendInt(dst, it.Column, 10)
	if f.Full {
		dst = append(dst, `,"offset":`...)
		dst = strconv.AppendInt(dst, c.Offset+int64(it.Start), 10)
	}
	dst = append(dst, `,"id":"`...) // of symbols that need no escape
	if it.Hidden == "" {
		dst = append(dst, c.Data[it.Start:it.End]...)
	} else {
		dst = append(dst, it.Hidden...)
	}
	dst = inspect.AppendString(append(dst, `","scheme":`...), it.Scheme.Name)
	dst = append(dst, `,"confidence":"`...)
	dst = append(dst, it.Confidence.String()...)
	return append(it.AppendTimeJSON(append(dst, '"'), &f.Last, f.Full), "}\n"...)
}
