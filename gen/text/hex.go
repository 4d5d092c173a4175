package text

import "encoding/binary"

// Hexadecimal forms work on eight digits at a time, the bytes of one 64-bit word:
// faster than a table of pairs, and nothing to build.
func appendHex(a *alphabet, dst []byte, id ID, digits int) []byte {
	dst, text := extend(dst, digits)
	all := text
	for len(text) >= 8 {
		end := len(text) - 8
		binary.BigEndian.PutUint64(text[end:], hexDigits(uint32(id.Lo)))
		id, text = id.Shr(32), text[:end]
	}
	var first [8]byte
	binary.BigEndian.PutUint64(first[:], hexDigits(uint32(id.Lo)))
	copy(text, first[8-len(text):])
	if a == &hexUpperAlphabet {
		for i, c := range all {
			if c >= 'a' {
				all[i] = c ^ ' '
			}
		}
	}
	return dst
}

// parseHex reads digits of either case; its bool covers the excess of 192 bits.
func parseHex(s []byte) (id ID, ok bool) {
	ok = true
	if first := len(s) % 8; first > 0 {
		block := [8]byte{'0', '0', '0', '0', '0', '0', '0', '0'}
		copy(block[8-first:], s)
		v, valid := hexValue(binary.BigEndian.Uint64(block[:]))
		id.Lo, ok, s = uint64(v), valid, s[first:]
	}
	for ; len(s) >= 8; s = s[8:] {
		v, valid := hexValue(binary.BigEndian.Uint64(s))
		ok = ok && valid && id.Hi>>32 == 0
		id = ID{Hi: id.Hi<<32 | id.Mid>>32, Mid: id.Mid<<32 | id.Lo>>32, Lo: id.Lo<<32 | uint64(v)}
	}
	return id, ok
}

// parseUUID reads 36 characters, hyphens in place and digits of either case.
func parseUUID(s []byte) (ID, bool) {
	u := s[:36]
	a, okA := hexValue(binary.BigEndian.Uint64(u))
	b, okB := hexValue(uint64(binary.BigEndian.Uint32(u[9:]))<<32 | uint64(binary.BigEndian.Uint32(u[14:])))
	c, okC := hexValue(uint64(binary.BigEndian.Uint32(u[19:]))<<32 | uint64(binary.BigEndian.Uint32(u[24:])))
	d, okD := hexValue(binary.BigEndian.Uint64(u[28:]))
	ok := okA && okB && okC && okD && hyphensInPlace(u)
	return ID{Mid: uint64(a)<<32 | uint64(b), Lo: uint64(c)<<32 | uint64(d)}, ok
}

const (
	dashedLen = 17
	dashAt    = 11
)

// appendHexDashed writes 64 bits as 11 and 5 digits.
func appendHexDashed(a *alphabet, dst []byte, id ID) []byte {
	dst = appendHex(a, dst, ID{Lo: id.Lo}, dashedLen-1)
	dst = append(dst, 0)
	text := dst[len(dst)-dashedLen:]
	copy(text[dashAt+1:], text[dashAt:])
	text[dashAt] = '-'
	return dst
}

func parseHexDashed(s []byte) (ID, bool) {
	var digits [dashedLen - 1]byte
	copy(digits[:], s[:dashAt])
	copy(digits[dashAt:], s[dashAt+1:])
	id, ok := parseHex(digits[:])
	return id, ok && s[dashAt] == '-'
}

func whyHyphens(*alphabet, string, int) (problem string, reason error) {
	return "has hyphens out of place", ErrFormat
}

func hyphensInPlace(u []byte) bool {
	return u[8] == '-' && u[13] == '-' && u[18] == '-' && u[23] == '-'
}

// hexDigits returns the eight digits of v, the first in the highest byte: it
// spreads the nibbles over the bytes, then adds '0', and to those above 9 the
// distance from there to 'a'.
func hexDigits(v uint32) uint64 {
	x := uint64(v)
	x = (x | x<<16) & 0x0000ffff_0000ffff
	x = (x | x<<8) & 0x00ff00ff_00ff00ff
	x = (x | x<<4) & 0x0f0f0f0f_0f0f0f0f
	letters := (x + 0x06060606_06060606) >> 4 & 0x01010101_01010101
	return x + 0x30303030_30303030 + letters*('a'-'0'-10)
}

// hexValue inverts hexDigits, for either case. Only letters among the digits
// have bit 6, and 9 added to their low nibble is their value. Other bytes yield
// nonsense, but not the digits that hexDigits has for it: so comparing finds them.
func hexValue(text uint64) (v uint32, ok bool) {
	letters := text >> 6 & 0x01010101_01010101
	nibbles := (text + 9*letters) & 0x0f0f0f0f_0f0f0f0f
	above9 := (nibbles + 0x06060606_06060606) >> 4 & 0x01010101_01010101
	ok = nibbles+0x30303030_30303030+above9*('a'-'0'-10) == text|letters<<5
	x := (nibbles | nibbles>>4) & 0x00ff00ff_00ff00ff
	x = (x | x>>8) & 0x0000ffff_0000ffff
	return uint32(x | x>>16), ok
}
