package sqids

import (
	"bytes"
	"fmt"
	"math/bits"
)

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
