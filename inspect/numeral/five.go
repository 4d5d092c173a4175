package numeral

import "idscope/gen"

// Five reads symbols of five bits: for each byte its value in the lowest bits,
// noSymbol if it has none, and in the upper half whatever its maker says of it.
type Five [256]uint64

const (
	noSymbol = 1 << 7
	aboutBit = 32
)

// NewFive returns the table of a form of base 32. What about says of a byte, if it is
// not nil, comes back from [Five.ULID].
func NewFive(form gen.Form, about func(byte) uint32) *Five {
	t := &Five{}
	for b := range t {
		if t[b] = noSymbol; about != nil {
			t[b] |= uint64(about(byte(b))) << aboutBit
		}
	}
	symbols, fold := form.Symbols()
	for v := range len(symbols) {
		c := symbols[v]
		t[c] = t[c]&^noSymbol | uint64(v)
		if fold && c >= 'A' {
			t[c^' '] = t[c^' ']&^noSymbol | uint64(v)
		}
	}
	return t
}

// ULID reads 26 symbols: 130 bits, of which the upper two are zero. all is what the
// bytes have in common.
func (t *Five) ULID(text *[26]byte) (id gen.ID, all uint32, ok bool) {
	first, second := t[text[0]], t[text[1]]
	both, seen := first&second, first|second
	high := uint64(uint32(first))<<5 | uint64(uint32(second))
	var mid, low uint64
	for i := 2; i < 14; i += 2 { // two chains of shifts, which the processor overlaps
		a, b, c, d := t[text[i]], t[text[i+1]], t[text[i+12]], t[text[i+13]]
		both &= a & b & c & d
		seen |= a | b | c | d
		mid = mid<<10 | uint64(uint32(a))<<5 | uint64(uint32(b))
		low = low<<10 | uint64(uint32(c))<<5 | uint64(uint32(d))
	}
	return gen.ID{Mid: high<<56 | mid>>4, Lo: mid<<60 | low}, uint32(both >> aboutBit), seen&noSymbol == 0 && high < 1<<8
}

// XID reads 20 symbols: 96 bits, and four that are zero behind them.
func (t *Five) XID(text *[20]byte) (id gen.ID, ok bool) {
	var mid, low, seen uint64
	for i := range 8 {
		a := t[text[i]]
		seen |= a
		mid = mid<<5 | uint64(uint32(a))
	}
	for i := 8; i < 20; i++ {
		a := t[text[i]]
		seen |= a
		low = low<<5 | uint64(uint32(a))
	}
	return gen.ID{Mid: mid >> 8, Lo: mid<<56 | low>>4}, seen&noSymbol == 0 && low&15 == 0
}
