package gen

import (
	"context"
	"errors"
	"time"
)

var errHalt = errors.New("halt")

// take reserves a run of at most n identifiers and leaves it in g.got; the lock
// is held, but given up while it sleeps. (Runs stay in place: returning them by
// value costs 10 ns, for the processor waits for stores before wide loads.)
func (g *Generator) take(ctx context.Context, n uint64) error {
	if !g.paced {
		return g.unpaced(n)
	}
	g.ask = n
	var err error
	if g.ledger == nil {
		err = g.reserve(&g.mark)
	} else {
		err = g.ledger.Update(ctx, g.shared)
	}
	if err == errHalt {
		err = g.persist(ctx, n)
	}
	return err
}

// attempt leaves a run in g.got, or errHalt and the reason in g.stop.
func (g *Generator) attempt(ctx context.Context) error {
	if g.ledger != nil {
		return g.ledger.Update(ctx, g.shared)
	}
	return g.reserve(&g.mark)
}

// persist waits and tries again, as long as that is worth while.
func (g *Generator) persist(ctx context.Context, n uint64) error {
	wait := patience{}
	for {
		stop, now := g.stop, g.now
		if stop.verdict == Refuse {
			return g.refusal(stop, now)
		}
		d, ok := wait.next(g, stop, now)
		if !ok {
			return g.refusal(wait.reason(stop), now)
		}
		if stop.reason == ErrUsedUp {
			d += g.line.Span(g.seq.ahead(n))
		}
		var why error
		if g.onWait != nil && d > longWait {
			why = g.refusal(stop, now)
		}
		g.unlock()
		if why != nil {
			g.onWait(d, why)
		}
		err := g.clock.Sleep(ctx, d)
		g.lock()
		if err != nil {
			return err
		}
		g.ask = n // another goroutine may have asked meanwhile
		if err = g.attempt(ctx); err != errHalt {
			return err
		}
	}
}

// reserve reads the clock once and asks the sequencer. It runs inside the
// ledger, where there is one.
func (g *Generator) reserve(m *Mark) error {
	tick, ok := uint64(0), true
	if g.timed {
		if tick, ok = g.read(); !ok {
			return g.early(g.clock.Now())
		}
	}
	if stop := g.seq.reserve(m, tick, g.ask, g.ceiling.Tick(), &g.got); stop.reason != nil {
		if g.timed && g.ticker != nil {
			g.now = g.clock.Now()
		}
		g.stop = stop
		return errHalt
	}
	return nil
}

// read reads the clock in ticks; g.now is what it says, without a ticker.
func (g *Generator) read() (tick uint64, ok bool) {
	if g.ticker != nil {
		return g.ticker.read()
	}
	g.now = g.clock.Now()
	return g.line.Tick(g.now)
}

func (g *Generator) early(now time.Time) error {
	return &ClockError{Reason: ErrBeforeEpoch, Scheme: g.scheme.Name, Now: now, Limit: g.scheme.Epoch, Retry: g.scheme.Epoch}
}

// unpaced serves schemes whose random bits alone keep identifiers apart, and
// constants, of which there is one.
func (g *Generator) unpaced(n uint64) error {
	if (g.fresh == ID{}) {
		if g.made || n > 1 {
			return ErrRepeats
		}
		g.made = true
		g.got = run{n: 1}
		return nil
	}
	g.got.tick, g.got.n = 0, n
	if !g.timed {
		return nil
	}
	tick, err := g.tick()
	g.got.tick = tick
	return err
}

// tick is the time of schemes whose random bits alone keep identifiers apart.
func (g *Generator) tick() (uint64, error) {
	tick, ok := uint64(0), false
	if g.ticker != nil {
		tick, ok = g.ticker.read()
	} else {
		tick, ok = g.line.Tick(g.clock.Now())
	}
	switch {
	case !ok:
		return 0, g.early(g.clock.Now())
	case tick > g.seq.last:
		return 0, g.refusal(halt{Refuse, ErrEnded, g.seq.last}, g.clock.Now())
	case tick > g.ceiling.Tick():
		return 0, g.refusal(halt{Refuse, ErrFenced, g.ceiling.Tick()}, g.clock.Now())
	}
	return tick, nil
}

// refusal turns a halt into the error that callers see.
func (g *Generator) refusal(stop halt, now time.Time) error {
	e := &ClockError{Reason: stop.reason, Scheme: g.scheme.Name, Now: now, Limit: g.line.Time(stop.until)}
	switch stop.reason {
	case ErrBackward, ErrUsedUp:
		e.Retry = g.line.Time(stop.until)
	case ErrEnded:
		if !g.scheme.Timed() {
			return &ClockError{Reason: ErrUsedUp, Scheme: g.scheme.Name}
		}
		e.Limit, _ = g.scheme.End()
	case ErrStalled, ErrFenced:
	default:
		return stop.reason // the random source's own error
	}
	return e
}
