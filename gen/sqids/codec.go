package sqids

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"idscope/gen/internal/lists"
)

const (
	// DefaultAlphabet is the alphabet of the specification.
	DefaultAlphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	// MinAlphabet is how many characters an alphabet has at least.
	MinAlphabet = 3
	// MaxLength is the largest minimum length.
	MaxLength = 255

	ascii = 128 // characters are single bytes, by the specification
)

// Options are what the texts of a codec depend on. The zero value is the specification's default.
type Options struct {
	// Alphabet has at least MinAlphabet different ASCII characters; empty is DefaultAlphabet.
	Alphabet string
	// MinLength is how many characters a text has at least, 0 to MaxLength.
	MinLength int
	// Blocklist has the words that no text may contain; nil is the specification's, and an empty slice blocks nothing.
	// Ignored are case, words of less than 3 characters and those that the alphabet cannot write.
	Blocklist []string
}

// Codec writes and reads texts. It never changes after New: any number of goroutines may use it.
type Codec struct {
	n         int
	alphabet  [ascii]byte // shuffled once
	index     [256]uint8  // place in alphabet, from 1; 0 for other bytes
	minLength int
	words     blocklist
}

// New makes a codec. Its errors wrap ErrOption.
func New(o Options) (*Codec, error) {
	o.Alphabet = cmp.Or(o.Alphabet, DefaultAlphabet)
	if o.MinLength < 0 || o.MinLength > MaxLength {
		return nil, fmt.Errorf("minimum length %d is %w; use 0 to %d", o.MinLength, ErrOption, MaxLength)
	}
	c := &Codec{n: len(o.Alphabet), minLength: o.MinLength}
	var seen [ascii]bool
	for _, r := range o.Alphabet {
		switch {
		case r >= ascii:
			return nil, fmt.Errorf("alphabet with %q is %w; use ASCII characters", r, ErrOption)
		case seen[r]:
			return nil, fmt.Errorf("alphabet with %q twice is %w; use different characters", r, ErrOption)
		}
		seen[r] = true
	}
	if c.n < MinAlphabet {
		return nil, fmt.Errorf("alphabet of length %d is %w; use %d or more", c.n, ErrOption, MinAlphabet)
	}
	copy(c.alphabet[:], o.Alphabet)
	shuffle(c.alphabet[:c.n])
	for i, b := range c.alphabet[:c.n] {
		c.index[b] = uint8(i + 1)
	}
	if o.Blocklist == nil {
		o.Blocklist = strings.Fields(defaultWords)
	}
	c.words = newBlocklist(o.Blocklist, o.Alphabet)
	return c, nil
}

// Append appends the text of the numbers; no numbers have the empty text. Its error wraps ErrBlocked. It allocates
// nothing beyond dst.
func (c *Codec) Append(dst []byte, numbers []uint64) ([]byte, error) {
	if len(numbers) == 0 {
		return dst, nil
	}
	start, first := len(dst), c.offset(numbers)
	for try := range c.n {
		dst = c.encode(dst[:start], numbers, (first+try)%c.n, c.minLength)
		if !c.words.in(dst[start:]) {
			return dst, nil
		}
	}
	return dst[:start], fmt.Errorf("all %d texts of the numbers have words of the blocklist: %w", c.n, ErrBlocked)
}

// Evidence is -log2 of the chance that random characters of the alphabet are a canonical text, in bits; the blocklist
// is left out of account.
func (c *Codec) Evidence(text string) float64 {
	return lists.Evidence(c.n, c.n-1, len(text), c.minLength)
}

// offset is where the alphabet of the numbers starts, before anything is blocked.
func (c *Codec) offset(numbers []uint64) int {
	sum := len(numbers)
	for i, v := range numbers {
		sum += int(c.alphabet[v%uint64(c.n)]) + i
	}
	return sum % c.n
}

// encode appends the text that starts at an offset.
func (c *Codec) encode(dst []byte, numbers []uint64, offset, minLength int) []byte {
	start := len(dst)
	var room [ascii]byte
	a := c.rotated(&room, offset)
	dst = append(dst, a[len(a)-1])
	for i, v := range numbers {
		if i > 0 {
			dst = append(dst, a[0])
			shuffle(a)
		}
		var room [64]byte
		dst = append(dst, lists.Digits(&room, v, a[1:])...)
	}
	if len(dst)-start >= minLength {
		return dst
	}
	dst = append(dst, a[0])
	for left := minLength - (len(dst) - start); left > 0; left = minLength - (len(dst) - start) {
		shuffle(a)
		dst = append(dst, a[:min(left, len(a))]...)
	}
	return dst
}

// rotated is the alphabet from an offset on, reversed.
func (c *Codec) rotated(room *[ascii]byte, offset int) []byte {
	a := append(room[:0], c.alphabet[offset:c.n]...)
	a = append(a, c.alphabet[:offset]...)
	slices.Reverse(a)
	return a
}

