package gen

// NCName writes a UUID so that it can be a name in XML and in most programming
// languages, where it must not begin with a digit: version and variant, 4 bits
// each, are letters A to P at both ends, and the 120 bits between them stand in
// base32, base58 or base64. Source: draft-taylor-uuid-ncname-04.
const (
	ncnameBits  = 120 // without version and variant
	ncname32Len = 1 + ncnameBits/5 + 1
	ncname58Len = 1 + ncname58Most + 1
	ncname64Len = 1 + ncnameBits/6 + 1

	ncname58Most = 21  // symbols that 120 bits take at most in base58
	ncname58Pad  = '_' // behind fewer
	ncnameEnds   = 16  // letters that can stand at an end
)

// ncnameSplit takes version and variant out of a UUID, whose bits close up.
func ncnameSplit(id ID) (version, variant uint64, rest ID) {
	version, variant = id.Mid>>12&15, id.Lo>>60
	low := ID{Lo: id.Lo & Mask(60).Lo}
	middle := ID{Lo: id.Mid & 0xfff}.Shl(60)
	return version, variant, ID{Lo: id.Mid >> 16}.Shl(72).Or(middle).Or(low)
}

// ncnameJoin is the way back.
func ncnameJoin(version, variant uint64, rest ID) ID {
	return ID{
		Mid: rest.Shr(72).Lo<<16 | version<<12 | rest.Shr(60).Lo&0xfff,
		Lo:  variant<<60 | rest.Lo&Mask(60).Lo,
	}
}

// appendNCName writes the UUID in base 32, 58 or 64. All of base 32 is in small
// letters; in the others, where case counts, the letters at the ends are capitals.
func appendNCName(dst []byte, id ID, f Form) []byte {
	version, variant, rest := ncnameSplit(id)
	first := byte('A')
	if f == NCName32 {
		first = 'a'
	}
	dst = append(dst, first+byte(version))
	switch f {
	case NCName32:
		var text []byte
		dst, text = extend(dst, ncname32Len-2)
		fill5(text, rest, base32LowSymbols)
	case NCName64:
		var text []byte
		dst, text = extend(dst, ncname64Len-2)
		fill6(text, rest, base64URLSymbols)
	default:
		at := len(dst)
		for range leadingZeroBytes(rest) { // base58 of bytes keeps those, as 1 each
			dst = append(dst, base58Symbols[0])
		}
		if (rest != ID{}) {
			dst = appendBase58(dst, rest, 0)
		}
		for len(dst)-at < ncname58Most {
			dst = append(dst, ncname58Pad)
		}
	}
	return append(dst, first+byte(variant))
}

func leadingZeroBytes(rest ID) int { return (ncnameBits - rest.Len()) / 8 }

// parseNCName reads what appendNCName writes, and in base 32 either case. The
// length is the form's.
func parseNCName(s []byte, f Form) (ID, bool) {
	last := len(s) - 1
	version, okA := ncnameEnd(s[0], f)
	variant, okB := ncnameEnd(s[last], f)
	if !okA || !okB {
		return ID{}, false
	}
	var rest ID
	var ok bool
	switch f {
	case NCName32:
		rest, ok = parseBits(s[1:last], base32LowAlphabet.values(), 5)
	case NCName64:
		rest, ok = parseBits(s[1:last], base64URLAlphabet.values(), 6)
	default:
		rest, ok = parseNCName58(s[1:last])
	}
	return ncnameJoin(version, variant, rest), ok
}

func ncnameEnd(c byte, f Form) (uint64, bool) {
	v := c - 'A'
	if f == NCName32 {
		v = c&^' ' - 'A'
	}
	return uint64(v), v < ncnameEnds
}

func parseNCName58(s []byte) (ID, bool) {
	for len(s) > 0 && s[len(s)-1] == ncname58Pad {
		s = s[:len(s)-1]
	}
	zeros := 0
	for zeros < len(s) && s[zeros] == base58Symbols[0] {
		zeros++
	}
	var rest ID
	if zeros < len(s) {
		var ok bool
		if rest, ok = parseRadix(s[zeros:], 0, &base58Alphabet, base58PerWord, base58Word); !ok {
			return ID{}, false
		}
	}
	return rest, rest.Len() <= ncnameBits && zeros == leadingZeroBytes(rest)
}
