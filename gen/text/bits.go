package text

import (
	"fmt"
	"strings"
)

// Bases that are powers of two give each symbol a fixed number of bits: from the last bit on, as a number at full
// width, or from the first on, as RFC 4648 writes bytes. Parsers work by words of 60 bits.
const bitsPerWord = 60

func appendFull(a *alphabet, dst []byte, id ID, symbols int) []byte {
	dst, text := extend(dst, symbols)
	a.pairs().fill(text, id, uint(a.bits()))
	return dst
}

// appendLeft writes size bytes from their first bit on: the last symbol holds the bits that are left over, and zeros
// below them (RFC 4648 section 3.5).
func appendLeft(a *alphabet, dst []byte, id ID, size int) []byte {
	k := uint(a.bits())
	n := ceilDiv(8*size, int(k))
	spare := uint(n)*k - uint(8*size)
	dst, text := extend(dst, n)
	text[n-1] = a.symbols[id.Lo<<spare&(1<<k-1)]
	a.pairs().fill(text[:n-1], id.Shr(k-spare), k)
	return dst
}

// parseFullWidth reads at least as many symbols as bits need. Symbols in front of those, and the part of the first that
// bits do not need, must be zero.
func parseFull(a *alphabet, s []byte, bits int) (ID, bool) {
	needed, k := a.count(bits), a.bits()
	pad, s := s[:len(s)-needed], s[len(s)-needed:]
	for _, c := range pad {
		if c != a.symbols[0] {
			return ID{}, false
		}
	}
	values := a.values()
	if int(values[s[0]])>>(bits-k*(needed-1)) != 0 {
		return ID{}, false // the first symbol is too large, or none
	}
	return parseBits(s, values, uint(k))
}

func appendPadded(a *alphabet, dst []byte, id ID, bits int) []byte {
	size := ceilDiv(bits, 8)
	dst = appendLeft(a, dst, id, size)
	for range (3 - size%3) % 3 {
		dst = append(dst, '=')
	}
	return dst
}

// parsePadded wants the padding that RFC 4648 section 4 asks for.
func parsePadded(a *alphabet, s []byte, bits int) (ID, bool) {
	symbols := ceilDiv(8*ceilDiv(bits, 8), 6)
	for _, c := range s[symbols:] {
		if c != '=' {
			return ID{}, false
		}
	}
	return parseLeft(a, s[:symbols], bits)
}

// whyPadded is why for texts with padding, or without where it should be.
func whyPadded(a *alphabet, s string, bits int) (problem string, reason error) {
	symbols := ceilDiv(8*ceilDiv(bits, 8), 6)
	if strings.IndexByte(s[:symbols], '=') >= 0 || strings.Trim(s[symbols:], "=") != "" {
		return "has its padding out of place", ErrFormat
	}
	return whyBytes(a, s, bits)
}

// parseLeft reads what appendLeft writes.
func parseLeft(a *alphabet, s []byte, bits int) (ID, bool) {
	values, k := a.values(), uint(a.bits())
	last := len(s) - 1
	spare := uint(len(s))*k - uint(8*ceilDiv(bits, 8))
	v := values[s[last]]
	id, ok := parseBits(s[:last], values, k)
	id = id.Shl(k - spare)
	id.Lo |= uint64(v >> spare)
	return id, ok && v < notSymbol && v&(1<<spare-1) == 0
}

func whyBytes(_ *alphabet, s string, _ int) (problem string, reason error) {
	return fmt.Sprintf("ends in %q, which says more than the last bits", s[len(s)-1:]), ErrNonCanonical
}

// parseBits reads symbols of k bits each, of at most 192 bits in all.
func parseBits(s []byte, values *[256]uint8, k uint) (id ID, ok bool) {
	perWord := bitsPerWord / int(k)
	var seen uint8
	for n := len(s) % perWord; ; n = perWord {
		var word uint64
		for _, c := range s[:n] {
			v := values[c]
			seen |= v
			word = word<<(k&63) | uint64(v)
		}
		id = ID{id.Hi<<60 | id.Mid>>4, id.Mid<<60 | id.Lo>>4, id.Lo<<60 | word} // bitsPerWord
		if s = s[n:]; len(s) == 0 {
			return id, seen < notSymbol
		}
	}
}