// shuffle mixes an alphabet by the rule of the specification: place i, from the front, changes with (i*j + codes of i
// and j) mod n, where j counts from the back.
func shuffle(a []byte) {
	for i, j := 0, len(a)-1; j > 0; i, j = i+1, j-1 {
		first := a[i]
		r := (i*j + int(first) + int(a[j])) % len(a)
		a[i] = a[r]
		a[r] = first
	}
}

// The errors that a caller may decide by; they are wrapped with the values.
var (
	ErrOption    = errors.New("not possible with sqids")      // of New
	ErrAlphabet  = errors.New("not in the alphabet")          // a character of a text
	ErrMalformed = errors.New("malformed")                    // no encoder with this alphabet writes the text
	ErrOverflow  = errors.New("more than 64 bits")            // a number of the text
	ErrBlocked   = errors.New("the blocklist leaves no text") // for the numbers
)

// NotCanonicalError says that a text was read, but that this codec writes its numbers in another way: another blocklist
// or minimum length.
type NotCanonicalError struct {
	Text      string
	Canonical string // what the codec writes; empty where the blocklist leaves nothing
	Blocked   bool   // the text has a word of the blocklist
}

// Error says how the numbers are written now.
func (e *NotCanonicalError) Error() string {
	why := "of another blocklist or minimum length"
	if e.Blocked {
		why = "with a word of the blocklist"
	}
	if e.Canonical == "" {
		return fmt.Sprintf("%q is an id %s; its numbers have no other", e.Text, why)
	}
	return fmt.Sprintf("%q is an id %s; its numbers are written %s now", e.Text, why, e.Canonical)
}

// Decode reads the numbers of a text; the empty text has none. What it reads without an error, Append writes as the
// same text. Its errors wrap ErrAlphabet, ErrMalformed or ErrOverflow; a *NotCanonicalError comes together with the
// numbers.
func (c *Codec) Decode(text string) ([]uint64, error) {
	if text == "" {
		return nil, nil
	}
	for i := range len(text) {
		if c.index[text[i]] == 0 {
			return nil, fmt.Errorf("%q in %q is %w", []rune(text[i:])[0], text, ErrAlphabet)
		}
	}
	offset := int(c.index[text[0]]) - 1
	numbers, end, err := c.numbers(text, offset)
	if err != nil {
		return nil, err
	}
	var room [ascii]byte
	blocked := c.words.in(append(room[:0], text...))
	if !blocked && offset == c.offset(numbers) && len(text) == max(end, c.minLength) {
		return numbers, nil
	}
	now, err := c.Append(nil, numbers)
	if err == nil && string(now) == text {
		return numbers, nil
	}
	return numbers, &NotCanonicalError{Text: text, Canonical: string(now), Blocked: blocked}
}

// numbers reads the numbers behind the prefix; end is where the filling starts. It refuses what encode does not write
// for any offset and minimum length: a digit 0 in front, and another filling.
func (c *Codec) numbers(text string, offset int) (numbers []uint64, end int, err error) {
	var room [ascii]byte
	a := c.rotated(&room, offset)
	var v uint64
	at := 1 // where the number starts
	for i := 1; i <= len(text); i++ {
		if i < len(text) && text[i] != a[0] {
			hi, lo := bits.Mul64(v, uint64(len(a)-1))
			sum, carry := bits.Add64(lo, uint64(bytes.IndexByte(a[1:], text[i])), 0)
			if hi+carry > 0 {
				return nil, 0, fmt.Errorf("a number of %q has %w", text, ErrOverflow)
			}
			v = sum
			continue
		}
		switch {
		case i == at && at == 1:
			return nil, 0, fmt.Errorf("%q is %w: no number follows its first character", text, ErrMalformed)
		case i == at: // nothing between two separators
			if !c.fills(a, text[at:]) {
				return nil, 0, fmt.Errorf("%q is %w: sqids fills it with other characters", text, ErrMalformed)
			}
			return numbers, at - 1, nil
		case i > at+1 && text[at] == a[1]:
			return nil, 0, fmt.Errorf("%q is %w: a number of it has a zero in front", text, ErrMalformed)
		}
		numbers = append(numbers, v)
		v, at = 0, i+1
		if i < len(text) {
			shuffle(a)
		}
	}
	return numbers, len(text), nil
}

// fills reports whether a text is the filling behind the first separator, after which the alphabet was shuffled once.
func (c *Codec) fills(a []byte, text string) bool {
	for {
		n := min(len(text), len(a))
		if text[:n] != string(a[:n]) {
			return false
		}
		if text = text[n:]; text == "" {
			return true
		}
		shuffle(a)
	}
}
