package gen

import (
	"context"
	"fmt"
	"io"
	"math/bits"
	"sync"
)

// ComposerOptions are what a Composer needs besides its scheme; the zero value makes the scheme's own.
type ComposerOptions struct {
	Length   int       // of the text, in symbols; 0 is the scheme's own
	Alphabet string    // of the part whose length varies; empty is the scheme's own
	Random   io.Reader // nil is AES in counter mode, keyed from crypto/rand

	// Write appends a text as it is to be written; nil puts it on a line.
	Write func(dst, text []byte) []byte
}

// Composer generates IDs that are patterns of text, for any number of goroutines. Each symbol is drawn by rejection, so
// all are equally likely. IDs are unique by chance (see [Scheme.Entropy]); those of a sequence never repeat within its
// kept part.
type Composer struct {
	parts  []composed
	counts bool // there is a sequence, or a part that is kept
	write  func(dst, text []byte) []byte
	free   *sync.Pool // of entropies, where no text depends on another; else nil

	mu      sync.Mutex
	entropy entropy
	drawn   bool // the kept parts
}

// composed is a part as it is made.
type composed struct {
	*Part
	symbols []string // of one character each
	letters bool     // all are single bytes
	table   [256]byte
	limit   int // bytes from it on are thrown away: below, each symbol has as many
	length  int
	kept    []byte // text of a Keep part
	value   uint64 // of a Seq part
	stride  uint64
	end     uint64 // first value that the Seq part cannot have
}

// NewComposer returns a Composer of a scheme that has a Pattern. It refuses a scheme that is only read, a length or an
// alphabet that the pattern has not.
func NewComposer(s *Scheme, o ComposerOptions) (*Composer, error) {
	if s.Pattern == nil {
		return nil, fmt.Errorf("%s is a layout of bits; use a Generator", s.Name)
	}
	if s.ReadOnly != "" {
		return nil, fmt.Errorf("%s is only read, never generated: %s", s.Name, s.ReadOnly)
	}
	if err := s.Pattern.Check(); err != nil {
		return nil, fmt.Errorf("scheme %s: %w", s.Name, err)
	}
	s, err := s.Restrict(o.Length, o.Alphabet)
	if err != nil {
		return nil, err
	}
	c := &Composer{write: o.Write}
	c.entropy.from = o.Random
	if c.write == nil {
		c.write = func(dst, text []byte) []byte { return append(append(dst, text...), '\n') }
	}
	for i := range s.Pattern {
		p := composed{Part: &s.Pattern[i], length: s.Pattern[i].Symbols()}
		if err := p.prepare(); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		c.parts = append(c.parts, p)
		c.counts = c.counts || p.Source == Seq || p.Keep
	}
	if !c.counts && o.Random == nil {
		c.free = &sync.Pool{New: func() any { return new(entropy) }}
	}
	return c, nil
}

// prepare makes the tables of a part.
func (p *composed) prepare() error {
	switch p.Source {
	case Const:
		return nil
	case Random, Seq:
	default:
		return fmt.Errorf("part %s is %s; use random parts, a sequence and constants", p.Name, p.Source)
	}
	for _, symbol := range p.Alphabet {
		p.symbols = append(p.symbols, string(symbol))
	}
	n := len(p.symbols)
	p.letters = n == len(p.Alphabet)
	p.limit = 256 / n * n
	for b := range p.limit {
		if p.table[b] = byte(b % n); p.letters {
			p.table[b] = p.Alphabet[b%n]
		}
	}
	if p.Source != Seq {
		return nil
	}
	if !p.letters || p.Stride[1] < p.Stride[0] || p.Stride[0] == 0 {
		return fmt.Errorf("part %s cannot be counted; use symbols of ASCII and a stride of 1 or more", p.Name)
	}
	p.end = 1
	for range p.length {
		over, low := bits.Mul64(p.end, uint64(n))
		if p.end = low; over != 0 {
			return fmt.Errorf("part %s has numbers of more than 64 bits; use fewer symbols", p.Name)
		}
	}
	if p.end <= p.Stride[1] {
		return fmt.Errorf("part %s has %d numbers, fewer than its stride; use more", p.Name, p.end)
	}
	return nil
}

// Append appends the next identifier. Its error is the random source's; dst is then as it was. It does not allocate
// where dst has room.
func (c *Composer) Append(dst []byte) ([]byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.append(dst, &c.entropy)
}

// composedIDs is how many identifiers are composed at a time: some 20 KB of text.
const composedIDs = 1000

// Fill implements [IDSource]. Where texts depend on each other, they are composed here, in their order.
func (c *Composer) Fill(_ context.Context, n uint64) (Block, error) {
	n = min(n, composedIDs)
	if c.free == nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		text, refusal := c.lines(nil, n, &c.entropy)
		return Block{n, func(dst []byte) ([]byte, error) { return append(dst, text...), refusal }}, nil
	}
	return Block{n, func(dst []byte) ([]byte, error) {
		e := c.free.Get().(*entropy)
		defer c.free.Put(e)
		return c.lines(dst, n, e)
	}}, nil
}

