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
