package text

import "strings"

// UPID writes 40 bits of time, 64 random ones, 20 of a prefix and 4 of a version as prefix, _, time, random bits and
// version, so that texts of one prefix sort together. The last symbol of the random bits and the version hold 4 bits
// each. Source: carderne/upid, b32.py.
const (
	upidLen       = 27
	upidPrefixLen = 4
	upidMark      = '_'
)

// The lowest bits of the random ones, and the version, have a symbol each.
var upidRuns = []Run{
	{Symbols: 4, LSB: 4, Bits: 20}, {Symbols: 8, LSB: 88, Bits: 40}, {Symbols: 12, LSB: 28, Bits: 60},
	{Symbols: 1, LSB: 24, Bits: 4}, {Symbols: 1, LSB: 0, Bits: 4},
}

func appendUPID(a *alphabet, dst []byte, id ID) []byte {
	symbols := a.symbols
	dst, text := extend(dst, upidLen)
	a.pairs().fill(text[:upidPrefixLen], ID{Lo: id.Lo >> 4 & Mask(20).Lo}, 5)
	text[upidPrefixLen] = upidMark
	a.pairs().fill(text[5:13], ID{Lo: id.Mid >> 24}, 5)
	random := id.Mid<<40 | id.Lo>>24
	a.pairs().fill(text[13:25], ID{Lo: random >> 4}, 5)
	text[25], text[26] = symbols[random&15], symbols[id.Lo&15]
	return dst
}

func parseUPID(a *alphabet, s []byte) (ID, bool) {
	values := a.values()
	prefix, okA := parseBits(s[:upidPrefixLen], values, 5)
	time, okB := parseBits(s[5:13], values, 5)
	high, okC := parseBits(s[13:25], values, 5)
	low, version := uint64(values[s[25]]), uint64(values[s[26]])
	random := high.Lo<<4 | low
	id := ID{Mid: time.Lo<<24 | random>>40, Lo: random<<24 | prefix.Lo<<4 | version}
	return id, okA && okB && okC && s[upidPrefixLen] == upidMark && low < 16 && version < 16
}

func whyUPID(_ *alphabet, s string, bits int) (problem string, reason error) {
	if s[upidPrefixLen] != upidMark || strings.Count(s, string(upidMark)) > 1 {
		return "has its underscore out of place", ErrFormat
	}
	return isWide(bits), ErrOverflow
}

// Snowdrop writes the base62 of an integer with its fields in the opposite order: 22 bits of a sequence, 10 of a
// machine, 31 of a time. The first two are mostly small, so the text is short. The top bit stays. Source:
// arcanyx-pub/snowdrop-id-rs, SPEC.md section 6.
const (
	snowdropTime    = 31
	snowdropMachine = 10
	snowdropSeq     = 22
)

// snowdropSwap reverses the order of the fields, which have the widths a, b and c from the top.
func snowdropSwap(v uint64, a, b, c int) uint64 {
	high, middle, low := v>>(b+c)&Mask(a).Lo, v>>c&Mask(b).Lo, v&Mask(c).Lo
	return v&(1<<63) | low<<(a+b) | middle<<a | high
}

// snowdropNumber is what the text is in base 62.
func snowdropNumber(id ID) ID {
	return ID{Lo: snowdropSwap(id.Lo, snowdropTime, snowdropMachine, snowdropSeq)}
}

func parseSnowdrop(a *alphabet, s []byte) (ID, bool) {
	v, ok := parseRadix(a, s, 0)
	if !ok || v.Hi|v.Mid != 0 {
		return ID{}, false
	}
	return ID{Lo: snowdropSwap(v.Lo, snowdropSeq, snowdropMachine, snowdropTime)}, true
}
