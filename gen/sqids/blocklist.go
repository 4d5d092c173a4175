package sqids

import (
	_ "embed"
	"strings"
)

// defaultWords is the default blocklist of the specification, which every implementation has to have for its texts to
// agree: 560 words, from github.com/sqids/sqids-blocklist (MIT License, Sqids maintainers), as released in sqids-go
// v0.4.1. It is taken apart by New only.
//
//go:embed blocklist.txt
var defaultWords string

// buckets is by how many values the two first characters of a word are told apart. A power of two, well above the
// number of words.
const buckets = 2048

// blocklist finds words in texts. Each place of a text is looked up by two characters, so that the number of words
// costs nothing.
type blocklist struct {
	words []string // by bucket, lower case
	from  [buckets + 1]int32
}

// newBlocklist keeps the words that can occur, which is a rule of the specification: at least 3 characters, all of them
// in the alphabet.
func newBlocklist(words []string, alphabet string) *blocklist {
	alphabet = strings.ToLower(alphabet)
	var in [ascii]bool
	for _, b := range []byte(alphabet) {
		in[b] = true
	}
	l := &blocklist{}
	kept := make([]string, 0, len(words))
	for _, w := range words {
		w = strings.ToLower(w)
		if len(w) >= 3 && !strings.ContainsFunc(w, func(r rune) bool { return r >= ascii || !in[r] }) {
			kept = append(kept, w)
			l.from[bucket(w[0], w[1])+1]++
		}
	}
	for b := range buckets {
		l.from[b+1] += l.from[b]
	}
	l.words = make([]string, len(kept))
	next := l.from
	for _, w := range kept {
		at := &next[bucket(w[0], w[1])]
		l.words[*at] = w
		*at++
	}
	return l
}

func bucket(a, b byte) int { return (int(a)*43 ^ int(b)) & (buckets - 1) }

// in reports whether a text is blocked: one of 3 characters if it is a word; a longer one if it contains a word of 4 or
// more, which has to stand at the start or the end where it has a digit.
func (l *blocklist) in(text []byte) bool {
	if len(text) < 3 || len(l.words) == 0 {
		return false
	}
	next := lower(text[0])
	for i := 0; i+1 < len(text); i++ {
		first := next
		next = lower(text[i+1])
		b := bucket(first, next)
		for _, w := range l.words[l.from[b]:l.from[b+1]] {
			if l.matches(text, i, w) {
				return true
			}
		}
	}
	return false
}

// matches reports whether a word that stands at a place of a text blocks it.
func (l *blocklist) matches(text []byte, at int, w string) bool {
	end := at + len(w)
	switch {
	case end > len(text):
		return false
	case len(w) == 3 && len(text) > 3:
		return false
	}
	for i := range len(w) {
		if lower(text[at+i]) != w[i] {
			return false
		}
	}
	return at == 0 || end == len(text) || !strings.ContainsAny(w, "0123456789")
}

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}