// Close implements [IDSource].
func (c *Composer) Close() error { return nil }

// lines appends n identifiers as they are to be written.
func (c *Composer) lines(dst []byte, n uint64, e *entropy) ([]byte, error) {
	var text []byte
	for range n {
		var err error
		if text, err = c.append(text[:0], e); err != nil {
			return dst, err
		}
		dst = c.write(dst, text)
	}
	return dst, nil
}

func (c *Composer) append(dst []byte, e *entropy) ([]byte, error) {
	from := len(dst)
	if c.counts {
		if err := c.advance(); err != nil {
			return dst, err
		}
	}
	var err error
	for i := range c.parts {
		p := &c.parts[i]
		switch {
		case p.kept != nil:
			dst = append(dst, p.kept...)
		case p.Source == Const:
			dst = append(dst, p.Texts[0]...)
		case p.Source == Seq:
			dst = p.number(dst)
		default:
			if dst, err = e.draw(dst, p); err != nil {
				return dst[:from], err
			}
		}
	}
	return dst, nil
}

// advance moves the sequence on; where it is used up, or at the start, it and the kept parts are drawn.
func (c *Composer) advance() error {
	fresh := !c.drawn
	for i := range c.parts {
		if p := &c.parts[i]; p.Source == Seq && c.drawn {
			if p.value >= p.end-p.stride {
				fresh = true
			} else {
				p.value += p.stride
			}
		}
	}
	if !fresh {
		return nil
	}
	c.drawn = false
	for i := range c.parts {
		p := &c.parts[i]
		var err error
		switch {
		case p.Keep:
			p.kept, err = c.entropy.draw(p.kept[:0], p)
		case p.Source == Seq:
			if p.value, err = c.entropy.below(p.end); err == nil {
				p.stride, err = c.entropy.below(p.Stride[1] - p.Stride[0] + 1)
				p.stride += p.Stride[0]
			}
		}
		if err != nil {
			return err
		}
	}
	c.drawn = true
	return nil
}

// number writes the value of a Seq part at full width.
func (p *composed) number(dst []byte) []byte {
	at, v := len(dst)+p.length, p.value
	dst = append(dst, make([]byte, p.length)...)
	for range p.length {
		at--
		dst[at] = p.Alphabet[v%uint64(len(p.Alphabet))]
		v /= uint64(len(p.Alphabet))
	}
	return dst
}

// draw appends the random symbols of a part, and the hyphens between its groups.
func (e *entropy) draw(dst []byte, p *composed) (longer []byte, err error) {
	if p.Group == 0 {
		return e.symbols(dst, p, p.length)
	}
	for left := p.length; left > 0; left -= p.Group {
		if left < p.length {
			dst = append(dst, '-')
		}
		if dst, err = e.symbols(dst, p, min(left, p.Group)); err != nil {
			return dst, err
		}
	}
	return dst, nil
}

// symbols appends n uniform symbols of a part: each from a byte, where those that would favour the first symbols of the
// alphabet are thrown away.
func (e *entropy) symbols(dst []byte, p *composed, n int) ([]byte, error) {
	if p.letters && len(p.symbols) == 64 {
		return e.symbols64(dst, &p.table, n)
	}
	for n > 0 {
		random, err := e.bulk(1, (n+7)/8)
		if err != nil {
			return dst, err
		}
		used := 0
		for ; used < len(random) && n > 0; used++ {
			switch b := random[used]; {
			case int(b) >= p.limit:
				continue
			case p.letters:
				dst = append(dst, p.table[b])
			default:
				dst = append(dst, p.symbols[p.table[b]]...)
			}
			n--
		}
		e.used(used)
	}
	return dst, nil
}

// perPair is how many symbols of an alphabet of 64 come from two words without waste: 126 of 128 bits, the lowest
// first.
const perPair = 21

// symbols64 appends n symbols of an alphabet of 64 bytes.
func (e *entropy) symbols64(dst []byte, table *[256]byte, n int) ([]byte, error) {
	for ; n > 0; n -= perPair {
		lo, err := e.Word()
		if err != nil {
			return dst, err
		}
		hi, err := e.Word()
		if err != nil {
			return dst, err
		}
		for range min(n, perPair) {
			dst = append(dst, table[lo&63])
			lo, hi = lo>>6|hi<<58, hi>>6
		}
	}
	return dst, nil
}

// below returns a uniform number from 0 to n-1; 0 for n of 0 or 1.
func (e *entropy) below(n uint64) (uint64, error) {
	if n < 2 {
		return 0, nil
	}
	mask := ^uint64(0) >> bits.LeadingZeros64(n-1)
	for {
		v, err := e.Word()
		if err != nil {
			return 0, err
		}
		if v &= mask; v < n {
			return v, nil
		}
	}
}
