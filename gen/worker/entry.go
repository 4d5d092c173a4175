package worker

import (
	"bytes"
	"encoding/binary"
	"time"

	"idscope/gen"
	"idscope/gen/internal/guard"
)

// recordMagic is what a record begins with. There is one block, not two that are
// written in turn. The checksum covers every byte, so a torn record is seen; and the
// older block of two could never be used, for the identifiers made since it was
// written would be made again.
const recordMagic = "idscope\x03"

// earlierMagics are what records and claims of earlier builds begin with.
var earlierMagics = [...]string{"idscope\x01", "idscope\x02", "idscope claim 1\n", "idscope claim 2\n"}

// earlier reports whether a record or a claim is of an earlier build.
func earlier(content []byte) bool {
	for _, magic := range earlierMagics {
		if bytes.HasPrefix(content, []byte(magic)) {
			return true
		}
	}
	return false
}

// entry is the content of a record.
type entry struct {
	hash   token // of the layout
	worker uint64
	id     token // of the record, random: a copy has the same one
	mark   gen.Mark

	turn uint64 // counts the updates; it is in the head of the block

	// durable is on the disk, in the claim, before any identifier past it is used,
	// whenever a loss of power could do harm. After a new start of the machine nothing
	// up to it is used again.
	durable durable
	lax     bool // since the last start, updates trusted the clock instead

	lead    time.Duration // longest that was ever used
	boot    token
	machine token
	wall    time.Time // when it was written
	uptime  time.Duration
	timed   bool // the uptime is known
	pid     uint64
}

// durable is a tick and the sequence number in it up to which numbers are given
// up when the power fails; the sequence began where that of the mark did.
type durable struct {
	tick  uint64
	value gen.Wide
}

// What a record holds of gen.Counts. A change there is a new recordMagic.
var _ [32]uint64 = gen.Counts{}.Marks

// entrySize is the size of an entry: with what its block needs, it fills a sector.
const entrySize = 58 * 8

var _ [guard.Room]byte = [entrySize]byte{}

// The order of the words, 8 bytes each, big-endian:
//
//	hash 2 | worker | id 2 | flags | tick | seen | value 2 | base 2 | step |
//	count: first<<32 + current | count: used | count: marks 32 | durable: tick | lead |
//	boot 2 | machine 2 | wall: s | wall: ns<<32 + pid | uptime | durable: value 2
//
// The second byte of the flags is the growth.
const (
	flagUsed = 1 << iota
	flagTimed
	flagLax

	growthShift = 8
)

// encode writes the entry.
func (e *entry) encode() []byte {
	b := make([]byte, 0, entrySize)
	put := func(words ...uint64) {
		for _, w := range words {
			b = binary.BigEndian.AppendUint64(b, w)
		}
	}
	var flags uint64
	set := func(bit uint64, on bool) {
		if on {
			flags |= bit
		}
	}
	set(flagUsed, e.mark.Used)
	set(flagTimed, e.timed)
	set(flagLax, e.lax)
	m, c := &e.mark, &e.mark.Counts
	flags |= uint64(m.Growth) << growthShift
	b = append(b, e.hash[:]...)
	put(e.worker)
	b = append(b, e.id[:]...)
	put(flags, m.Tick, m.Seen, m.Value.Hi, m.Value.Lo, m.Base.Hi, m.Base.Lo, m.Step)
	put(uint64(c.First)<<32|uint64(c.Current), uint64(c.Used))
	put(c.Marks[:]...)
	put(e.durable.tick, uint64(e.lead))
	b = append(b, e.boot[:]...)
	b = append(b, e.machine[:]...)
	put(uint64(e.wall.Unix()), uint64(e.wall.Nanosecond())<<32|e.pid&(1<<32-1), uint64(e.uptime))
	put(e.durable.value.Hi, e.durable.value.Lo)
	return b
}

// decode reads an entry; ok is false if it is not as encode wrote it.
func (e *entry) decode(b []byte) (ok bool) {
	*e = entry{}
	if len(b) != entrySize {
		return false
	}
	next := func() uint64 {
		w := binary.BigEndian.Uint64(b)
		b = b[8:]
		return w
	}
	id := func() (t token) {
		b = b[copy(t[:], b):]
		return t
	}
	m, c := &e.mark, &e.mark.Counts
	e.hash, e.worker, e.id = id(), next(), id()
	flags := next()
	m.Used, e.timed, e.lax = flags&flagUsed != 0, flags&flagTimed != 0, flags&flagLax != 0
	m.Growth = gen.Growth(flags >> growthShift)
	m.Tick, m.Seen = next(), next()
	m.Value.Hi, m.Value.Lo, m.Base.Hi, m.Base.Lo, m.Step = next(), next(), next(), next(), next()
	count := next()
	c.First, c.Current, c.Used = uint32(count>>32), uint32(count), uint32(next())
	for i := range c.Marks {
		c.Marks[i] = next()
	}
	e.durable.tick, e.lead = next(), time.Duration(next())
	e.boot, e.machine = id(), id()
	sec, rest := next(), next()
	e.wall, e.pid, e.uptime = time.Unix(int64(sec), int64(rest>>32)), rest&(1<<32-1), time.Duration(next())
	e.durable.value.Hi, e.durable.value.Lo = next(), next()
	return true
}

// decodeRecord reads the content of a record.
func decodeRecord(content []byte) (e entry, ok bool) {
	head, b, ok := guard.Decode(recordMagic, content)
	if ok = ok && len(content) == guard.BlockSize && e.decode(b); ok {
		e.turn = head.Turn
	}
	return e, ok
}
