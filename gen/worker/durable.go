package worker

import (
	"time"

	"idscope/gen"
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
func (s *session) covered() bool {
	e := &s.entry
	d, m := &e.durable, &e.mark
	if !e.synced || m.Tick != d.tick {
		return e.synced && m.Tick < d.tick
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

// persist writes the entry. Without waiting for the disk it survives the death
// of every process. A loss of power may bring back an older content: where that
// could do harm, the disk is told first how far the numbers may get.
func (s *session) persist(before gen.Mark) error {
	e := &s.entry
	c, b := &e.mark.Counts, &before.Counts
	switch recounted := c.Current != b.Current || c.Used != b.Used; {
	case !s.exposed():
		if e.lax && !recounted {
			return s.write()
		}
		e.lax, e.durable = true, durable{e.mark.Tick, e.mark.Value}
	case !recounted && s.covered():
		return s.write()
	default:
		e.durable = s.reach()
	}
	// Written twice: a process that is killed in between, or a disk that fails,
	// must not leave a promise behind that the next process relies on.
	e.synced = false
	if err := s.promise(); err != nil {
		return err
	}
	if err := s.write(); err != nil {
		return err
	}
	if err := s.sync(); err != nil {
		return err
	}
	e.synced = true
	return s.write()
}

// promise makes the claim tell the disk how far the numbers may get, in case that
// the record is lost with the power.
func (s *session) promise() error {
	t := s.claim.trail
	if s.r.form.time == 0 || t.durable == s.entry.durable { // without a time the claim is synced in each update
		return nil
	}
	t.durable = s.entry.durable
	if err := s.claim.follow(t); err != nil {
		return s.r.claimError(err)
	}
	if err := s.r.folder.disk.syncData(s.claim.file); err != nil {
		return err
	}
	s.r.folder.hook("synced")
	return nil
}

// recover gives up, after a start of the machine, what may have been used without
// this record knowing of it: all up to the durable mark; and where the clock was
// trusted, all up to the start, plus as long as the clock may be behind. It is
// written at once: the start is to be seen once.
func (s *session) recover() error {
	r, e := s.r, &s.entry
	f, m := &r.form, &e.mark
	tick := r.down()
	if r.folder.Host.Unsynced() { // the clock may be far behind, but the disk knew of all older than this
		tick = max(tick, add(m.Tick, f.line().Ticks(writeBack)))
	}
	for _, d := range [...]durable{e.durable, s.claim.trail.durable} {
		switch {
		case !m.Used && d == (durable{}):
		case d.tick > m.Tick:
			f.seal(m, d.tick)
		case d.tick == m.Tick && m.Growth == gen.GrowthNone && f.offset(m, d.value) > f.offset(m, m.Value):
			m.Value = d.value
		}
	}
	if f.time > 0 && e.lax && tick >= m.Tick { // also where the first use is lost
		f.seal(m, tick)
	}
	e.lax = false
	e.turn++
	if err := s.write(); err != nil {
		return err
	}
	return s.follow()
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
