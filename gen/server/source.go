package server

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"idscope/gen"
)

// source is what a name means: a generator, and how its ids are written.
type source struct {
	name   string
	scheme *gen.Scheme
	plain  bool          // opened by the name of its scheme: its IDs are those of idscope gen
	listed bool          // named in the file
	from   Generator     // nil for a pattern of text
	text   *gen.Composer // of a pattern
	number bool          // the scheme writes its ids as decimal numbers
	fits   bool          // all ids fit int64

	ids      atomic.Uint64 // handed out
	requests atomic.Uint64
	failures atomic.Uint64

	mu   sync.Mutex
	last gen.ID // that was handed out
	used bool
}

func newSource(name string, s *gen.Scheme, from Generator) *source {
	return &source{name: name, scheme: s, from: from, number: s.Affix == nil && s.Text.Form.Digits(),
		fits: s.Largest().Len() <= 63}
}

func newPattern(name string, s *gen.Scheme) (*source, error) {
	c, err := gen.NewComposer(s, gen.ComposerOptions{})
	if err != nil {
		return nil, err
	}
	return &source{name: name, scheme: s, text: c}, nil
}

// fill fills dst with ids.
func (s *source) fill(ctx context.Context, dst []gen.ID) (int, error) {
	n, err := s.from.Fill(ctx, dst)
	if n > 0 {
		s.count(n, dst[n-1])
	}
	if err != nil {
		s.failures.Add(1)
	}
	return n, err
}

// reserve returns the first and the last of n consecutive integers.
func (s *source) reserve(ctx context.Context, n uint64) (first, last gen.ID, err error) {
	if s.from == nil || s.scheme.Affix != nil {
		return first, last, errScattered
	}
	first, err = s.from.Reserve(ctx, n)
	if err != nil {
		s.failures.Add(1)
		return first, last, err
	}
	last, _ = first.MulAdd(1, n-1) // the generator has added them already
	s.count(int(n), last)
	return first, last, nil
}

func (s *source) count(n int, last gen.ID) {
	s.requests.Add(1)
	s.ids.Add(uint64(n))
	s.mu.Lock()
	s.used = true
	if !s.fits || s.last.Cmp(last) < 0 { // two calls may come here in the wrong order
		s.last = last
	}
	s.mu.Unlock()
}

// latest returns the last id that was handed out; false for none.
func (s *source) latest() (gen.ID, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last, s.used
}

// appendID appends the text of an id.
func (s *source) appendID(dst []byte, id gen.ID) []byte { return s.scheme.Append(dst, id) }

// appendIDs appends as many IDs as there is room for, and passes each on, with where it begins, to the one who frames
// them. On an error n are good.
func (s *source) appendIDs(ctx context.Context, dst []byte, room []gen.ID,
	framed func(dst []byte, at int) []byte) (out []byte, n int, err error) {
	if s.text == nil {
		n, err = s.fill(ctx, room)
		for _, id := range room[:n] {
			at := len(dst)
			dst = framed(s.appendID(dst, id), at)
		}
		return dst, n, err
	}
	for ; n < len(room); n++ {
		at := len(dst)
		out, err := s.text.Append(dst)
		if err != nil {
			s.failures.Add(1)
			return dst, n, err
		}
		s.requests.Add(1)
		s.ids.Add(1)
		dst = framed(out, at)
	}
	return dst, n, nil
}

// digitsOfInt64 is how many digits every number of as many fits int64 with.
const digitsOfInt64 = 18

// appendNumber appends an id as an integer where it fits int64, also if its scheme writes it
// otherwise; else as a bulk string.
func (s *source) appendNumber(dst []byte, id gen.ID) []byte {
	at := len(dst)
	switch {
	case s.scheme.Text.Form == gen.DateDigits: // a date and a number, and not the bits
		if dst = s.appendID(dst, id); len(dst)-at <= digitsOfInt64 {
			return append(slices.Insert(dst, at, ':'), '\r', '\n')
		}
		return bulkFrom(dst, at)
	case id.Hi|id.Mid == 0 && id.Lo <= maxInt64:
		return appendInt(dst, id.Lo)
	case s.number || s.scheme.Text.Form.Encodes() && !s.fits:
		return bulkFrom(s.appendID(dst, id), at)
	}
	return appendBulk(dst, strconv.AppendUint(nil, id.Lo, 10))
}

const maxInt64 = 1<<63 - 1

func (s *source) ready() error {
	if s.from == nil {
		return nil
	}
	if err := s.from.Ready(); err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	return nil
}

func (s *source) close() error {
	if s.from == nil {
		return nil
	}
	return s.from.Close()
}
