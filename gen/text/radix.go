package text

import (
	"encoding/binary"
	"math/bits"
	"strconv"
)

// Forms of minimal length write the integer in some base, by words of ten symbols, which fit 64 bits in every base: the
// slow division of 192 bits is once per word. A word is written as two halves, which fit 32 bits.
const (
	perWord  = 10
	mostPart = 60 // symbols of the words of 192 bits: in base 10, where there are most
)

func appendRadix(a *alphabet, dst []byte, id ID, width int) []byte {
	if a == &decimalAlphabet && width <= 1 && id.Hi|id.Mid == 0 {
		return strconv.AppendUint(dst, id.Lo, 10)
	}
	var buf [mostPart]byte
	at, t := len(buf), a.pairs()
	for more := true; more; more = id != (ID{}) {
		var word uint64
		id, word = id.DivMod(t.half * t.half)
		high := word / t.half
		upper, lower := t.five(high), t.five(word-high*t.half)
		at -= perWord
		binary.LittleEndian.PutUint64(buf[at:], upper|lower<<40)
		binary.LittleEndian.PutUint16(buf[at+8:], uint16(lower>>24))
	}
	for at < len(buf)-1 && buf[at] == a.symbols[0] {
		at++
	}
	for n := len(buf) - at; n < width; n++ {
		dst = append(dst, a.symbols[0])
	}
	return append(dst, buf[at:]...)
}

// parseRadix reads a number. A zero in front is fine only where it pads to width, or is all there is.
func parseRadix(a *alphabet, s []byte, width int) (ID, bool) {
	if s[0] == a.symbols[0] && len(s) > max(1, width) {
		return ID{}, false
	}
	var (
		values = a.values()
		base   = uint64(len(a.symbols))
		id     ID
		seen   uint8
		fits   = true
	)
	for n := (len(s)-1)%perWord + 1; len(s) > 0; n = perWord {
		var low uint64
		for _, c := range s[:n] {
			v := values[c]
			seen |= v
			low = low*base + uint64(v)
		}
		s = s[n:]
		if id == (ID{}) { // saves the first word three multiplications
			id.Lo = low
			continue
		}
		var ok bool
		id, ok = id.MulAdd(a.half()*a.half(), low)
		fits = fits && ok
	}
	return id, fits && seen < notSymbol
}

// parse64 reads 1 to 19 decimal digits, eight at a time: lines of numbers are read by it.
func parse64(s []byte) (id ID, ok bool) {
	if s[0] == '0' && len(s) > 1 {
		return ID{}, false
	}
	v := uint64(0)
	for len(s)%8 != 0 {
		d := s[0] - '0'
		if d > 9 {
			return ID{}, false
		}
		v = 10*v + uint64(d)
		s = s[1:]
	}
	for ; len(s) > 0; s = s[8:] {
		x := binary.LittleEndian.Uint64(s) ^ 0x30303030_30303030 // "00000000"
		if (x|(x+0x06060606_06060606))&0xf0f0f0f0_f0f0f0f0 != 0 {
			return ID{}, false
		}
		x = x*10 + x>>8 // pairs
		x = (x&0x000000ff_000000ff*0x000f4240_00000064 + x>>16&0x000000ff_000000ff*0x00002710_00000001) >> 32
		v = v*1e8 + x
	}
	return ID{Lo: v}, true
}

// isKSUID reports whether texts are those of [pairs.appendKSUID].
func (t Text) isKSUID(bits int) bool {
	return bits == 160 && t.Width == lenKSUID && t.Form.row().alphabet == &base62Alphabet
}

const lenKSUID = 27

// appendKSUID writes 160 bits in 27 symbols of base 62. It is what appendRadix writes, with divisors that the compiler
// knows: 18 ns in place of 43, one core of an AMD EPYC, Go 1.26. A test compares the two.
func (t *pairs) appendKSUID(dst []byte, id ID) []byte {
	dst, text := extend(dst, lenKSUID)
	b := (*[lenKSUID]byte)(text)
	const word = 62 * 62 * 62 * 62 * 62 * 62 * 62 * 62 * 62 * 62
	high, rest := bits.Div64(id.Hi&(1<<32-1), id.Mid, word)
	middle, last := bits.Div64(rest, id.Lo, word)
	first, second := bits.Div64(high, middle, word)
	top := uint32(first / (62 * 62 * 62)) // of seven symbols
	lower := uint32(first) - top*(62*62*62)
	t.put(b[0:2], uint64(top/62/62))
	t.put(b[2:4], uint64(top%(62*62)))
	t.put(b[4:6], uint64(lower/62))
	b[6] = base62Symbols[lower%62]
	t.putTen((*[10]byte)(b[7:17]), second)
	t.putTen((*[10]byte)(b[17:27]), last)
	return dst
}

// putTen writes ten symbols of base 62.
func (t *pairs) putTen(b *[10]byte, v uint64) {
	const pair = 62 * 62
	high, low := v/(pair*pair), uint32(v%(pair*pair))
	upper, middle := uint32(high/(pair*pair)), uint32(high%(pair*pair))
	t.put(b[0:2], uint64(upper%pair))
	t.put(b[2:4], uint64(middle/pair))
	t.put(b[4:6], uint64(middle%pair))
	t.put(b[6:8], uint64(low/pair))
	t.put(b[8:10], uint64(low%pair))
}
