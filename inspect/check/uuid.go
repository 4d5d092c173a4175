package check

import (
	"encoding/binary"
	"math/bits"

	"idscope/gen"
)

const uuidLen = 36

// uuids takes the run of lines from text[at:end] that are UUIDs with hyphens,
// and returns where it ends; see integers for the text.
func (r *reader) uuids(text []byte, at, end int) int {
	s, as := r.store(r.uuidStore), r.kinds.as
	for at < end {
		line := text[at : at+slack]
		length := uuidLen + 1
		if line[uuidLen] != '\n' {
			if line[uuidLen] != '\r' || line[uuidLen+1] != '\n' {
				break
			}
			length++
		}
		mid, lo, ok := uuid(line)
		kind := kindAs
		switch {
		case !ok:
			return at
		case as == nil:
			kind = uuidKind(mid, lo)
		case (mid^as.want.Mid)&as.fixed.Mid|(lo^as.want.Lo)&as.fixed.Lo != 0:
			return at
		}
		at += length
		r.line++
		t := r.tally(kind)
		if id := (gen.ID{Mid: mid, Lo: lo}); !t.plain || !t.inBlock {
			t.meet(id, r.line)
		} else { // what meet does, without the branch on the order, which random bits make 50:50
			t.ids++
			_, less := bits.Sub64(lo, t.last.Lo, 0)
			_, less = bits.Sub64(mid, t.last.Mid, less)
			t.descents += int64(less)
			t.last = id
		}
		r.add2(s, mid, lo)
	}
	return at
}

// uuid reads the 36 characters of a UUID, letters of either case; ok is false if
// they are none.
func uuid(line []byte) (mid, lo uint64, ok bool) {
	_ = line[uuidLen-1]
	a, badA := hexWord(binary.BigEndian.Uint64(line))
	b, badB := hexWord(uint64(binary.BigEndian.Uint32(line[9:]))<<32 | uint64(binary.BigEndian.Uint32(line[14:])))
	c, badC := hexWord(uint64(binary.BigEndian.Uint32(line[19:]))<<32 | uint64(binary.BigEndian.Uint32(line[24:])))
	d, badD := hexWord(binary.BigEndian.Uint64(line[28:]))
	hyphens := (line[8] ^ '-') | (line[13] ^ '-') | (line[18] ^ '-') | (line[23] ^ '-')
	return a<<32 | b, c<<32 | d, badA|badB|badC|badD|uint64(hyphens) == 0
}

// hexWord reads eight hexadecimal digits, the first in the highest byte; bad is
// zero if all are. Only letters among the digits have bit 6, and 9 added to
// their low nibble is their value. Other bytes yield nonsense, but no text that
// these nibbles are written as: so comparing finds them.
func hexWord(text uint64) (v, bad uint64) {
	letters := text >> 6 & 0x0101010101010101
	nibbles := (text + 9*letters) & 0x0f0f0f0f0f0f0f0f
	x := (nibbles | nibbles>>4) & 0x00ff00ff00ff00ff
	x = (x | x>>8) & 0x0000ffff0000ffff
	v = x&0xffff | x>>16
	high := (nibbles + 0x0606060606060606) >> 4 & 0x0101010101010101
	return v, (nibbles + 0x3030303030303030 + high*('a'-'0'-10)) ^ (text | letters<<5)
}
