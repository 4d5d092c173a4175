package text

import "math/bits"

// linesBase62 writes numbers at full width by pairs of symbols.
func linesBase62(a *alphabet, dst []byte, ids []ID, bits, width int) []byte {
	switch {
	case width == 0 || a != &base62Alphabet:
		return nil
	case width == 27 && bits == 160:
		return lines27(dst, ids)
	}
	return linesWords62(a, dst, ids, width)
}

// lines27 is linesWords62 for 160 bits in 27 symbols: three divisions, where any
// number of 192 bits would need nine.
func lines27(dst []byte, ids []ID) []byte {
	dst, text := extend(dst, 28*len(ids))
	put27(text, ids, pairs62.all(buildPairs62))
	return dst
}

func put27(text []byte, ids []ID, t *[62 * 62]uint16) {
	const line = 28
	for i := range ids {
		b := (*[line]byte)(text[line*i:])
		putKSUID((*[27]byte)(b[:27]), ids[i], t)
		b[27] = '\n'
	}
}

// putKSUID writes 160 bits in 27 symbols.
func putKSUID(b *[27]byte, id ID, t *[62 * 62]uint16) {
	high, rest := bits.Div64(id.Hi&(1<<32-1), id.Mid, base62Word)
	middle, last := bits.Div64(rest, id.Lo, base62Word)
	first, second := bits.Div64(high, middle, base62Word)
	top := uint32(first / (62 * 62 * 62)) // of seven symbols
	first -= uint64(top) * (62 * 62 * 62)
	put2(b[0:2], t[top/62/62])
	put2(b[2:4], t[top%(62*62)])
	put2(b[4:6], t[uint32(first)/62])
	b[6] = base62Symbols[uint32(first)%62]
	putTen((*[tenSymbols]byte)(b[7:17]), t, second/(62*62*62*62), uint32(second%(62*62*62*62)))
	putTen((*[tenSymbols]byte)(b[17:27]), t, last/(62*62*62*62), uint32(last%(62*62*62*62)))
}

// linesWords62 writes numbers of any size, ten symbols a word.
func linesWords62(a *alphabet, dst []byte, ids []ID, width int) []byte {
	const pair = 62 * 62
	t := pairs62.all(buildPairs62)
	for _, id := range ids {
		from, whole := len(dst), id
		var text []byte
		dst, text = extend(dst, width+1)
		text[width] = '\n'
		at := width
		for at > 0 {
			var word uint64
			id, word = divWord(id, base62Word)
			high, low := word/(pair*pair), uint32(word%(pair*pair))
			if at < tenSymbols { // the last word, not whole
				var buf [tenSymbols]byte
				putTen(&buf, t, high, low)
				copy(text[:at], buf[tenSymbols-at:])
				break
			}
			putTen((*[tenSymbols]byte)(text[at-tenSymbols:at]), t, high, low)
			at -= tenSymbols
		}
		if id != (ID{}) { // does not fit the width
			dst = append(appendBase62(a.symbols, dst[:from], whole, width), '\n')
		}
	}
	return dst
}

// putTen writes ten symbols of base62: high is above the last four.
func putTen(b *[tenSymbols]byte, t *[62 * 62]uint16, high uint64, low uint32) {
	const pair = 62 * 62
	upper, middle := uint32(high/(pair*pair)), uint32(high%(pair*pair))
	put2(b[0:2], t[upper%pair])
	put2(b[2:4], t[middle/pair])
	put2(b[4:6], t[middle%pair])
	put2(b[6:8], t[low/pair])
	put2(b[8:10], t[low%pair])
}

// appendKSUID writes 160 bits in 27 symbols.
func appendKSUID(dst []byte, id ID, t *[62 * 62]uint16) []byte {
	dst, text := extend(dst, 27)
	putKSUID((*[27]byte)(text), id, t)
	return dst
}
