package text

import "math/bits"

const (
	base62Half = 62 * 62 * 62 * 62 * 62 // the largest power in 32 bits
	base62Word = base62Half * base62Half
	tenSymbols = 10 // that a word has
)

// linesKSUID writes 160 bits in 27 symbols by pairs of symbols. It takes three
// divisions, where any number of 192 bits needs nine.
func linesKSUID(dst []byte, ids []ID) []byte {
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
