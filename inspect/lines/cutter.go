package lines

import (
	"bytes"
	"errors"
	"io"
)

// Input is a stream of lines, usually a file.
type Input struct {
	Name string // as errors and reports call it
	R    io.Reader
	Size int64 // in bytes, for progress; 0 where it is unknown
}

// Error is the error of an input that could not be read.
type Error struct {
	Name string // of the input
	Err  error
}

func (e *Error) Error() string { return e.Name + ": " + e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// Chunk is whole lines of one input, in the memory of its reader: it is used again and
// again. The zero value is ready.
type Chunk struct {
	Text  []byte // at least one byte, and Slack bytes more in its capacity; valid until the next one
	Input int    // which of the inputs, from 0
	Last  bool   // Text ends with the last line of its input, which may lack its line feed
	Split bool   // Text ends within a line that is too long
	// Before bytes are in front of Text, and After bytes behind it, that belong to other
	// chunks of the same line: [Chunk.Around].
	Before, After int

	buf []byte
}

// Around is Text with what is around it in its line.
func (k *Chunk) Around() []byte { return k.buf[:k.Before+len(k.Text)+k.After] }

// Slack is how many bytes behind the text of a chunk may be overwritten, and read
// whatever they are.
const Slack = 128

// Options are how a Cutter cuts. The zero value cuts lines of any length.
type Options struct {
	// Size is how many bytes are read at once, at most; 0 is 64 KiB. A chunk is
	// longer only where a line is.
	Size int
	// Longest bounds the memory for one line, in bytes; 0 is no bound. Lines whose text
	// is up to that long are whole. Of a longer one so much is kept at its start, and its
	// line feed, that its text is longer than that, too; unless there is Split.
	Longest int
	// Split finds where a line longer than Longest is cut in two, so that each byte
	// of the input is in a chunk: at least 1, at most len(line). The line goes on in
	// the next chunk.
	Split func(line []byte) int
	// Margin is how many bytes on both sides of a cut the chunks have around them, at
	// most.
	Margin int
	// Full waits for Size bytes, or the end of the input: for what is not shown
	// before the end of all input. Else a chunk is returned when it has a line.
	Full bool
	// Progress is told how many bytes were read so far.
	Progress func(done int64)
}

// Cutter cuts inputs, one after the other, into chunks of whole lines: joined they
// are the inputs, but for lines longer than Longest. It is for one goroutine at a
// time, and closes no input.
type Cutter struct {
	inputs []Input
	o      Options
	at     int    // the present input
	rest   []byte // of a line whose end is not read yet, behind the margin
	before int    // bytes of the margin
	skip   bool   // the rest of that line, up to its line feed, is left out
	done   int64  // bytes that were read
	err    error
}

// NewCutter returns a Cutter at the start of the inputs.
func NewCutter(inputs []Input, o Options) *Cutter {
	if o.Size <= 0 {
		o.Size = 64 << 10
	}
	return &Cutter{inputs: inputs, o: o}
}

// Next fills the chunk with the lines that come next; it waits for input until it
// has one. At the end of all inputs it returns io.EOF, for an input that fails an
// *Error, behind all whole lines before; the line in which that happened is left
// out, unless there is Split. The same comes from every later call.
func (c *Cutter) Next(k *Chunk) error {
	for c.err == nil {
		if c.at == len(c.inputs) {
			c.err = io.EOF
			break
		}
		k.Input, k.Last, k.Split, k.Before, k.After = c.at, false, false, c.before, 0
		if c.fill(k); len(k.Text) > 0 {
			return nil
		}
	}
	return c.err
}

// fill reads until there is a chunk, or the input ends.
func (c *Cutter) fill(k *Chunk) {
	n := len(c.rest)
	k.grow(max(c.o.Size, 2*n), 0)
	copy(k.buf, c.rest)
	c.rest = c.rest[:0]
	for seen, empty := n, 0; ; { // up to seen there is no line feed
		room := len(k.buf) - Slack
		m, err := c.inputs[c.at].R.Read(k.buf[n:room])
		c.count(m)
		if empty++; m > 0 {
			empty = 0
		}
		if c.skip {
			m = c.leaveOut(k.buf[n : n+m])
		}
		n += m
		if empty == 100 && err == nil {
			err = io.ErrNoProgress
		}
		if err != nil {
			c.end(k, n, err)
			return
		}
		if c.o.Full && n < room {
			continue
		}
		if end := bytes.LastIndexByte(k.buf[seen:n], '\n') + 1; end > 0 {
			c.cut(k, seen+end, n)
			return
		}
		switch seen = n; {
		case n < room:
		case c.o.Split != nil && n >= c.o.Longest:
			end := k.Before + c.o.Split(k.buf[k.Before:n])
			k.Split, k.After = true, min(c.o.Margin, n-end)
			c.cut(k, end, n)
			c.before = min(c.o.Margin, end)
			c.rest = append(c.rest[:0], k.buf[end-c.before:n]...)
			return
		case c.o.Split != nil:
			k.grow(min(2*n, c.o.Longest), n)
		case c.o.Longest == 0 || n <= c.o.Longest+1:
			k.grow(2*n, n)
		default: // even if the last byte is a carriage return
			n, c.skip = c.o.Longest+2, true
			seen = n
			k.grow(2*n, n) // for what is left out
		}
	}
}

// cut makes a chunk of what is read up to end, and carries the rest.
func (c *Cutter) cut(k *Chunk, end, n int) {
	k.Text, c.rest, c.before = k.buf[k.Before:end], append(c.rest, k.buf[end:n]...), 0
}

// end makes a chunk of what is left of an input.
func (c *Cutter) end(k *Chunk, n int, err error) {
	k.Last = errors.Is(err, io.EOF)
	if !k.Last {
		c.err = &Error{c.inputs[c.at].Name, err}
		if c.o.Split == nil {
			n = bytes.LastIndexByte(k.buf[:n], '\n') + 1
		}
	}
	k.Text, c.skip, c.before = k.buf[k.Before:n], false, 0
	c.at++
}

func (c *Cutter) count(n int) {
	if c.done += int64(n); c.o.Progress != nil {
		c.o.Progress(c.done)
	}
}

// leaveOut drops the bytes up to the end of a line that is too long, and returns
// how many are left.
func (c *Cutter) leaveOut(read []byte) int {
	end := bytes.IndexByte(read, '\n')
	if end < 0 {
		return 0
	}
	c.skip = false
	return copy(read, read[end:])
}

// grow makes room for size bytes and the slack, and keeps the first n.
func (k *Chunk) grow(size, n int) {
	if size += Slack; len(k.buf) < size {
		old := k.buf[:n]
		k.buf = make([]byte, size)
		copy(k.buf, old)
	}
}

// WithoutMark returns a reader of r without a mark of byte order at its start, which
// is no part of the first line.
func WithoutMark(r io.Reader) io.Reader { return &unmarked{r: r} }

type unmarked struct {
	r    io.Reader
	head []byte // what was read of the start, and is no mark
	past bool   // the start was read
	err  error
}

var byteOrderMark = []byte("\ufeff")

// Read is a read of the input, but where that begins with a mark.
func (u *unmarked) Read(p []byte) (n int, err error) {
	if len(p) == 0 {
		return 0, nil
	}
	for !u.past && u.err == nil {
		if n, u.err = u.r.Read(p); len(u.head) == 0 && n > 0 && p[0] != byteOrderMark[0] {
			u.past = true
			return n, u.err
		}
		if n == 0 && u.err == nil {
			return 0, nil
		}
		u.head = append(u.head, p[:n]...)
		if len(u.head) >= len(byteOrderMark) || !bytes.HasPrefix(byteOrderMark, u.head) {
			u.head, u.past = bytes.TrimPrefix(u.head, byteOrderMark), true
		}
	}
	if len(u.head) > 0 {
		n = copy(p, u.head)
		u.head = u.head[n:]
		return n, nil
	}
	if u.err != nil {
		return 0, u.err
	}
	return u.r.Read(p)
}

// Each calls do for every line of an input, with its end, and idle before it waits
// for input: what is ready can be shown then. It ends with the first error of
// either, or an *Error. do must not keep the line.
func Each(in Input, o Options, idle func() error, do func(line []byte) error) error {
	c := NewCutter([]Input{in}, o)
	for k := (Chunk{}); ; {
		if err := idle(); err != nil {
			return err
		}
		if err := c.Next(&k); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		for line := range bytes.Lines(k.Text) {
			if err := do(line); err != nil {
				return err
			}
		}
	}
}

// Blank reports whether a line has nothing but ASCII blanks.
func Blank(line []byte) bool {
	return len(line) == 0 || line[0] <= ' ' && len(bytes.Trim(line, " \t\r\n\v\f")) == 0
}
