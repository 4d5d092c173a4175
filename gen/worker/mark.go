package worker

import (
	"crypto/rand"
	"encoding/binary"
	"math"
	"time"

	"idscope/gen"
	"idscope/gen/internal/guard"
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
	tick, _ := r.form.line.Tick(r.folder.Host.Now())
	return tick
}

// ahead is the last tick that a predecessor with that lead can have used, if it
// read the same clock.
func (r *Record) ahead(lead time.Duration) uint64 {
	return add(r.now(), r.form.line.Ticks(lead))
}

// used is the lead over the clock that a mark shows.
func (f *form) used(m *gen.Mark, now uint64) time.Duration {
	last := highest(m)
	if f.time == 0 || last <= now {
		return 0
	}
	return f.line.Time(min(last, f.last())).Sub(f.line.Time(now))
}

// newID returns 16 random bytes.
func newID() (t token) {
	rand.Read(t[:]) // never fails
	return t
}

// add stops at the largest number.
func add(a, b uint64) uint64 { return min(a, math.MaxUint64-b) + b }

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

// What follows is for a loss of power.
const (
	// window is how far ahead a tick is made durable, so that the disk is waited
	// for once in that time.
	window = 3 * time.Second

	// blocks is into how many parts the sequence of a longer tick is cut: one of
	// them is made durable at a time, and given up when the power fails.
	blocks = 64

	// writeBack is how long Linux leaves what was written in memory: data is 30 s
	// old when it is due, and looked after each 5 s.
	writeBack = 35 * time.Second

	// resetTime is less than any machine needs to start, and more than a clock that
	// is synchronised may be wrong.
	resetTime = 2 * time.Second
)

// exposed reports whether a loss of power after this update could lead to a
// repetition: its identifiers are ahead of the clock, nobody sets the clock, the
// machine may be up again within the tick, or there is no time at all. Otherwise
// the clock is past all that was used when the machine is up again.
func (s *session) exposed(now uint64) bool {
	f := &s.r.form
	return f.tick >= time.Second || f.time == 0 || now < s.entry.Mark.Tick || s.r.folder.Host.Unsynced()
}

// covered reports whether all that was used is durable.
func (s *session) covered(before *gen.Mark) bool {
	e := &s.entry
	d, m := &e.Durable, &e.Mark
	if settled := s.settled && before.Used; !settled || m.Tick != d.Tick {
		return settled && m.Tick < d.Tick
	}
	if m.Growth != gen.GrowthNone || m.Step != 1 {
		return m.Value == d.Value
	}
	return s.r.form.offset(m, m.Value) <= s.r.form.offset(m, d.Value)
}

// reach is how far the disk is to know of: the ticks of a window, or a part of a
// long tick's sequence; and without a time, where each number counts, just what
// was used.
func (s *session) reach() durable {
	f, m := &s.r.form, &s.entry.Mark
	switch ahead := f.line.Ticks(window); {
	case f.time == 0:
		return durable{0, m.Value}
	case ahead > 0:
		return durable{Tick: add(m.Tick, ahead)}
	case f.seq == 0 || f.seq > 63 || m.Growth != gen.GrowthNone:
		return durable{Tick: m.Tick, Value: m.Value}
	}
	top := gen.Mask(f.seq).Lo
	used := f.offset(m, m.Value)
	used = min(top, used+max(1, top/blocks))
	return durable{m.Tick, gen.Wide{Lo: (m.Base.Lo + used) & top}}
}

// durability is what the update has to wait for. Without waiting for the disk it
// survives the death of every process. A loss of power may bring back an older content:
// where that could do harm, the claim is made durable first, which says how far the
// numbers may get. Without a time claim and record are, one after the other.
func (s *session) durability(before *gen.Mark, now uint64) guard.Sync {
	e := &s.entry
	c, b := &e.Mark.Counts, &before.Counts
	switch recounted := c.Current != b.Current || c.Used != b.Used; {
	case !s.exposed(now):
		if e.Lax && s.settled && !recounted {
			return guard.SyncNone
		}
		e.Lax, e.Durable = true, durable{e.Mark.Tick, e.Mark.Value}
	case !recounted && s.covered(before):
		return guard.SyncNone
	default:
		e.Durable = s.reach()
	}
	if s.r.form.time == 0 {
		return guard.SyncAll
	}
	return guard.SyncAhead
}

// merge takes, after a start of the machine, the further of what record and claim know:
// either may be older than the other.
func (s *session) merge() {
	f, old := &s.r.form, s.entry
	e := &s.entry
	if *e = s.claim.entry; s.record.Head.Turn > s.claim.Head.Turn {
		*e, old = old, *e
	}
	e.Lax, e.Lead = e.Lax || old.Lax, max(e.Lead, old.Lead)
	switch m, o := &e.Mark, &old.Mark; {
	case !o.Used:
	case highest(o) > highest(m):
		f.seal(m, highest(o))
	case o.Tick == m.Tick && f.further(m, o.Value, m.Value):
		m.Value = o.Value
	}
	if d := old.Durable; d.Tick > e.Durable.Tick ||
		d.Tick == e.Durable.Tick && d.Tick == e.Mark.Tick && f.further(&e.Mark, d.Value, e.Durable.Value) {
		e.Durable = d
	}
}

// further reports whether a comes after b in the tick of the mark, where that has an order.
func (f *form) further(m *gen.Mark, a, b gen.Wide) bool {
	return m.Growth == gen.GrowthNone && f.offset(m, a) > f.offset(m, b)
}

// recover gives up, after a start of the machine, what may have been used without
// this record knowing of it: all up to the durable mark; and where the clock was
// trusted, all up to the start, plus as long as the clock may be behind. It is to be
// written at once: the start is to be seen once.
func (s *session) recover() {
	r, e := s.r, &s.entry
	f, m := &r.form, &e.Mark
	tick := r.down()
	if r.folder.Host.Unsynced() { // the clock may be far behind, but the disk knew of all older than this
		tick = max(tick, add(m.Tick, f.line.Ticks(writeBack)))
	}
	switch d := e.Durable; {
	case !m.Used && d == (durable{}):
	case d.Tick > m.Tick:
		f.seal(m, d.Tick)
	case d.Tick == m.Tick && f.further(m, d.Value, m.Value):
		m.Value = d.Value
	}
	if f.time > 0 && e.Lax && tick >= m.Tick { // also where the first use is lost
		f.seal(m, tick)
	}
	e.Lax = false
}

// down is the last tick that can have been used before the machine was started,
// by a clock that was right then.
func (r *Record) down() uint64 {
	h := &r.folder.Host
	late := resetTime
	if h.Unsynced() {
		late = writeBack
	}
	up, ok := h.Uptime()
	if !ok {
		return r.now()
	}
	tick, _ := r.form.line.Tick(h.Now().Add(late - up))
	return tick
}

// offset is how many numbers after the first one of its tick a number comes,
// where the sequence goes round in its range.
func (f *form) offset(m *gen.Mark, v gen.Wide) uint64 {
	if f.seq > 63 {
		return v.Lo - m.Base.Lo
	}
	return (v.Lo - m.Base.Lo) & gen.Mask(f.seq).Lo
}
