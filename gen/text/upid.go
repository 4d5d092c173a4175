package text

import "bytes"

// UPID writes 40 bits of time, 64 random ones, 20 of a prefix and 4 of a version
// as prefix, _, time, random bits and version: the prefix, last in the bits, is
// first in the text, so texts of one prefix stand together. The last symbol of
// the random bits and the version hold 4 bits each. Source: carderne/upid, b32.py.
const (
	upidLen       = 27
	upidPrefixLen = 4
	upidMark      = '_'
)

var upidRule = rule{length: upidTextLen, append: appendUPID, parse: parseUPID, why: whyUPID, runs: upidRuns}

// The lowest bits of the random ones, and the version, have a symbol each.
var upidRuns = []Run{
	{Symbols: 4, LSB: 4, Bits: 20}, {Symbols: 8, LSB: 88, Bits: 40}, {Symbols: 12, LSB: 28, Bits: 60},
	{Symbols: 1, LSB: 24, Bits: 4}, {Symbols: 1, LSB: 0, Bits: 4},
}

func upidTextLen(*row, int, int) (shortest, longest int) { return upidLen, upidLen }

func appendUPID(r *row, dst []byte, id ID, _, _ int) []byte {
	symbols := r.alphabet.symbols
	dst, text := extend(dst, upidLen)
	fill5(text[:upidPrefixLen], ID{Lo: id.Lo >> 4 & Mask(20).Lo}, symbols)
	text[upidPrefixLen] = upidMark
	fill5(text[5:13], ID{Lo: id.Mid >> 24}, symbols)
	random := id.Mid<<40 | id.Lo>>24
	fill5(text[13:25], ID{Lo: random >> 4}, symbols)
	text[25], text[26] = symbols[random&15], symbols[id.Lo&15]
	return dst
}

func parseUPID(r *row, s []byte, _, _ int) (ID, bool) {
	values := r.alphabet.values()
	prefix, okA := parseBits(s[:upidPrefixLen], values, 5)
	time, okB := parseBits(s[5:13], values, 5)
	high, okC := parseBits(s[13:25], values, 5)
	low, version := uint64(values[s[25]]), uint64(values[s[26]])
	random := high.Lo<<4 | low
	id := ID{Mid: time.Lo<<24 | random>>40, Lo: random<<24 | prefix.Lo<<4 | version}
	return id, okA && okB && okC && s[upidPrefixLen] == upidMark && low < 16 && version < 16
}

func whyUPID(_ *row, s []byte, bits int) (class, problem string) {
	if s[upidPrefixLen] != upidMark || bytes.Count(s, []byte{upidMark}) > 1 {
		return ClassFormat, "has its underscore out of place"
	}
	return ClassOverflow, isWide(bits)
}
