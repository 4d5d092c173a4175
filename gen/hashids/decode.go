package hashids

import (
	"fmt"
	"math/bits"
	"slices"
	"unicode/utf8"
)

// Decode reads the numbers of a text; the empty text has none. What it reads, Append writes as the same text. Its
// errors wrap ErrAlphabet, ErrMalformed or ErrOverflow.
func (c *Codec) Decode(text string) ([]uint64, error) { return c.numbers(text, c.minLength) }

// Length returns the minimum length to which a text of this salt and alphabet was filled up; ok is false where no
// minimum length makes a text of it.
func (c *Codec) Length(text string) (n int, ok bool) {
	n = utf8.RuneCountInString(text)
	if n > MaxLength {
		return 0, false
	}
	_, err := c.numbers(text, n)
	return n, err == nil && text != ""
}

func (c *Codec) numbers(text string, minLength int) ([]uint64, error) {
	if text == "" {
		return nil, nil
	}
	if !utf8.ValidString(text) {
		return nil, fmt.Errorf("%q is not UTF-8, which is %w", text, ErrAlphabet)
	}
	body, err := c.body(text)
	if err != nil {
		return nil, err
	}
	numbers, err := c.read(body)
	if err != nil {
		return nil, fmt.Errorf("%q %w", text, err)
	}
	var room [ascii]byte
	if string(c.encode(room[:0], numbers, minLength)) != text {
		return nil, fmt.Errorf("%q is %w", text, ErrMalformed)
	}
	return numbers, nil
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
func (c *Codec) read(body string) (numbers []uint64, err error) {
	lottery, size := utf8.DecodeRuneInString(body)
	place := slices.Index(c.digits, lottery)
	if place < 0 || size == len(body) {
		return nil, fmt.Errorf("is %w", ErrMalformed)
	}
	var digitRoom, saltRoom [ascii]rune
	digits := c.next(digitRoom[:0], saltRoom[:], 0, place)
	var v uint64
	i, empty := 0, true
	for _, r := range body[size:] {
		if c.kind(r) == separator {
			if empty {
				return nil, fmt.Errorf("is %w", ErrMalformed)
			}
			numbers = append(numbers, v)
			i, v, empty = i+1, 0, true
			digits = c.next(digits, saltRoom[:], i, place)
			continue
		}
		hi, lo := bits.Mul64(v, uint64(len(digits)))
		sum, carry := bits.Add64(lo, uint64(slices.Index(digits, r)), 0)
		if hi+carry > 0 {
			return nil, fmt.Errorf("has a number of %w", ErrOverflow)
		}
		v, empty = sum, false
	}
	if empty {
		return nil, fmt.Errorf("is %w", ErrMalformed)
	}
	return append(numbers, v), nil
}
