package worker

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"

	"idscope/gen"
)

// trail is what a claim knows of its record's content: how far it got, in a place
// that a copy of the record does not bring back. It is written twice in each
// update: before the record with the next turn, and after it with the time at
// which the record's inode changed, which no copy can keep.
type trail struct {
	known  bool     // false in a claim of the version before
	noted  bool     // the record was written in this turn, and changed says when
	turn   uint64   // of the update that wrote it, or was about to
	tick   uint64   // highest tick that was used or reserved under any rollback count
	base   gen.Wide // of a layout without time: where its sequence began,
	value  gen.Wide // and its last number
	change int64    // of the record's inode (ctime) as it was noted last, in ns; 0 is unknown
}

const (
	trailAt   = len(claimMagic)
	trailSize = len("trail \n") + 16*trailWords
	// flags, turn, tick, base 2, value 2, change, checksum
	trailWords = 9
)

// encode writes a line of hexadecimal digits, always of the same length.
func (t *trail) encode() []byte {
	var b []byte
	put := func(words ...uint64) {
		for _, w := range words {
			b = binary.BigEndian.AppendUint64(b, w)
		}
	}
	var flags uint64
	if t.known {
		flags = 1
	}
	if t.noted {
		flags |= 2
	}
	put(flags, t.turn, t.tick, t.base.Hi, t.base.Lo, t.value.Hi, t.value.Lo, uint64(t.change))
	put(checksum(b))
	out := append(make([]byte, 0, trailSize), "trail "...)
	out = hex.AppendEncode(out, b)
	return append(out, '\n')
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
	return trail{
		known: w[0]&1 != 0, noted: w[0]&2 != 0, turn: w[1], tick: w[2],
		base: gen.Wide{Hi: w[3], Lo: w[4]}, value: gen.Wide{Hi: w[5], Lo: w[6]}, change: int64(w[7]),
	}, true
}

// trailOf is the trail of an entry that is about to be written.
func (e *entry) trail(noted bool, change int64) trail {
	return trail{known: true, noted: noted, turn: e.turn, tick: highest(&e.mark), base: e.mark.Base, value: e.mark.Value, change: change}
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
