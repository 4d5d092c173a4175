package text

import (
	"encoding/binary"
	"slices"
)

// extend returns dst longer by n bytes, and those bytes.
func extend(dst []byte, n int) (longer, added []byte) {
	longer = slices.Grow(dst, n)[:len(dst)+n]
	return longer, longer[len(dst):]
}

// follow reports whether identifiers follow each other, as those of one tick do, by
// the first two.
func follow(ids []ID) bool { return len(ids) > 1 && ids[1].Lo == ids[0].Lo+1 }

// following is how many identifiers of at most 128 bits behind the first each
// follow the one before, at most n.
//
//go:noinline
func following(ids []ID, n uint32) uint32 {
	first := ids[0]
	n = uint32(min(uint64(n), uint64(len(ids)-1), ^first.Lo)) // to the largest number
	for i, id := range ids[1 : n+1] {
		if id.Lo != first.Lo+uint64(i)+1 || id.Mid != first.Mid {
			return uint32(i)
		}
	}
	return n
}

// load8 and put8 read and write eight symbols, the first in the lowest byte.
func load8(b []byte) uint64       { return binary.LittleEndian.Uint64(b) }
func put8(b []byte, eight uint64) { binary.LittleEndian.PutUint64(b, eight) }

// put4 writes what stands in the four bytes of a word.
func put4(b []byte, four uint32) { binary.LittleEndian.PutUint32(b, four) }

// put2 writes two symbols.
func put2(b []byte, pair uint16) {
	_ = b[1]
	b[0], b[1] = byte(pair), byte(pair>>8)
}
