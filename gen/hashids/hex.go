package hashids

import (
	"fmt"
	"math/bits"
	"strconv"
)

const perGroup = 12 // hexadecimal digits; with a 1 in front 49 bits, which JavaScript can hold

// AppendHex appends the text of hexadecimal digits: in groups of 12, each a number behind a digit 1, so that leading
// zeros stay. It refuses other texts, the empty one, too, with ErrHex.
func (c *Codec) AppendHex(dst []byte, hex string) ([]byte, error) {
	if hex == "" {
		return dst, fmt.Errorf("an empty text is %w", ErrHex)
	}
	var room [16]uint64
	numbers := room[:0]
	for at := 0; at < len(hex); at += perGroup {
		v, err := strconv.ParseUint("1"+hex[at:min(at+perGroup, len(hex))], 16, 64)
		if err != nil {
			return dst, fmt.Errorf("%q is %w", hex, ErrHex)
		}
		numbers = append(numbers, v)
	}
	return c.Append(dst, numbers)
}

// DecodeHex reads hexadecimal digits, in lower case. Beyond what Decode refuses, it refuses numbers that are no groups
// of digits with ErrHex.
func (c *Codec) DecodeHex(text string) (string, error) {
	numbers, err := c.Decode(text)
	if err != nil {
		return "", err
	}
	var hex []byte
	for i, v := range numbers {
		digits := (bits.Len64(v) - 1) / 4
		whole := digits == perGroup || i == len(numbers)-1 && digits > 0 && digits < perGroup
		if !whole || v>>(4*digits) != 1 {
			return "", fmt.Errorf("%q holds the number %d, which no group of digits gives: %w", text, v, ErrHex)
		}
		hex = append(hex, strconv.FormatUint(v, 16)[1:]...)
	}
	if len(hex) == 0 {
		return "", fmt.Errorf("an empty text is %w", ErrHex)
	}
	return string(hex), nil
}
