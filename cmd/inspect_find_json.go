package cmd

import (
	"bytes"
	"strconv"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	idfind "idscope/inspect/find"
	"idscope/inspect/lines"
)

// foundJSON writes what was found as JSON. It is for one goroutine.
type foundJSON struct {
	inputs []lines.Input
	full   bool
	stamps show.Stamps
	names  map[any]string // of files and schemes, quoted
}

// objects writes one JSON object a find, in one line each. What varies is written
// by hand: encoding/json takes longer than the search.
func (f *foundJSON) objects(dst []byte, c *idfind.Chunk) []byte {
	for i := range c.Finds {
		if it := &c.Finds[i]; it.Inside {
			dst = f.object(dst, c, it)
		}
	}
	return dst
}

func (f *foundJSON) object(dst []byte, c *idfind.Chunk, it *idfind.Find) []byte {
	dst = append(dst, `{"schema":1`...)
	if name := f.inputs[c.Input].Name; name != stdinName {
		dst = append(append(dst, `,"file":`...), f.quoted(c.Input, name)...)
	}
	dst = append(dst, `,"line":`...)
	dst = strconv.AppendInt(dst, it.Line, 10)
	dst = append(dst, `,"column":`...)
	dst = strconv.AppendInt(dst, it.Column, 10)
	if f.full {
		dst = append(dst, `,"offset":`...)
		dst = strconv.AppendInt(dst, c.Offset+int64(it.Start), 10)
	}
	dst = append(dst, `,"id":"`...) // of symbols that need no escape
	if it.Hidden == "" {
		dst = append(dst, c.Data[it.Start:it.End]...)
	} else {
		dst = append(dst, it.Hidden...)
	}
	dst = append(dst, `","scheme":`...)
	dst = append(dst, f.quoted(it.Scheme, it.Scheme.Name)...)
	dst = append(dst, `,"confidence":"`...)
	dst = append(dst, it.Confidence.String()...)
	dst = append(dst, '"')
	if !it.Timed {
		return append(dst, "}\n"...)
	}
	if show.Written(it) {
		key := `,"time":"`
		if it.Vague {
			key = `,"time_from":"`
		}
		dst = append(f.stamps.Append(append(dst, key...), it.Scheme, it.Time, it.Vague), '"')
	}
	const exact = 1 << 53 // what JSON numbers hold
	if ms := it.Time.UnixMilli(); !it.Vague && ms < exact && it.Time.Unix() < exact/1000 && (f.full || !show.Written(it)) {
		dst = append(dst, `,"time_unix_ms":`...)
		dst = strconv.AppendInt(dst, ms, 10)
	}
	return append(dst, "}\n"...)
}

// quoted is a name as JSON, which is made once.
func (f *foundJSON) quoted(key any, name string) string {
	text, ok := f.names[key]
	if !ok {
		var b bytes.Buffer
		e := cli.JSON(&b)
		_ = e.Encode(name) // a string always has a JSON text
		text = string(bytes.TrimSuffix(b.Bytes(), lineEnd))
		f.names[key] = text
	}
	return text
}

var lineEnd = []byte{'\n'}
