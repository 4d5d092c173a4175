package hashids

import (
	"fmt"
	"math/bits"
	"slices"
	"unicode/utf8"
)

// Decode reads the numbers of a text; the empty text has none. What it reads, Append writes as the same text. Its
// errors wrap ErrAlphabet, ErrMalformed or ErrOverflow.
func (c *Codec) Decode(text string) ([]uint64, error) { return c.AppendNumbers(nil, text) }

// AppendNumbers appends what Decode returns, and allocates nothing beyond dst where the text has at most 128 bytes and
// the alphabet as many characters.
func (c *Codec) AppendNumbers(dst []uint64, text string) ([]uint64, error) {
	return c.numbers(dst, text, c.minLength)
}

// Length returns the minimum length to which a text of this salt and alphabet was filled up; ok is false where no
// minimum length makes a text of it.
func (c *Codec) Length(text string) (n int, ok bool) {
	n = utf8.RuneCountInString(text)
	if n > MaxLength {
		return 0, false
	}
	_, err := c.numbers(nil, text, n)
	return n, err == nil && text != ""
}

func (c *Codec) numbers(dst []uint64, text string, minLength int) ([]uint64, error) {
	if text == "" {
		return dst, nil
	}
	if !utf8.ValidString(text) {
		return dst, fmt.Errorf("%q is not UTF-8, which is %w", text, ErrAlphabet)
	}
	body, err := c.body(text)
	if err != nil {
		return dst, err
	}
	longer, err := c.read(dst, body)
	if err != nil {
		return dst, fmt.Errorf("%q %w", text, err)
	}
	var room [ascii]byte
	if string(c.encode(room[:0], longer[len(dst):], minLength)) != text {
		return dst, fmt.Errorf("%q is %w", text, ErrMalformed)
	}
	return longer, nil
}

// body is the part between the guards. No text has more than two of them.
func (c *Codec) body(text string) (string, error) {
	guards, from, to := 0, 0, len(text)
	for i, r := range text {
		switch c.kind(r) {
		case foreign:
			return "", fmt.Errorf("%q in %q is %w", r, text, ErrAlphabet)
		case guard:
			guards++
			switch guards {
			case 1:
				from = i + utf8.RuneLen(r)
			case 2:
				to = i
			default:
				return "", fmt.Errorf("%q is %w", text, ErrMalformed)
			}
		}
	}
	return text[from:to], nil
}

// read reads the numbers between the guards.
func (c *Codec) read(dst []uint64, body string) ([]uint64, error) {
	lottery, size := utf8.DecodeRuneInString(body)
	place := slices.Index(c.digits, lottery)
	if place < 0 || size == len(body) {
		return dst, fmt.Errorf("is %w", ErrMalformed)
	}
	var digitRoom, saltRoom [ascii]rune
	digits := c.next(digitRoom[:0], saltRoom[:], 0, place)
	var v uint64
	i, empty := 0, true
	for _, r := range body[size:] {
		if c.kind(r) == separator {
			if empty {
				return dst, fmt.Errorf("is %w", ErrMalformed)
			}
			dst = append(dst, v)
			i, v, empty = i+1, 0, true
			digits = c.next(digits, saltRoom[:], i, place)
			continue
		}
		hi, lo := bits.Mul64(v, uint64(len(digits)))
		sum, carry := bits.Add64(lo, uint64(slices.Index(digits, r)), 0)
		if hi+carry > 0 {
			return dst, fmt.Errorf("has a number of %w", ErrOverflow)
		}
		v, empty = sum, false
	}
	if empty {
		return dst, fmt.Errorf("is %w", ErrMalformed)
	}
	return append(dst, v), nil
}
