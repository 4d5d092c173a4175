package worker

import (
	"crypto/rand"
	"encoding/binary"
	"math"
	"time"

	"idscope/gen"
)

// seal moves a mark so that nothing at tick or before is made again.
func (f *form) seal(m *gen.Mark, tick uint64) {
	m.Used = true
	m.Tick = min(add(tick, 1), add(f.last(), 1))        // past the last tick everything is refused
	m.Value, m.Base, m.Step = gen.Wide{}, gen.Wide{}, 1 // the first number of that tick is given up
}

// sealed is the mark of a record whose predecessor is unknown, but that it made
// nothing after tick.
func (f *form) sealed(tick, now uint64) gen.Mark {
	m := gen.Mark{Point: gen.Point{Seen: min(tick, now)}}
	f.seal(&m, tick)
	if f.rollback > 0 { // each of the counts may have been used up to there
		id := newID()
		m.Counts.First = binary.BigEndian.Uint32(id[:]) & uint32(gen.Mask(f.rollback).Lo)
		m.Counts.Used = 1 << f.rollback
		for i := range m.Counts.Marks {
			m.Counts.Marks[i] = tick
		}
	}
	return m
}

// now is the present tick; 0 before the epoch.
func (r *Record) now() uint64 {
	if r.form.time == 0 {
		return 0
	}
	tick, _ := r.form.line().Tick(r.folder.Host.Now())
	return tick
}

// ahead is the last tick that a predecessor with that lead can have used, if it
// read the same clock.
func (r *Record) ahead(lead time.Duration) uint64 {
	return add(r.now(), r.form.line().Ticks(lead))
}

// used is the lead over the clock that a mark shows.
func (r *Record) used(m *gen.Mark) time.Duration {
	now, last := r.now(), highest(m)
	if r.form.time == 0 || last <= now {
		return 0
	}
	line := r.form.line()
	return line.Time(min(last, r.form.last())).Sub(line.Time(now))
}

// newID returns 16 random bytes.
func newID() (t token) {
	rand.Read(t[:]) // never fails
	return t
}

// add stops at the largest number.
func add(a, b uint64) uint64 {
	if a > math.MaxUint64-b {
		return math.MaxUint64
	}
	return a + b
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
