package cmd

import (
	"bytes"

	"idscope/inspect"
	idfind "idscope/inspect/find"
)

// through passes a chunk with a note behind each id.
func (f *found) through(dst []byte, c *idfind.Chunk) []byte {
	return f.pass(dst, c, 0, len(c.Data), c.Finds)
}

// kept passes the lines that have an id of the time that is asked for, as they
// are or with notes behind all their ids.
func (f *found) kept(dst []byte, c *idfind.Chunk) []byte {
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
		if end == len(c.Data) && c.Data[end-1] != '\n' && c.Last && c.Input < len(f.inputs)-1 {
			dst = append(dst, '\n') // the next file begins a line of its own
		}
	}
	return dst
}

// pass passes a part of the text, each byte as it is.
func (f *found) pass(dst []byte, c *idfind.Chunk, start, end int, finds []idfind.Find) []byte {
	for i := range finds {
		it := &finds[i]
		dst = append(dst, c.Data[start:it.Start]...)
		dst = f.bold.open(dst)
		dst = append(dst, c.Data[it.Start:it.End]...)
		dst = f.bold.close(dst)
		if start = it.End; f.annotate {
			dst = f.note(dst, it)
		}
	}
	return append(dst, c.Data[start:end]...)
}

// note writes what an id is: (uuidv7 2026-01-02T03:04:05.678Z).
func (f *found) note(dst []byte, it *idfind.Find) []byte {
	dst = append(f.dim.open(append(dst, ' ')), '(')
	if it.Confidence == inspect.Possible && !f.strict {
		dst = append(dst, "possible "...)
	}
	dst = append(dst, it.Scheme.Name...)
	if it.Timed {
		dst = f.stamp.append(append(dst, ' '), it)
	}
	return f.dim.close(append(dst, ')'))
}
