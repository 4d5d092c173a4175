package gen

import "encoding/binary"

// Parse for the commonest texts, without the loops over words that any length
// needs: 26 symbols of Crockford's base32, 20 of base32hex, and decimal numbers
// of up to 19 digits. Figures, ns a text with those loops and so, one core of an AMD EPYC,
// Go 1.26: ulid 55 and 32, xid 48 and 29, snowflake 57 and 31.

// parse26 reads 128 bits: the first symbol has three of them.
func parse26(s *[26]byte, values *[256]uint8) (ID, bool) {
	first, second := values[s[0]], values[s[1]]
	seen := first | second
	var mid, low uint64
	for i := 2; i < 14; i += 2 { // two chains of shifts, which the processor overlaps
		a, b, c, d := values[s[i]], values[s[i+1]], values[s[i+12]], values[s[i+13]]
		seen |= a | b | c | d
		mid = mid<<10 | uint64(a)<<5 | uint64(b)
		low = low<<10 | uint64(c)<<5 | uint64(d)
	}
	high := uint64(first)<<5 | uint64(second)
	return ID{Mid: high<<56 | mid>>4, Lo: mid<<60 | low}, seen < notSymbol && first < 8
}

// parse20 reads 96 bits: the last symbol has one of them, and zeros below.
func parse20(s *[20]byte, values *[256]uint8) (ID, bool) {
	var high, low uint64
	var seen uint8
	for i := range 10 {
		a, b := values[s[i]], values[s[i+10]]
		seen |= a | b
		high = high<<5 | uint64(a)
		low = low<<5 | uint64(b)
	}
	return ID{Mid: high >> 18, Lo: high<<46 | low>>4}, seen < notSymbol && low&15 == 0
}

// parse64 reads 1 to 19 digits, eight at a time.
func parse64(s []byte) (v uint64, ok bool) {
	if s[0] == '0' && len(s) > 1 {
		return 0, false
	}
	for len(s)%8 != 0 {
		d := s[0] - '0'
		if d > 9 {
			return 0, false
		}
		v = 10*v + uint64(d)
		s = s[1:]
	}
	for ; len(s) > 0; s = s[8:] {
		x := binary.LittleEndian.Uint64(s) ^ eightZeros
		if (x|(x+0x06060606_06060606))&0xf0f0f0f0_f0f0f0f0 != 0 {
			return 0, false
		}
		x = x*10 + x>>8 // pairs
		x = (x&0x000000ff_000000ff*0x000f4240_00000064 + x>>16&0x000000ff_000000ff*0x00002710_00000001) >> 32
		v = v*1e8 + x
	}
	return v, true
}
