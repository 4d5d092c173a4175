package text

import (
	"bytes"
	"fmt"
)

// NCName writes a UUID as a name of XML and of most programming languages, which begins with a letter: version and
// variant, 4 bits each, are letters A to P at both ends, the 120 bits between them base32, base58 or base64. Source:
// draft-taylor-uuid-ncname-04.
const (
	ncnameBits   = 120 // without version and variant
	ncname58Most = 21  // symbols that they take at most in base58
	ncname58Pad  = '_' // behind fewer
)

// ncnameLetters are those of version and variant, at the ends.
const ncnameLetters = "ABCDEFGHIJKLMNOP"

var ncnameRuns = []Run{
	{Symbols: 1, LSB: 76, Bits: 4, Letters: ncnameLetters}, {}, {Symbols: 1, LSB: 60, Bits: 4, Letters: ncnameLetters},
}

// ncnameSplit takes version and variant out of a UUID, whose bits close up.
func ncnameSplit(id ID) (version, variant uint64, rest ID) {
	version, variant = id.Mid>>12&15, id.Lo>>60
	low := ID{Lo: id.Lo & Mask(60).Lo}
	middle := ID{Lo: id.Mid & 0xfff}.Shl(60)
	return version, variant, ID{Lo: id.Mid >> 16}.Shl(72).Or(middle).Or(low)
}

// ncnameJoin is the way back.
func ncnameJoin(version, variant uint64, rest ID) ID {
	return ID{Mid: rest.Shr(72).Lo<<16 | version<<12 | rest.Shr(60).Lo&0xfff,
		Lo: variant<<60 | rest.Lo&Mask(60).Lo}
}

// appendNCName writes base32 in small letters alone; in the other bases, where case counts, the letters at the ends are
// capitals.
func appendNCName(a *alphabet, dst []byte, id ID) []byte {
	version, variant, rest := ncnameSplit(id)
	first := byte('A')
	if a.fold {
		first = 'a'
	}
	dst = appendFull(a, append(dst, first+byte(version)), rest, ncnameBits/a.bits())
	return append(dst, first+byte(variant))
}

func appendNCName58(a *alphabet, dst []byte, id ID) []byte {
	version, variant, rest := ncnameSplit(id)
	dst = append(dst, 'A'+byte(version))
	at := len(dst)
	for range leadingZeroBytes(rest) { // base58 of bytes keeps those, as 1 each
		dst = append(dst, a.symbols[0])
	}
	if (rest != ID{}) {
		dst = appendRadix(a, dst, rest, 0)
	}
	for len(dst)-at < ncname58Most {
		dst = append(dst, ncname58Pad)
	}
	return append(dst, 'A'+byte(variant))
}

func leadingZeroBytes(rest ID) int { return (ncnameBits - rest.Len()) / 8 }

// parseNCName reads either case where the symbols have it.
func parseNCName(a *alphabet, s []byte) (ID, bool) {
	rest, ok := parseBits(s[1:len(s)-1], a.values(), uint(a.bits()))
	return ncnameEnds(a, s, rest, ok)
}

func parseNCName58(a *alphabet, text []byte) (ID, bool) {
	s := bytes.TrimRight(text[1:len(text)-1], string(ncname58Pad))
	zeros := 0
	for zeros < len(s) && s[zeros] == a.symbols[0] {
		zeros++
	}
	rest, ok := ID{}, true
	if zeros < len(s) {
		rest, ok = parseRadix(a, s[zeros:], 0)
	}
	return ncnameEnds(a, text, rest, ok && rest.Len() <= ncnameBits && zeros == leadingZeroBytes(rest))
}

// ncnameEnds puts the letters at the ends and what is between them together.
func ncnameEnds(a *alphabet, s []byte, rest ID, ok bool) (ID, bool) {
	version, okA := ncnameEnd(a, s[0])
	variant, okB := ncnameEnd(a, s[len(s)-1])
	if !ok || !okA || !okB {
		return ID{}, false
	}
	return ncnameJoin(version, variant, rest), true
}

func ncnameEnd(a *alphabet, c byte) (uint64, bool) {
	if a.fold {
		c &^= ' '
	}
	return uint64(c - 'A'), c-'A' < 16
}

func whyNCName(a *alphabet, s string, _ int) (problem string, reason error) {
	for _, i := range [...]int{0, len(s) - 1} {
		if _, ok := ncnameEnd(a, s[i]); !ok {
			return fmt.Sprintf("has %q at an end", s[i:i+1]), ErrFormat
		}
	}
	return "has underscores or needless symbols between its ends", ErrNonCanonical // of base58 only
}
