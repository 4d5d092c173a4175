package screen

import (
	"strconv"

	"idscope/inspect"
	"idscope/inspect/find"
	"idscope/inspect/lines"
)

// FoundJSON writes what was found as JSON. It is for one goroutine.
type FoundJSON struct {
	Inputs []lines.Input
	Stdin  string // the name of the input that is no file
	Full   bool
	last   inspect.LastSecond
}

// Lines writes one JSON object a find, in one line each. What varies is written
// by hand: encoding/json takes longer than the search.
func (f *FoundJSON) Lines(dst []byte, c *find.Chunk) []byte {
	for i := range c.Finds {
		if it := &c.Finds[i]; it.Inside {
			dst = f.object(dst, c, it)
		}
	}
	return dst
}

// written reports whether the time has an instant that RFC 3339 can write.
func written(f *find.Find) bool { return f.Timed && f.Time().Year() <= 9999 }

func (f *FoundJSON) object(dst []byte, c *find.Chunk, it *find.Find) []byte {
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
	dst = append(dst, '"')
	if !it.Timed {
		return append(dst, "}\n"...)
	}
	if written(it) {
		key := `,"time":"`
		if it.Vague() {
			key = `,"time_from":"`
		}
		dst = append(it.AppendTime(append(dst, key...), &f.last), '"')
	}
	const exact = 1 << 53 // what JSON numbers hold
	ms := it.Time().UnixMilli()
	shown := !it.Vague() && (f.Full || !written(it))
	if shown && ms < exact && it.Time().Unix() < exact/1000 {
		dst = append(dst, `,"time_unix_ms":`...)
		dst = strconv.AppendInt(dst, ms, 10)
	}
	return append(dst, "}\n"...)
}
