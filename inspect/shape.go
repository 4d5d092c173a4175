package inspect

import (
	"math/bits"

	"idscope/gen"
)

// classes are the alphabets that shapes are told apart by, smallest first of those
// that share a text: the first four have no hyphen.
var classes = [...]string{
	"0123456789",
	"0123456789abcdef",
	"0123456789ABCDEF",
	"0123456789abcdefABCDEF",
	"-0123456789",
	"abcdefghijklmnopqrstuvwxyz",
	"ABCDEFGHIJKLMNOPQRSTUVWXYZ",
	"0123456789ABCDEFGHJKMNPQRSTVWXYZ",
	"0123456789abcdefghjkmnpqrstvwxyz",
	"0123456789abcdefghijklmnopqrstuv",
	"23456789abcdefghijklmnopqrstuvwx",
	"234567abcdefghijklmnopqrstuvwxyz",
	"13456789abcdefghijkmnopqrstuwxyz",
	"0123456789abcdefghijklmnopqrstuvwxyz",
	"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
	"0123456789abcdefghjkmnpqrstvwxyzABCDEFGHJKMNPQRSTVWXYZ",
	"23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
	"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
	"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
	"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz",
	"+/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
	"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~",
	"!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~",
}

// shapes knows for each byte the classes and the forms that have it.
type shapes struct {
	classes [256]uint32
	forms   [256]uint64
	usual   [64]int // the class that is a form's own alphabet, by form; -1 for none
}

func newShapes() *shapes {
	s := &shapes{}
	for i, symbols := range classes {
		for j := range len(symbols) {
			s.classes[symbols[j]] |= 1 << i
		}
	}
	for _, f := range gen.Forms() {
		symbols, fold := f.Form.Symbols()
		bit := uint64(1) << f.Form
		s.usual[f.Form] = -1
		for i, c := range classes {
			if sameSymbols(c, symbols) {
				s.usual[f.Form] = i
			}
		}
		for j := range len(symbols) {
			s.forms[symbols[j]] |= bit
			if fold && symbols[j] >= 'A' {
				s.forms[symbols[j]^' '] |= bit
			}
		}
		for _, c := range []byte(f.Form.Punctuation()) {
			s.forms[c] |= bit
		}
	}
	return s
}

// of returns the classes that have a byte, or with fold the letter in the other case.
func (s *shapes) of(c byte, fold bool) uint32 {
	if fold && symbolKind(c)%3 > 0 {
		return s.classes[c] | s.classes[c^' ']
	}
	return s.classes[c]
}

func sameSymbols(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	var seen [256]bool
	for i := range len(a) {
		seen[a[i]] = true
	}
	for i := range len(b) {
		if !seen[b[i]] {
			return false
		}
	}
	return true
}

// readable returns the forms that have all bytes of the text, a bit for each.
func (s *shapes) readable(text string) uint64 {
	forms := ^uint64(0)
	for i := range len(text) {
		forms &= s.forms[text[i]]
	}
	return forms
}

// class returns the smallest class that has all symbols of the text, punctuation
// of the form left out, and how many symbols there are. Of classes of one size
// it is the form's own, else the first. It is -1 where there is none.
func (s *shapes) class(text string, f gen.Form) (class, symbols int) {
	skip := f.Punctuation()
	all := ^uint32(0)
	for i := range len(text) {
		if skip != "" && text[i] == skip[0] {
			continue
		}
		all &= s.classes[text[i]]
		symbols++
	}
	all &= 1<<len(classes) - 1
	if all == 0 || symbols == 0 {
		return -1, symbols
	}
	class = bits.TrailingZeros32(all)
	if u := s.usual[f]; u >= 0 && all>>u&1 == 1 && len(classes[u]) == len(classes[class]) {
		class = u
	}
	return class, symbols
}
