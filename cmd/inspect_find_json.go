package cmd

import (
	"bytes"
	"encoding/json"
	"strconv"

	idfind "idscope/inspect/find"
)

// objects writes one JSON object a find, in one line each. What varies is written
// by hand: encoding/json takes longer than the search.
func (f *found) objects(dst []byte, c *idfind.Chunk) []byte {
	for i := range c.Finds {
		if it := &c.Finds[i]; it.Inside {
			dst = f.object(dst, c, it)
		}
	}
	return dst
}

func (f *found) object(dst []byte, c *idfind.Chunk, it *idfind.Find) []byte {
	full := f.json == "full"
	dst = append(dst, `{"schema":1`...)
	if name := f.inputs[c.Input].Name; name != stdinName {
		dst = append(append(dst, `,"file":`...), f.quoted(c.Input, name)...)
	}
	dst = append(dst, `,"line":`...)
	dst = strconv.AppendInt(dst, it.Line, 10)
	dst = append(dst, `,"column":`...)
	dst = strconv.AppendInt(dst, it.Column, 10)
	if full {
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
	if written(it) {
		key := `,"time":"`
		if it.Vague {
			key = `,"time_from":"`
		}
		dst = append(f.stamp.append(append(dst, key...), it), '"')
	}
	const exact = 1 << 53 // what JSON numbers hold
	if ms := it.Time.UnixMilli(); !it.Vague && ms < exact && it.Time.Unix() < exact/1000 && (full || !written(it)) {
		dst = append(dst, `,"time_unix_ms":`...)
		dst = strconv.AppendInt(dst, ms, 10)
	}
	return append(dst, "}\n"...)
}

// quoted is a name as JSON, which is made once.
func (f *found) quoted(key any, name string) string {
	text, ok := f.names[key]
	if !ok {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		_ = e.Encode(name) // a string always has a JSON text
		text = string(bytes.TrimSuffix(b.Bytes(), lineEnd))
		f.names[key] = text
	}
	return text
}

var lineEnd = []byte{'\n'}
