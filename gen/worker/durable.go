package worker

import (
	"time"

	"idscope/gen"
	"idscope/gen/internal/guard"
)

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
func (s *session) exposed() bool {
	f := &s.r.folder
	return s.r.form.tick >= time.Second || s.r.form.time == 0 || s.r.now() < s.entry.mark.Tick || f.Host.Unsynced()
}

// covered reports whether all that was used is durable.
func (s *session) covered(before *gen.Mark) bool {
	e := &s.entry
	d, m := &e.durable, &e.mark
	if settled := s.settled && before.Used; !settled || m.Tick != d.tick {
		return settled && m.Tick < d.tick
	}
	if m.Growth != gen.GrowthNone || m.Step != 1 {
		return m.Value == d.value
	}
	return s.r.form.offset(m, m.Value) <= s.r.form.offset(m, d.value)
}

// reach is how far the disk is to know of: the ticks of a window, or a part of a
// long tick's sequence; and without a time, where each number counts, just what
// was used.
func (s *session) reach() durable {
	f, m := &s.r.form, &s.entry.mark
	switch ahead := f.line().Ticks(window); {
	case f.time == 0:
		return durable{0, m.Value}
	case ahead > 0:
		return durable{tick: add(m.Tick, ahead)}
	case f.seq == 0 || f.seq > 63 || m.Growth != gen.GrowthNone:
		return durable{tick: m.Tick, value: m.Value}
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
func (s *session) durability(before *gen.Mark) guard.Sync {
	e := &s.entry
	c, b := &e.mark.Counts, &before.Counts
	switch recounted := c.Current != b.Current || c.Used != b.Used; {
	case !s.exposed():
		if e.lax && s.settled && !recounted {
			return guard.SyncNone
		}
		e.lax, e.durable = true, durable{e.mark.Tick, e.mark.Value}
	case !recounted && s.covered(before):
		return guard.SyncNone
	default:
		e.durable = s.reach()
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
	if *e = s.claim.claim.entry; old.turn > e.turn {
		*e, old = old, *e
	}
	e.lax, e.lead = e.lax || old.lax, max(e.lead, old.lead)
	switch m, o := &e.mark, &old.mark; {
	case !o.Used:
	case highest(o) > highest(m):
		f.seal(m, highest(o))
	case o.Tick == m.Tick && f.further(m, o.Value, m.Value):
		m.Value = o.Value
	}
	if d := old.durable; d.tick > e.durable.tick ||
		d.tick == e.durable.tick && d.tick == e.mark.Tick && f.further(&e.mark, d.value, e.durable.value) {
		e.durable = d
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
	f, m := &r.form, &e.mark
	tick := r.down()
	if r.folder.Host.Unsynced() { // the clock may be far behind, but the disk knew of all older than this
		tick = max(tick, add(m.Tick, f.line().Ticks(writeBack)))
	}
	switch d := e.durable; {
	case !m.Used && d == (durable{}):
	case d.tick > m.Tick:
		f.seal(m, d.tick)
	case d.tick == m.Tick && f.further(m, d.value, m.Value):
		m.Value = d.value
	}
	if f.time > 0 && e.lax && tick >= m.Tick { // also where the first use is lost
		f.seal(m, tick)
	}
	e.lax = false
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
	tick, _ := r.form.line().Tick(h.Now().Add(late - up))
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
