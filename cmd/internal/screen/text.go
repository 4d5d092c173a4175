package screen

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Escaped replaces all that is not printable ASCII: what was pasted shall not control
// the terminal.
func Escaped(text string) string {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			q := strconv.QuoteToASCII(text)
			return strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)
		}
	}
	return text
}

// Printable replaces what is not printable of any alphabet: what comes from outside shall
// not control the terminal.
func Printable(text string) string { return string(AppendPrintable(nil, text, "")) }

// AppendPrintable appends a text as Printable has it, and those of its bytes that are kept
// as they are.
func AppendPrintable(dst []byte, text, kept string) []byte {
	for i, c := range text {
		switch {
		case strconv.IsPrint(c) || c < utf8.RuneSelf && strings.IndexByte(kept, byte(c)) >= 0:
			dst = utf8.AppendRune(dst, c)
		case c == '\r' && kept != "" && strings.HasPrefix(text[i:], "\r\n"):
			dst = append(dst, '\r')
		default:
			q := strconv.QuoteRune(c)
			dst = append(dst, q[1:len(q)-1]...)
		}
	}
	return dst
}

// Plural chooses between the words for one and for many.
func Plural[N int | int64 | uint64](n N, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
