package worker

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"os"

	"idscope/gen"
)

// trail is what a claim knows of its record's content: how far it got, in a place
// that a copy of the record does not bring back. It is written after the record in
// each update, with the time at which the record's inode changed, which no copy
// can keep.
type trail struct {
	turn    uint64   // of the update; 0 in a claim of the version before
	tick    uint64   // highest tick that was used or reserved under any rollback count
	base    gen.Wide // of a layout without time: where its sequence began,
	value   gen.Wide // and its last number
	change  int64    // of the record's inode (ctime), in ns; 0 is unknown
	durable durable  // the record's, which reaches the disk here first: the record may be lost, or be put back
}

const (
	trailAt    = len(claimMagic)
	trailSize  = len("trail \n") + 16*trailWords
	trailWords = 11 // turn, tick, base 2, value 2, change, durable 3, checksum
)

// encode writes a line of hexadecimal digits, always of the same length.
func (t *trail) encode() []byte {
	var b []byte
	for _, w := range [...]uint64{t.turn, t.tick, t.base.Hi, t.base.Lo, t.value.Hi, t.value.Lo, uint64(t.change),
		t.durable.tick, t.durable.value.Hi, t.durable.value.Lo} {
		b = binary.BigEndian.AppendUint64(b, w)
	}
	b = binary.BigEndian.AppendUint64(b, checksum(b))
	out := append(make([]byte, 0, trailSize), "trail "...)
	return append(hex.AppendEncode(out, b), '\n')
}

// decodeTrail reads it; ok is false if it is not as encode wrote it.
func decodeTrail(text []byte) (t trail, ok bool) {
	digits, ok := bytes.CutPrefix(text, []byte("trail "))
	var b [8 * trailWords]byte
	if !ok || len(text) != trailSize || text[trailSize-1] != '\n' {
		return t, false
	}
	if _, err := hex.Decode(b[:], digits[:len(digits)-1]); err != nil {
		return t, false
	}
	var w [trailWords]uint64
	for i := range w {
		w[i] = binary.BigEndian.Uint64(b[8*i:])
	}
	if w[trailWords-1] != checksum(b[:8*(trailWords-1)]) {
		return t, false
	}
	t = trail{turn: w[0], tick: w[1], base: gen.Wide{Hi: w[2], Lo: w[3]}, value: gen.Wide{Hi: w[4], Lo: w[5]},
		change: int64(w[6]), durable: durable{w[7], gen.Wide{Hi: w[8], Lo: w[9]}}}
	return t, true
}

// trail is that of an entry, whose file is so.
func (e *entry) trail(file os.FileInfo) trail {
	return trail{turn: e.turn, tick: highest(&e.mark), base: e.mark.Base, value: e.mark.Value, change: changed(file),
		durable: e.durable}
}

// highest is the highest tick used under any rollback count.
func highest(m *gen.Mark) uint64 {
	tick := m.Tick
	if m.Counts.Used > 0 {
		for _, t := range m.Counts.Marks {
			tick = max(tick, t)
		}
	}
	return tick
}
