package gen

import (
	"context"
	"errors"
	"math"
	"sync/atomic"
	"time"

	"idscope/gen/fault"
	"idscope/gen/sequence"
)

// longWait is from how long on a wait is announced.
const longWait = 2 * time.Second

// durable is how far ahead of its last tick a record begins after a loss of power (package worker makes ticks durable
// for so long).
const durable = 3 * time.Second

var errHalt = errors.New("halt")

// take reserves a run of at most n IDs in g.got (returned by value it costs 10 ns), or of all n where none follow; the
// lock is held, but given up while it sleeps.
func (g *Generator) take(ctx context.Context, n uint64, all bool) error {
	if !g.paced {
		return g.unpaced(n)
	}
	g.ask, g.all = n, all
	err := g.attempt(ctx)
	if err == errHalt {
		err = g.persist(ctx, n, all)
	}
	return err
}

// attempt leaves a run in g.got, or errHalt and the reason in g.stop. When it fails, nothing is in g.got: a ledger may
// have asked the sequencer, and not stored its answer.
func (g *Generator) attempt(ctx context.Context) (err error) {
	if g.ledger != nil {
		err = g.ledger.Update(ctx, g.shared)
	} else {
		err = g.reserve(&g.mark)
	}
	if err != nil {
		g.got.N = 0
	}
	return err
}

// persist waits and tries again, as long as that is worth while.
func (g *Generator) persist(ctx context.Context, n uint64, all bool) error {
	wait := g.patience
	for {
		stop, now := g.stop, g.now
		if stop.Decision == sequence.Refuse {
			return g.refusal(stop, now)
		}
		d, ok := wait.Next(stop.Reason, g.line.Time(stop.Until).Sub(now), now)
		if wait.Frozen {
			stop.Reason = ErrStalled
		}
		if !ok {
			return g.refusal(stop, now)
		}
		if stop.Reason == ErrUsedUp {
			d += g.line.Span(g.seq.Ahead(n))
		}
		g.mu.Unlock()
		if g.onWait != nil && d > longWait {
			g.onWait(d, g.refusal(stop, now))
		}
		err := g.clock.Sleep(ctx, d)
		g.mu.Lock()
		if err != nil {
			return err
		}
		g.ask, g.all = n, all // another goroutine may have asked meanwhile
		if err = g.attempt(ctx); err != errHalt {
			return err
		}
	}
}

// reserve reads the clock once and asks the sequencer. It runs inside the ledger, where there is one.
func (g *Generator) reserve(m *Mark) error {
	tick, ok := uint64(0), true
	if g.timed {
		g.now = g.clock.Now()
		tick, ok = g.line.Tick(g.now)
	}
	if !ok {
		return g.early(g.now)
	}
	if g.all && !g.timed {
		return g.reserveAll(m)
	}
	if stop := g.seq.Reserve(m, tick, g.ask, g.ceiling.Tick(), &g.got); stop.Reason != nil {
		g.stop = stop
		return errHalt
	}
	return nil
}

// reserveAll is reserve in a layout without time. It takes nothing where the layout has fewer left than are asked for,
// which would be lost for good; a grant that has fewer is followed by another.
func (g *Generator) reserveAll(m *Mark) error {
	next := *m
	if g.stop = g.seq.Reserve(&next, 0, g.ask, g.ceiling.Tick(), &g.got); g.stop.Reason != nil {
		return errHalt
	}
	if end := next; g.got.N < g.ask && g.seq.Reserve(&end, 0, 1, math.MaxUint64, new(Run)).Reason == ErrEnded {
		return fault.New(ErrUsedUp, "", "sequence exhausted: %s has fewer than %d ids left, %d", g.scheme.Name, g.ask,
			g.got.N)
	}
	*m = next
	return nil
}

func (g *Generator) early(now time.Time) error {
	return NoID(g.scheme.Name, ErrBeforeEpoch, ClockError{Now: now, Limit: g.scheme.Epoch, Retry: g.scheme.Epoch})
}

// unpaced serves schemes whose random bits alone keep identifiers apart, and constants, of which there is one.
func (g *Generator) unpaced(n uint64) error {
	if (g.fresh == ID{}) {
		if g.made || n > 1 {
			return ErrRepeats
		}
		g.made = true
		g.got = Run{N: 1}
		return nil
	}
	tick, now, err := g.present()
	switch {
	case err != nil:
		return err
	case g.timed && tick > g.ceiling.Tick():
		return g.refusal(sequence.Halt{Reason: ErrFenced, Until: g.ceiling.Tick()}, now)
	}
	g.got.Tick, g.got.N = tick, n
	return nil
}

// present is the tick of now, 0 without time; an error where the layout has none.
func (g *Generator) present() (tick uint64, now time.Time, err error) {
	if !g.timed {
		return 0, now, nil
	}
	now = g.clock.Now()
	switch tick, ok := g.line.Tick(now); {
	case !ok:
		return 0, now, g.early(now)
	case tick > g.seq.Last:
		return 0, now, g.refusal(sequence.Halt{Reason: ErrEnded, Until: g.seq.Last}, now)
	default:
		return tick, now, nil
	}
}

// refusal turns a halt into the error that callers see.
func (g *Generator) refusal(stop sequence.Halt, now time.Time) error {
	at, timed, reason := ClockError{Now: now, Limit: g.line.Time(stop.Until)}, g.scheme.Timed(), stop.Reason
	switch {
	case reason == ErrBackward, reason == ErrUsedUp:
		at.Retry = at.Limit
	case reason == ErrEnded && !timed:
		reason, at = ErrUsedUp, ClockError{}
	case reason == ErrEnded:
		at.Limit, _ = g.scheme.End()
	case reason == ErrFenced && !timed:
		at = ClockError{}
	case reason == ErrFenced, reason == ErrStalled:
	default:
		return reason // the random source's own error
	}
	return NoID(g.scheme.Name, reason, at)
}

// Ledger keeps a Mark outside the process.
type Ledger interface {
	// Update takes the mark exclusively, hands it to f and, if f returns nil, stores what f left before it returns;
	// else it stores nothing and returns f's error. When Update fails, f's numbers are lost, never used twice. The
	// generator's lock is held.
	Update(ctx context.Context, f func(*Mark) error) error
}

// Ceiling is a grant from outside ([idscope/gen/lease]): no ID has a tick above it, or in a layout without time a
// sequence number. It is compared for each ID, so a process that slept through the end of its grant does no harm. Zero
// grants tick 0 only.
type Ceiling struct{ tick atomic.Uint64 }

// Grant moves the ceiling.
func (c *Ceiling) Grant(tick uint64) { c.tick.Store(tick) }

// Tick returns the highest tick that may be used: all of them for a nil ceiling.
func (c *Ceiling) Tick() uint64 {
	if c == nil {
		return ^uint64(0)
	}
	return c.tick.Load()
}
