package worker

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"time"
)

// sheet is the content of a [File], with what tells whether it is the present one.
type sheet struct {
	turn     uint64 // counts the updates
	boot     token
	wall     time.Time // when it was written
	uptime   time.Duration
	timed    bool   // the uptime is known
	device   uint64 // of the file itself: a copy has another
	inode    uint64
	kept     []byte
	fleeting []byte
}

const (
	sheetMagic = "idscope file 1\n\x00"
	sheetBlock = 512                   // the file is a multiple of it, and is rewritten in place with one write
	sheetHead  = 16 + 7*8 + 16 + 8 + 8 // all in front of the two parts
	maxSheet   = 1 << 16               // a file is read up to there
)

// encode writes a sheet of at least that size, which is a multiple of sheetBlock:
//
//	magic 16 | turn | wall: s | wall: ns | uptime | timed | device | inode | boot 16 |
//	length of kept<<32 + length of fleeting | checksum of all others | kept | fleeting | 0 ...
func (s *sheet) encode(size int) []byte {
	need := sheetHead + len(s.kept) + len(s.fleeting)
	out := make([]byte, max(size, (need+sheetBlock-1)/sheetBlock*sheetBlock))
	b := append(out[:0], sheetMagic...)
	var timed uint64
	if s.timed {
		timed = 1
	}
	for _, w := range [...]uint64{s.turn, uint64(s.wall.Unix()), uint64(s.wall.Nanosecond()), uint64(s.uptime), timed,
		s.device, s.inode} {
		b = binary.BigEndian.AppendUint64(b, w)
	}
	b = append(b, s.boot[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(len(s.kept))<<32|uint64(len(s.fleeting)))
	sum := len(b)
	copy(out[sheetHead:], s.kept)
	copy(out[sheetHead+len(s.kept):], s.fleeting)
	binary.BigEndian.PutUint64(out[sum:], checksum(out))
	return out
}

// decode reads a sheet; ok is false if any byte is not as encode wrote it.
func (s *sheet) decode(b []byte) (ok bool) {
	*s = sheet{}
	const sum = len(sheetMagic) + 7*8 + 16 + 8
	if len(b) < sheetBlock || len(b)%sheetBlock != 0 || string(b[:len(sheetMagic)]) != sheetMagic {
		return false
	}
	b = bytes.Clone(b)
	want := binary.BigEndian.Uint64(b[sum:])
	clear(b[sum : sum+8])
	if checksum(b) != want {
		return false
	}
	word := func(i int) uint64 { return binary.BigEndian.Uint64(b[len(sheetMagic)+8*i:]) }
	lengths := binary.BigEndian.Uint64(b[sum-8:])
	kept, fleeting := lengths>>32, lengths&(1<<32-1)
	if sheetHead+kept+fleeting > uint64(len(b)) {
		return false
	}
	s.turn, s.wall, s.uptime = word(0), time.Unix(int64(word(1)), int64(word(2))), time.Duration(word(3))
	s.timed, s.device, s.inode = word(4) == 1, word(5), word(6)
	copy(s.boot[:], b[len(sheetMagic)+56:])
	s.kept = b[sheetHead : sheetHead+kept]
	s.fleeting = b[sheetHead+kept : sheetHead+kept+fleeting]
	return true
}

// fileTrailSize is the size of the trail of a [File]: a line of words in
// hexadecimal digits, the last of which is a checksum.
const fileTrailSize = len("idscope trail \n") + 2*3*8

// encodeFileTrail writes which update was the last, and when the inode changed by it.
func encodeFileTrail(turn uint64, change int64) []byte {
	b := binary.BigEndian.AppendUint64(nil, turn)
	b = binary.BigEndian.AppendUint64(b, uint64(change))
	b = binary.BigEndian.AppendUint64(b, checksum(b))
	return append(hex.AppendEncode([]byte("idscope trail "), b), '\n')
}

func decodeFileTrail(text []byte) (turn uint64, change int64, ok bool) {
	digits, ok := bytes.CutPrefix(text, []byte("idscope trail "))
	var b [24]byte
	if !ok || len(text) != fileTrailSize || text[len(text)-1] != '\n' {
		return 0, 0, false
	}
	if _, err := hex.Decode(b[:], digits[:len(digits)-1]); err != nil {
		return 0, 0, false
	}
	return binary.BigEndian.Uint64(b[:]), int64(binary.BigEndian.Uint64(b[8:])),
		binary.BigEndian.Uint64(b[16:]) == checksum(b[:16])
}
