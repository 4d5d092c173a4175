package worker

import (
	"encoding/binary"
	"hash/fnv"
	"time"

	"idscope/gen"
)

// entrySize is the size of a record: one sector, so that a disk writes all of it
// or nothing.
//
// There is one slot, not two that are written in turn. The checksum covers every
// byte, so a torn record is seen; and the older slot of two could never be used,
// for the identifiers made since it was written would be made again.
const entrySize = 512

// entry is the content of a record.
type entry struct {
	hash   token // of the layout
	worker uint64
	id     token // of the record, random: a copy has the same one
	mark   gen.Mark

	turn uint64 // counts the updates

	// durable is written to the disk before any identifier past it is used,
	// whenever a loss of power could do harm; synced says that it got there.
	// After a new start of the machine nothing up to it is used again.
	durable durable
	synced  bool
	lax     bool // since the last start, updates trusted the clock instead

	lead    time.Duration // longest that was ever permitted
	boot    token
	machine token
	wall    time.Time // when it was written
	uptime  time.Duration
	timed   bool // the uptime is known
	pid     uint64
}

const (
	entryMagic = "idscope\x02"
	// oldMagic is of the version that counted the numbers of a tick in place of their
	// step: all numbers of the tick count as used. It kept the durable tick alone.
	oldMagic = "idscope\x01"
)

// durable is a tick and the sequence number in it up to which numbers are given
// up when the power fails; the sequence began where that of the mark did.
type durable struct {
	tick  uint64
	value gen.Wide
}

// What a record holds of gen.Counts. A change there is a new entryMagic.
var _ [32]uint64 = gen.Counts{}.Marks

// The order of the words, 8 bytes each, big-endian:
//
//	magic | hash 2 | worker | id 2 | flags | tick | seen | value 2 | base 2 | step |
//	count: first<<32 + current | count: used | count: marks 32 | durable: tick | lead |
//	boot 2 | machine 2 | wall: s | wall: ns | uptime | pid | durable: value 2 | turn |
//	0 ... | checksum
//
// The second byte of the flags is the growth.
const (
	flagUsed = 1 << iota
	flagSynced
	flagTimed
	flagLax

	growthShift = 8
)

// checksum is FNV-1a. Each of its steps is a bijection, so a change within one
// byte is always seen, and any other but once in 2^64. It needs no table: the
// CRCs of the standard library build theirs in each process, in 12 to 126 us.
func checksum(b []byte) uint64 {
	h := fnv.New64a()
	h.Write(b)
	return h.Sum64()
}

// encode writes the entry with its checksum.
func (e *entry) encode() []byte {
	out := make([]byte, entrySize)
	b := out[:0]
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
	set(flagSynced, e.synced)
	set(flagTimed, e.timed)
	set(flagLax, e.lax)
	m, c := &e.mark, &e.mark.Counts
	flags |= uint64(m.Growth) << growthShift
	b = append(b, entryMagic...)
	b = append(b, e.hash[:]...)
	put(e.worker)
	b = append(b, e.id[:]...)
	put(flags, m.Tick, m.Seen, m.Value.Hi, m.Value.Lo, m.Base.Hi, m.Base.Lo, m.Step)
	put(uint64(c.First)<<32|uint64(c.Current), uint64(c.Used))
	put(c.Marks[:]...)
	put(e.durable.tick, uint64(e.lead))
	b = append(b, e.boot[:]...)
	b = append(b, e.machine[:]...)
	put(uint64(e.wall.Unix()), uint64(e.wall.Nanosecond()), uint64(e.uptime), e.pid)
	put(e.durable.value.Hi, e.durable.value.Lo, e.turn)
	binary.BigEndian.PutUint64(out[entrySize-8:], checksum(out[:entrySize-8]))
	return out
}

// decode reads an entry; ok is false if any byte is not as encode wrote it, or as
// the version before did.
func (e *entry) decode(b []byte) (ok bool) {
	*e = entry{}
	if len(b) != entrySize || binary.BigEndian.Uint64(b[entrySize-8:]) != checksum(b[:entrySize-8]) {
		return false
	}
	old := string(b[:len(oldMagic)]) == oldMagic
	if !old && string(b[:len(entryMagic)]) != entryMagic {
		return false
	}
	b = b[len(entryMagic):]
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
	m.Used, e.synced, e.timed, e.lax = flags&flagUsed != 0, flags&flagSynced != 0, flags&flagTimed != 0,
		flags&flagLax != 0
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
	sec, nsec := next(), next()
	e.wall, e.uptime, e.pid = time.Unix(int64(sec), int64(nsec)), time.Duration(next()), next()
	e.durable.value.Hi, e.durable.value.Lo, e.turn = next(), next(), next()
	if old {
		e.age()
	}
	return true
}

// age makes what an entry of the version before leaves open safe: which numbers
// of its tick were used was not always known, and beyond its durable tick nothing
// was waited for.
func (e *entry) age() {
	e.mark.Step = 0
	e.durable.value, e.lax, e.turn = e.mark.Value, true, 1
}
