package text

import (
	"encoding/binary"
	"slices"
)

// pairs are the texts of two symbols of an alphabet: at high*base+low their bytes, the first in the lower half. Texts
// in base 32, in base 64 and of minimal length are written by them.
type pairs struct {
	text    [64 * 64]uint16
	base2   uint64 // the base squared
	inverse uint64 // of base2, times 2^pairShift, rounded up
	half    uint64 // the base to the power of 5
}

// pairShift and the inverse make the quotient by base2: it is exact while half * base2, which is what rounding adds, is
// at most 2^pairShift.
const pairShift = 42

// pairs returns the table, which the first text of the alphabet builds.
func (a *alphabet) pairs() *pairs {
	if t := a.two.Load(); t != nil {
		return t
	}
	return a.buildPairs()
}

// buildPairs builds the table. Two goroutines that do so at a time build the same.
func (a *alphabet) buildPairs() *pairs {
	base := len(a.symbols)
	t := &pairs{base2: uint64(base * base), inverse: 1<<pairShift/uint64(base*base) + 1, half: a.half()}
	for i := range base * base {
		t.text[i] = uint16(a.symbols[i/base]) | uint16(a.symbols[i%base])<<8
	}
	a.two.Store(t)
	return t
}

// put writes the two symbols of v.
func (t *pairs) put(b []byte, v uint64) { binary.LittleEndian.PutUint16(b, t.text[v&(64*64-1)]) }

// symbol returns the symbol of v.
func (t *pairs) symbol(v uint64) byte { return byte(t.text[v&63] >> 8) }

// five returns the five symbols of v, the first in the lowest byte.
func (t *pairs) five(v uint64) uint64 {
	rest := v * t.inverse >> pairShift
	first := rest * t.inverse >> pairShift
	return uint64(t.symbol(first)) | uint64(t.text[(rest-first*t.base2)&(64*64-1)])<<8 |
		uint64(t.text[(v-rest*t.base2)&(64*64-1)])<<24
}

// fill writes id right-aligned, k bits a symbol. The shifts are masked, which tells the compiler that they stay below
// 64.
func (t *pairs) fill(text []byte, id ID, k uint) {
	mask, left := uint64(1)<<(2*k&63)-1, 64-8*k
	for len(text) >= 8 {
		end, v := len(text)-8, id.Lo
		binary.LittleEndian.PutUint64(text[end:], uint64(t.text[v>>(6*k&63)&mask])|uint64(t.text[v>>(4*k&63)&mask])<<16|
			uint64(t.text[v>>(2*k&63)&mask])<<32|uint64(t.text[v&mask])<<48)
		id = ID{id.Hi >> (8 * k & 63), id.Mid>>(8*k&63) | id.Hi<<(left&63), id.Lo>>(8*k&63) | id.Mid<<(left&63)}
		text = text[:end]
	}
	for ; len(text) >= 2; text = text[:len(text)-2] {
		t.put(text[len(text)-2:], id.Lo&mask)
		id.Lo >>= 2 * k & 63
	}
	if len(text) > 0 {
		text[0] = t.symbol(id.Lo & (1<<(k&63) - 1))
	}
}

// extend returns dst longer by n bytes, and those bytes.
func extend(dst []byte, n int) (longer, added []byte) {
	longer = slices.Grow(dst, n)[:len(dst)+n]
	return longer, longer[len(dst):]
}
