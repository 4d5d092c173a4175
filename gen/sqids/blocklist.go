package sqids

import (
	"bytes"
	_ "embed"
	"strings"
)

// defaultWords is the default blocklist of the specification, which every implementation has to have for its texts to
// agree: 560 words, from github.com/sqids/sqids-blocklist (MIT License, Sqids maintainers), as released in sqids-go
// v0.4.1. It is taken apart by New only.
//
//go:embed blocklist.txt
var defaultWords string

// blocklist has the words by their first two characters, in lower case.
type blocklist map[[2]byte][]string

// newBlocklist keeps the words that can occur, by the specification: at least 3 characters, all in the alphabet.
func newBlocklist(words []string, alphabet string) blocklist {
	alphabet = strings.ToLower(alphabet)
	l := make(blocklist, len(words))
	for _, w := range words {
		if w = strings.ToLower(w); len(w) >= 3 && strings.Trim(w, alphabet) == "" {
			l[[2]byte{w[0], w[1]}] = append(l[[2]byte{w[0], w[1]}], w)
		}
	}
	return l
}

// in reports whether a text is blocked: one of 3 characters if it is a word; a longer one if it contains a word of 4 or
// more, which has to be at the start or the end where it has a digit.
func (l blocklist) in(text []byte) bool {
	for i := 0; i+1 < len(text) && len(text) >= 3; i++ {
		for _, w := range l[[2]byte{lower(text[i]), lower(text[i+1])}] {
			if matches(text, i, w) {
				return true
			}
		}
	}
	return false
}

// matches reports whether a word at a place of a text blocks it.
func matches(text []byte, at int, w string) bool {
	end := at + len(w)
	if end > len(text) || len(w) == 3 && len(text) > 3 || !bytes.EqualFold(text[at:end], []byte(w)) {
		return false
	}
	return at == 0 || end == len(text) || !strings.ContainsAny(w, "0123456789")
}

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}
