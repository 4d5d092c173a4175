package ui

import (
	"strconv"
	"strings"
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

// Printable replaces what is not printable of any alphabet: what a server or another host
// said shall not control the terminal.
func Printable(text string) string {
	var b strings.Builder
	for _, c := range strings.ToValidUTF8(text, "\ufffd") {
		if strconv.IsPrint(c) {
			b.WriteRune(c)
		} else {
			q := strconv.QuoteRune(c)
			b.WriteString(q[1 : len(q)-1])
		}
	}
	return b.String()
}
