package inspect

import (
	"fmt"
	"math"
	"strconv"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

func comma(dst []byte, i int) []byte {
	if i > 0 {
		return append(dst, ',')
	}
	return dst
}

// appendBits appends a number of bits, to a hundredth.
func appendBits(dst []byte, v float64) []byte {
	n := int64(math.Round(v * 100))
	if math.Signbit(v) { // also of zero
		dst, n = append(dst, '-'), -n
	}
	dst = strconv.AppendInt(dst, n/100, 10)
	switch n %= 100; {
	case n == 0:
		return dst
	case n%10 == 0:
		return append(dst, '.', byte('0'+n/10))
	}
	return append(dst, '.', byte('0'+n/10), byte('0'+n%10))
}

// appendString appends a JSON string, as encoding/json writes it without HTML
// escapes: control characters, U+2028 and U+2029 are escaped, and bytes that are
// no UTF-8 become U+FFFD. What is not seen, and steers a terminal or turns the
// direction of a text, is escaped too: see [AppendEscaped].
func appendString(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for i := 0; i < len(s); {
		from := i
		for i < len(s) && s[i] >= ' ' && s[i] < 0x7f && s[i] != '"' && s[i] != '\\' {
			i++
		}
		if dst = append(dst, s[from:i]...); i == len(s) {
			break
		}
		c := s[i]
		if c < utf8.RuneSelf {
			switch {
			case c == '"' || c == '\\':
				dst = append(dst, '\\', c)
			case c == '\n':
				dst = append(dst, `\n`...)
			case c == '\r':
				dst = append(dst, `\r`...)
			case c == '\t':
				dst = append(dst, `\t`...)
			case c == '\b':
				dst = append(dst, `\b`...)
			case c == '\f':
				dst = append(dst, `\f`...)
			default:
				dst = append(dst, `\u00`...)
				dst = append(dst, hex[c>>4], hex[c&15])
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			dst = append(dst, `\ufffd`...)
		case unseen(r):
			dst = appendUnseen(dst, r)
		default:
			dst = append(dst, s[i:i+size]...)
		}
		i += size
	}
	return append(dst, '"')
}

// unseen reports whether a character beyond ASCII is none that one sees: a control
// character (U+009B begins what steers a terminal), a separator of lines, or one of
// format, as those that turn the direction of a text.
func unseen(r rune) bool {
	return r <= 0x9f || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)
}

// appendUnseen appends a character as JSON escapes it.
func appendUnseen(dst []byte, r rune) []byte {
	if high, low := utf16.EncodeRune(r); high != unicode.ReplacementChar {
		return fmt.Appendf(dst, `\u%04x\u%04x`, high, low)
	}
	return fmt.Appendf(dst, `\u%04x`, r)
}

// AppendEscaped appends JSON that another package wrote, with the characters of its
// strings that are not seen as escapes: U+007F to U+009F, and those of format, which
// can turn the direction of a text. What it means is the same.
func AppendEscaped(dst, json []byte) []byte {
	for len(json) > 0 {
		n := 0
		for n < len(json) && json[n] < 0x7f {
			n++
		}
		dst, json = append(dst, json[:n]...), json[n:]
		if len(json) == 0 {
			break
		}
		r, size := utf8.DecodeRune(json)
		if (r != utf8.RuneError || size > 1) && unseen(r) {
			dst = appendUnseen(dst, r)
		} else {
			dst = append(dst, json[:size]...)
		}
		json = json[size:]
	}
	return dst
}
