package cmd

import (
	"bytes"
	"errors"
	"io"

	"idscope/inspect"
)

// chunk is some lines of the input, and what is shown of them.
type chunk struct {
	size int // of its buffer
	buf  []byte
	in   []byte // whole lines, a part of buf
	err  error  // of the input behind them
	done chan struct{}

	out        []byte
	total, bad int
}

// show makes what is shown of the lines.
func (c *chunk) show(s *inspect.Streamer) {
	c.out, c.total, c.bad = s.AppendLines(c.out[:0], c.in)
}

// cutter cuts a stream into chunks of whole lines, one for each read: so nothing
// that was read waits for more.
type cutter struct {
	r    io.Reader
	rest []byte // of a line whose end was not read yet
	skip bool   // that line is longer than a chunk: its start is in rest, the end is left out
}

// next fills a chunk with whole lines, of which there may be none; the last line
// of the stream may lack its end. It waits for input until there is a line. more is
// false behind the last chunk.
func (k *cutter) next(c *chunk) (more bool) {
	if c.buf == nil {
		c.buf = make([]byte, c.size)
	}
	c.in, c.err = nil, nil
	n := copy(c.buf, k.rest)
	for {
		got, err := k.r.Read(c.buf[n:])
		if k.skip {
			got = k.drop(c.buf[n : n+got])
		}
		n += got
		if err != nil {
			if !errors.Is(err, io.EOF) {
				c.err = err
				n = bytes.LastIndexByte(c.buf[:n], '\n') + 1
			}
			c.in = c.buf[:n]
			return false
		}
		if end := bytes.LastIndexByte(c.buf[n-got:n], '\n'); end >= 0 {
			end += n - got + 1
			c.in, k.rest = c.buf[:end], append(k.rest[:0], c.buf[end:n]...)
			return true
		}
		if n == len(c.buf) { // of a line that is too long the start is read
			n, k.skip = inspect.LongestLine+1, true
		}
	}
}

// drop leaves out the bytes up to the end of a line that is too long, and returns
// how many are left.
func (k *cutter) drop(read []byte) int {
	end := bytes.IndexByte(read, '\n')
	if end < 0 {
		return 0
	}
	k.skip = false
	return copy(read, read[end:])
}
