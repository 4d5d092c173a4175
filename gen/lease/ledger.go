package lease

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"idscope/gen"
	"idscope/gen/fault"
)

// Ledger returns the ledger of a generator that uses the lease: record is that of
// the number on this host. Each reservation compares the grant under the record's
// lock, so that a process that slept while the host gave the number back, or lost
// it, gets nothing. Where there is a store, and the grant has come to its end, it is
// renewed first.
func (l *Lease) Ledger(record gen.Ledger) gen.Ledger {
	l.record = record
	return l
}

// Update implements [gen.Ledger].
func (l *Lease) Update(ctx context.Context, f func(*gen.Mark) error) error {
	t := &l.Config
	for try := 0; ; try++ {
		var void error
		var used uint64
		err := l.record.Update(ctx, func(m *gen.Mark) error {
			g, err := l.Grant()
			if err == nil && (g.State != Held || g.Worker != l.worker) {
				err = l.void(&g)
			}
			if void = err; err != nil {
				return err
			}
			l.follow(&g)
			t.raise(m, g.Floor)
			used = t.used(m)
			if err = f(m); err == nil && !t.within(m, &g) {
				err = gen.ErrFenced
			}
			if err == nil && !t.Timed {
				l.used.Store(t.used(m))
			}
			return err
		})
		if err == nil || l.Open == nil || try > 2 {
			return err
		}
		switch {
		case void != nil && !errors.Is(void, ErrVoid):
			return err
		case void == nil && t.Timed && t.soon(l.now()) <= l.until.Load(),
			void == nil && !t.Timed && used < l.until.Load():
			return err // for another reason than the ceiling
		}
		g, failed := l.extendSoon(ctx, func(g *Grant, at time.Time) bool { return l.enough(g, at, used) })
		switch {
		case failed != nil:
			return l.ended(&Grant{Epoch: 1, State: Held, Worker: l.worker, Ceiling: l.until.Load()}, failed)
		case g.Worker != l.worker:
			return l.lost(g.Worker)
		}
		l.follow(&g)
	}
}

// void is the refusal of a grant that is not what the lease was made of.
func (l *Lease) void(g *Grant) error {
	if g.State == Held {
		return l.lost(g.Worker)
	}
	return fault.New(ErrVoid, "run it again", "the grant of %s was given back or is void", l.Config.Scheme)
}

// used is the last number that a mark counts as used, in a layout without time.
func (t *Config) used(m *gen.Mark) uint64 {
	if t.Timed || !m.Used {
		return 0
	}
	return m.Value.Lo
}

// within reports whether a reservation is one of ticks that were granted.
func (t *Config) within(m *gen.Mark, g *Grant) bool {
	tick := m.Tick
	if !t.Timed {
		tick = m.Value.Lo
	}
	return tick > g.Floor && tick <= g.Ceiling
}

// raise moves a mark so that nothing at the tick or before is used, under any
// rollback count.
func (t *Config) raise(m *gen.Mark, floor uint64) {
	if !t.Timed {
		used := floor
		switch {
		case m.Used && m.Value.Lo < m.Base.Lo: // it went round, when nothing was granted yet
			used = t.Last
		case m.Used:
			used = max(used, m.Value.Lo)
		}
		m.Point = gen.Point{Used: true, Value: gen.Wide{Lo: used}, Step: 1}
		return
	}
	if t.Rollback > 0 {
		c := &m.Counts
		if !m.Used {
			c.First = uint32(rand.Uint64() & gen.Mask(t.Rollback).Lo)
		}
		c.Used = 1 << t.Rollback // one that was never used may go to any tick
		for i := range c.Marks {
			c.Marks[i] = max(c.Marks[i], floor)
		}
	}
	if !m.Used || m.Tick <= floor {
		m.Point = gen.Point{Used: true, Growth: m.Growth, Tick: floor,
			Seen: m.Seen} // all numbers of that tick are used
	}
}
