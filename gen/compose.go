package gen

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"sync"
	"unicode/utf8"
)

// ComposerOptions are what a Composer needs besides its scheme; the zero value
// makes the scheme's own.
type ComposerOptions struct {
	Length   int       // of the text, in symbols; 0 is the scheme's own
	Alphabet string    // of the part whose length varies; empty is the scheme's own
	Random   io.Reader // nil is SystemRandom
}

// Composer makes identifiers of schemes that are patterns of text. Any number of
// goroutines may use it. Random symbols are uniform: each is drawn by rejection,
// never by a remainder. Identifiers are unique by odds: see [Pattern.Entropy];
// where a pattern has a sequence, those of one Composer never repeat within its
// kept part.
type Composer struct {
	scheme *Scheme
	parts  []composed

	mu      sync.Mutex
	entropy entropy
	drawn   bool // the kept parts
}

// composed is a part as it is made.
type composed struct {
	*Part
	symbols []string // of one character each
	length  int
	kept    []byte // text of a Keep part
	value   uint64 // of a Seq part
	stride  uint64
	limit   uint64 // first value that the Seq part can not have
}

// NewComposer returns a Composer of a scheme that has a Pattern. It refuses a
// scheme that is only read, a length or an alphabet that the pattern has not.
func NewComposer(s *Scheme, o ComposerOptions) (*Composer, error) {
	if s.Pattern == nil {
		return nil, fmt.Errorf("%s is a layout of bits; want a Generator", s.Name)
	}
	if s.ReadOnly != "" {
		return nil, fmt.Errorf("%s is only read, never made: %s", s.Name, s.ReadOnly)
	}
	c := &Composer{scheme: s}
	if c.entropy.from = o.Random; o.Random == nil {
		c.entropy.from = SystemRandom()
	}
	free, fixed := -1, 0
	for i := range s.Pattern {
		part := &s.Pattern[i]
		p := composed{Part: part, length: part.Symbols()}
		if part.Min != part.Max && len(part.Texts) == 0 {
			free = i
		} else if len(part.Texts) > 0 {
			fixed += len(part.Texts[0])
		} else {
			fixed += p.length
		}
		c.parts = append(c.parts, p)
	}
	if err := c.choose(o, free, fixed); err != nil {
		return nil, err
	}
	for i := range c.parts {
		p := &c.parts[i]
		for _, symbol := range p.Alphabet {
			p.symbols = append(p.symbols, string(symbol))
		}
		if p.Source == Seq {
			p.limit = uint64(math.Round(math.Pow(float64(len(p.symbols)), float64(p.length))))
		}
	}
	return c, nil
}

// choose applies the length and the alphabet to the part that is free.
func (c *Composer) choose(o ComposerOptions, free, fixed int) error {
	if o.Length == 0 && o.Alphabet == "" {
		return nil
	}
	if free < 0 {
		return fmt.Errorf("the length and alphabet of %s are fixed; want none", c.scheme.Name)
	}
	p := &c.parts[free]
	if o.Length != 0 {
		if o.Length < fixed+p.Min || o.Length > fixed+p.Max {
			return fmt.Errorf("length %d is out of range for %s; want %d to %d", o.Length, c.scheme.Name, fixed+max(1, p.Min), fixed+p.Max)
		}
		p.length = o.Length - fixed
	}
	if o.Alphabet != "" {
		if !c.scheme.OwnAlphabet {
			return fmt.Errorf("the alphabet of %s is fixed; want none", c.scheme.Name)
		}
		if err := CheckAlphabet(o.Alphabet); err != nil {
			return err
		}
		own := *p.Part
		own.Alphabet = o.Alphabet
		p.Part = &own
	}
	return nil
}

// Entropy is how many bits of each identifier are random.
func (c *Composer) Entropy() float64 {
	sum := 0.0
	for _, p := range c.parts {
		if p.Source == Random {
			sum += float64(p.length) * p.Bits()
		}
	}
	return sum
}

// Append appends the next identifier. Its error is the random source's; dst is
// then as it was.
func (c *Composer) Append(dst []byte) ([]byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	from := len(dst)
	if err := c.advance(); err != nil {
		return dst, err
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
			if dst, err = c.draw(dst, p); err != nil {
				return dst[:from], err
			}
		}
	}
	return dst, nil
}

// advance moves the sequence on; where it is used up, or at the start, it and the
// kept parts are drawn.
func (c *Composer) advance() error {
	fresh := !c.drawn
	for i := range c.parts {
		if p := &c.parts[i]; p.Source == Seq && c.drawn {
			if p.value >= p.limit-p.stride {
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
			p.kept, err = c.draw(p.kept[:0], p)
		case p.Source == Seq:
			if p.value, err = c.entropy.below(p.limit); err == nil {
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

// draw appends random symbols.
func (c *Composer) draw(dst []byte, p *composed) ([]byte, error) {
	if len(p.symbols) == 0 {
		return dst, errors.New("gen: part " + p.Name + " has no symbols")
	}
	if len(p.Alphabet) != len(p.symbols) { // not ASCII
		for range p.length {
			v, err := c.entropy.below(uint64(len(p.symbols)))
			if err != nil {
				return dst, err
			}
			dst = append(dst, p.symbols[v]...)
		}
		return dst, nil
	}
	return c.entropy.symbols(dst, p.Alphabet, p.length)
}

// symbols appends n uniform symbols: the bits of a word are taken in groups just
// wide enough for the alphabet, and groups beyond it are thrown away.
func (e *entropy) symbols(dst []byte, alphabet string, n int) ([]byte, error) {
	width := bitLen(uint64(len(alphabet) - 1))
	mask := uint64(1)<<width - 1
	for n > 0 {
		word, err := e.word()
		if err != nil {
			return dst, err
		}
		for left := 64 / width; left > 0 && n > 0; left-- {
			if v := word & mask; v < uint64(len(alphabet)) {
				dst = append(dst, alphabet[v])
				n--
			}
			word >>= width
		}
	}
	return dst, nil
}

// below returns a uniform number from 0 to n-1; 0 for n of 0 or 1.
func (e *entropy) below(n uint64) (uint64, error) {
	if n < 2 {
		return 0, nil
	}
	mask := ^uint64(0) >> (64 - bitLen(n-1))
	for {
		v, err := e.word()
		if err != nil {
			return 0, err
		}
		if v &= mask; v < n {
			return v, nil
		}
	}
}

func bitLen(v uint64) uint { return uint(bits.Len64(v)) }

// Scheme returns the scheme that is made.
func (c *Composer) Scheme() *Scheme { return c.scheme }

// Symbols is the length of each identifier, in characters.
func (c *Composer) Symbols() int {
	n := 0
	for _, p := range c.parts {
		if len(p.Texts) > 0 {
			n += utf8.RuneCountInString(p.Texts[0])
		} else {
			n += p.length
		}
	}
	return n
}
