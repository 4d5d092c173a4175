package check

import (
	"bytes"
	"context"
	"fmt"
	"io"
)

// A block is a piece of an input: whole lines, each with its line feed, also the
// last of the input if that has none.
type block struct {
	number int // of all blocks, from 0
	input  int
	text   []byte // with slack bytes more in its capacity
	buf    []byte
}

// A source cuts the inputs into blocks. Goroutines take turns, so that one reads
// while the others work.
type source struct {
	inputs   []Input
	size     int
	progress func(done, total int64)
	turn     chan struct{} // holds one token while nobody reads

	// Of the one whose turn it is:
	number   int
	at       int
	carry    []byte // the start of a line whose end is not read yet
	skipping bool   // the rest of a line that is too long
	done     int64
	total    int64
}

func newSource(inputs []Input, o Options) *source {
	s := &source{inputs: inputs, size: o.blockSize, progress: o.Progress, turn: make(chan struct{}, 1)}
	s.turn <- struct{}{}
	for _, in := range inputs {
		s.total += in.Size
	}
	for _, in := range inputs {
		if in.Size <= 0 {
			s.total = 0
		}
	}
	return s
}

// next fills b with the next block; io.EOF when there is none. It waits for its
// turn until ctx ends.
func (s *source) next(ctx context.Context, b *block) error {
	select {
	case <-s.turn:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { s.turn <- struct{}{} }()
	for ctx.Err() == nil {
		if s.at == len(s.inputs) {
			return io.EOF
		}
		b.input = s.at
		more, err := s.fill(b)
		if err != nil {
			return fmt.Errorf("%s: %w", s.inputs[s.at].Name, err)
		}
		if !more {
			s.at++
			s.carry, s.skipping = s.carry[:0], false
		}
		if len(b.text) > 0 {
			b.number = s.number
			s.number++
			return nil
		}
	}
	return ctx.Err()
}

// fill reads as much of the present input as makes a block; more is false at its
// end. The block may be empty.
func (s *source) fill(b *block) (more bool, err error) {
	n := len(s.carry)
	b.grow(max(s.size, n+1))
	copy(b.buf, s.carry)
	for {
		m, err := io.ReadFull(s.inputs[s.at].R, b.buf[n:len(b.buf)-slack-1])
		n += m
		s.done += int64(m)
		if s.progress != nil {
			s.progress(s.done, s.total)
		}
		if s.skipping {
			n = copy(b.buf, s.skip(b.buf[:n]))
		}
		text := b.buf[:n]
		switch {
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			if len(text) > 0 && text[len(text)-1] != '\n' {
				text = append(text, '\n') // there is slack
			}
			b.text = text
			return false, nil
		case err != nil:
			return false, err
		}
		if end := bytes.LastIndexByte(text, '\n') + 1; end > 0 {
			s.carry = append(s.carry[:0], text[end:]...)
			b.text = text[:end]
			return true, nil
		}
		if len(text) > maxLine {
			s.carry, s.skipping = s.carry[:0], true
			b.text = append(text[:maxLine+1], '\n')
			return true, nil
		}
		b.grow(2 * n)
	}
}

// skip drops the rest of a line that was too long.
func (s *source) skip(text []byte) []byte {
	end := bytes.IndexByte(text, '\n') + 1
	if end == 0 {
		return nil
	}
	s.skipping = false
	return text[end:]
}

// grow makes room for n bytes of text, and keeps what is there.
func (b *block) grow(n int) {
	if n += slack + 1; len(b.buf) < n { // one more for a line feed that is missing
		buf := make([]byte, n)
		copy(buf, b.buf)
		b.buf = buf
	}
}
