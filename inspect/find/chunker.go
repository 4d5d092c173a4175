package find

import (
	"bytes"

	"idscope/inspect/lines"
)

// chunker cuts the inputs into chunks, and knows where each stands.
type chunker struct {
	cutter *lines.Cutter

	// Of the next chunk:
	input        int
	offset       int64
	line, column int64
	within       bool // it begins within a run
	split        bool // the cutter just found that it does
}

func newChunker(inputs []lines.Input, o Options) *chunker {
	s := &chunker{line: 1, column: 1}
	s.cutter = lines.NewCutter(inputs, lines.Options{Size: o.chunk, Longest: o.line, Split: s.seam})
	return s
}

// next fills a chunk; see [lines.Cutter.Next].
func (s *chunker) next(c *Chunk) error {
	s.split = false
	if err := s.cutter.Next(&c.cut); err != nil {
		return err
	}
	if c.cut.Input != s.input {
		*s = chunker{cutter: s.cutter, input: c.cut.Input, line: 1, column: 1, split: s.split}
	}
	c.Data, c.Input, c.Last = c.cut.Text, c.cut.Input, c.cut.Last
	c.Offset, c.Line, c.Column, c.within = s.offset, s.line, s.column, s.within
	c.Joined = c.cut.Split || s.column > 1
	end := len(c.Data)
	s.offset += int64(end)
	s.within = s.split
	if n := bytes.Count(c.Data, lineFeed); n > 0 {
		s.line += int64(n)
		s.column = 1
		end -= bytes.LastIndexByte(c.Data, '\n') + 1
	}
	s.column += int64(end)
	return nil
}

// seam finds where a line that is too long may be cut so that no identifier is:
// behind a blank or the like; else before a byte that is no symbol; where a run
// goes on for longer than any identifier, beside the UUIDs in it.
func (s *chunker) seam(data []byte) (end int) {
	const margin = 64 // of what stands around an identifier, and is looked at
	most, least := len(data)-margin, len(data)-2*longestRun
	for end = most; end > least; end-- {
		if isBlank(data[end-1]) {
			return end
		}
	}
	for end = most; end > least; end-- {
		if !isSymbol(data[end]) && isSymbol(data[end-1]) {
			return end
		}
	}
	s.split = true
	for at := most - 35; at < most; at++ {
		if u := data[at : at+36]; u[8] == '-' && u[13] == '-' && u[18] == '-' && u[23] == '-' {
			return at
		}
	}
	return most
}

func isBlank(c byte) bool { return c <= ' ' || c == ',' || c == '"' }
