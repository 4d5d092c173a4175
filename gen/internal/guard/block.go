package guard

import (
	"encoding/binary"
	"hash/fnv"
	"slices"
	"strings"
)

// BlockSize is the size of a block, or a multiple: a sector, so that a disk writes all of a small one or nothing.
const BlockSize = 512

// MagicSize is the length of a magic.
const MagicSize = 8

const (
	headSize = MagicSize + 4*8
	sumSize  = 8
)

// Room is how much content a block of BlockSize has room for.
const Room = BlockSize - headSize - sumSize

// Head is what a block says beside its content.
type Head struct {
	Turn   uint64 // counts the updates
	Inode  uint64 // of the other file, as this one was written; 0 is none, or unknown
	Change int64  // and its ctime
}

// Encode writes a block.
func Encode(magic string, h Head, content []byte) []byte {
	n := headSize + len(content) + sumSize
	out := make([]byte, (n+BlockSize-1)/BlockSize*BlockSize)
	b := append(out[:0], magic...)
	for _, w := range [...]uint64{h.Turn, h.Inode, uint64(h.Change), uint64(len(content))} {
		b = binary.BigEndian.AppendUint64(b, w)
	}
	copy(out[headSize:], content)
	end := len(out) - sumSize
	binary.BigEndian.PutUint64(out[end:], checksum(out[:end]))
	return out
}

// Decode reads the block that a text begins with; ok is false if any byte of it is not as Encode wrote it.
func Decode(magic string, text []byte) (h Head, content []byte, ok bool) {
	if len(text) < BlockSize || string(text[:MagicSize]) != magic {
		return h, nil, false
	}
	word := func(i int) uint64 { return binary.BigEndian.Uint64(text[MagicSize+8*i:]) }
	n := word(3)
	if n > uint64(len(text)) {
		return h, nil, false
	}
	size := (headSize + int(n) + sumSize + BlockSize - 1) / BlockSize * BlockSize
	if size > len(text) || binary.BigEndian.Uint64(text[size-sumSize:]) != checksum(text[:size-sumSize]) {
		return h, nil, false
	}
	return Head{word(0), word(1), int64(word(2))}, text[headSize : headSize+int(n)], true
}

// checksum is FNV-1a: a change within one byte is always seen, any other but once in 2^64. The CRCs of the standard
// library build a table in each process, in 12 to 126 us.
func checksum(b []byte) uint64 {
	h := fnv.New64a()
	h.Write(b)
	return h.Sum64()
}

// earlier are what the files of earlier builds begin with: no magic of today does.
var earlier = [...]string{"idscope", "idclaim\x03", "idgrant\x02", "idgrant4", "idgrant5", "idgrant6", "idcount\x02",
	"idnode\x02"}

// Earlier reports whether an earlier build wrote a text.
func Earlier(text []byte) bool {
	return slices.ContainsFunc(earlier[:], func(magic string) bool { return strings.HasPrefix(string(text), magic) })
}
