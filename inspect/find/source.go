package find

import (
	"bytes"
	"context"
	"fmt"
	"io"
)

// Input is a stream of text, usually a file.
type Input struct {
	Name string // as errors call it
	R    io.Reader
}

// source cuts the inputs into chunks.
type source struct {
	inputs []Input
	opts   Options
	free   chan *Chunk
	send   func(*Chunk) bool // false when nobody wants more

	input  int
	carry  []byte // what was read behind the last chunk
	offset int64  // of carry in the input
	line   int64
	column int64
	within bool // carry begins within a run
}

// readAll sends all inputs, and behind them the error that ended it, if any.
func (s *source) readAll(ctx context.Context) {
	for s.input = range s.inputs {
		s.carry, s.offset, s.line, s.column, s.within = s.carry[:0], 0, 1, 1, false
		for more := true; more; {
			var c *Chunk
			select {
			case c = <-s.free:
			case <-ctx.Done():
				return
			}
			more = s.fill(c)
			if !s.send(c) || c.err != nil {
				return
			}
		}
	}
}

// fill reads what makes a chunk: as much as one call of Read gives, but at least
// the end of a line. more is false at the end of the input.
func (s *source) fill(c *Chunk) (more bool) {
	c.Input, c.Offset, c.Line, c.Column, c.within = s.input, s.offset, s.line, s.column, s.within
	c.Joined, c.Last, c.err = s.column > 1, false, nil
	n := copy(c.grow(max(s.opts.chunk, 2*len(s.carry)), 0), s.carry)
	empty := 0
	for {
		if n == len(c.buf) {
			c.grow(min(2*n, s.opts.line), n)
		}
		m, err := s.inputs[s.input].R.Read(c.buf[n:])
		fresh := c.buf[n : n+m]
		n += m
		if err != nil {
			s.cut(c, n, n, false)
			if c.Last = true; err != io.EOF {
				c.err = fmt.Errorf("%s: %w", s.inputs[s.input].Name, err)
			}
			return false
		}
		if empty++; m > 0 {
			empty = 0
		}
		if end := bytes.LastIndexByte(fresh, '\n') + 1; end > 0 {
			s.cut(c, n-m+end, n, false)
			return true
		}
		if n >= s.opts.line {
			end, within := s.seam(c.buf[:n])
			s.cut(c, end, n, within)
			c.Joined = true
			return true
		}
		if empty == 100 {
			c.err = fmt.Errorf("%s: %w", s.inputs[s.input].Name, io.ErrNoProgress)
			return false
		}
	}
}

// cut makes a chunk of what is read up to end, and carries the rest.
func (s *source) cut(c *Chunk, end, n int, within bool) {
	c.Data = c.buf[:end]
	s.carry = append(s.carry[:0], c.buf[end:n]...)
	s.offset += int64(end)
	s.within = within
	if lines := bytes.Count(c.Data, lineFeed); lines > 0 {
		s.line += int64(lines)
		s.column = 1
		end -= bytes.LastIndexByte(c.Data, '\n') + 1
	}
	s.column += int64(end)
}

// seam finds where a line that is too long may be cut so that no identifier is:
// behind a blank or the like; else before a byte that is no symbol; where a run
// goes on for longer than any identifier, beside the UUIDs in it.
func (s *source) seam(data []byte) (end int, within bool) {
	const margin = 64 // of what stands around an identifier, and is looked at
	most, least := len(data)-margin, len(data)-2*longestRun
	for end = most; end > least; end-- {
		if isBlank(data[end-1]) {
			return end, false
		}
	}
	for end = most; end > least; end-- {
		if !isSymbol(data[end]) && isSymbol(data[end-1]) {
			return end, false
		}
	}
	for at := most - 35; at < most; at++ {
		if u := data[at : at+36]; u[8] == '-' && u[13] == '-' && u[18] == '-' && u[23] == '-' {
			return at, true
		}
	}
	return most, true
}

func isBlank(c byte) bool { return c <= ' ' || c == ',' || c == '"' }

// grow makes room in the buffer, of which n bytes are used.
func (c *Chunk) grow(size, n int) []byte {
	if len(c.buf) < size {
		old := c.buf[:n]
		c.buf = make([]byte, size)
		copy(c.buf, old)
	}
	return c.buf
}
