package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"idscope/gen"
	"idscope/gen/server/service"
	"idscope/gen/store"
)

// Generator hands out IDs of one scheme, to any number of goroutines: no ID twice, however many servers and processes
// share its records or its store.
type Generator interface {
	gen.IDs // its Close gives back what was reserved ahead and not used

	// Reserve returns the first of n IDs that are consecutive integers. Where the scheme cannot have them the error is
	// errScattered.
	Reserve(ctx context.Context, n uint64) (first gen.ID, err error)

	// Ready says why no ID can be had now; nil where they can.
	Ready() error
}

// waitingClock counts how often it was waited for.
type waitingClock struct {
	gen.Clock
	waits atomic.Uint64
}

// Sleep implements [gen.Clock].
func (c *waitingClock) Sleep(ctx context.Context, d time.Duration) error {
	c.waits.Add(1)
	return c.Clock.Sleep(ctx, d)
}

// errScattered says that ids of a scheme are no consecutive integers.
var errScattered = errors.New("ids that are not consecutive integers")

// local is a generator of this host: its records keep it apart from other processes.
type local struct {
	*gen.Generator
	ticks *ticks           // nil where nothing is reserved ahead
	held  *service.Holding // nil for ids that need no record
	clock *waitingClock    // nil where no clock is waited for
	runs  sync.Mutex       // one search for consecutive integers at a time
}

var _ Generator = (*local)(nil)

// recorded reports whether a sequencer with a record generates the ids.
func recorded(s *gen.Scheme) bool {
	return s.Recorded() && (s.Timed() || s.Layout.Width(gen.Seq) > 0)
}

// hold is [service.Options.Hold].
type hold = func(context.Context, service.Wanted) (*service.Holding, error)

// numbered is a scheme whose worker has a number, where there is one.
func numbered(s *gen.Scheme, number *uint64) *gen.Scheme {
	if number == nil || s.WorkerRule != gen.WorkerRandom {
		return s
	}
	one := *s
	one.WorkerRule = gen.WorkerNumber
	return &one
}

// newLocal opens the record of a scheme, where it keeps one.
func newLocal(ctx context.Context, p plan, hold hold, watch store.Watch) (*local, error) {
	l := &local{}
	o := gen.Options{Worker: p.number, Set: p.set, MaxAge: &p.age}
	if recorded(p.scheme) {
		l.clock = &waitingClock{Clock: gen.SystemClock()}
		o.Clock = l.clock
		o.Hold = func(s *gen.Scheme, o *gen.Options) (io.Closer, error) { return l, l.open(ctx, s, o, hold, watch) }
	}
	var err error
	l.Generator, err = gen.New(p.scheme, o)
	return l, err
}

// open opens the record, or the lease, of what the options say.
func (l *local) open(ctx context.Context, s *gen.Scheme, o *gen.Options, hold hold, watch store.Watch) (err error) {
	l.held, err = hold(ctx, service.Wanted{Scheme: s, Worker: o.Worker, Set: o.Set, Lead: s.Lead() + aheadFor,
		Clock: o.Clock, Store: watch})
	if err != nil {
		return err
	}
	o.Set, o.Ceiling = l.held.Set, l.held.Ceiling
	if s.WorkerBits() > 0 {
		o.Worker = &l.held.Worker
	}
	if s.Timed() {
		l.ticks = newTicks(l.held.Ledger, s, o.Clock, o.Ceiling, aheadFor, 0)
		o.Ledger = l.ticks
	} else {
		o.Ledger = l.held.Ledger
	}
	return nil
}

// attempts is how often a run of consecutive integers is looked for: what is left of
// a tick may be too few.
const attempts = 8

// Reserve implements [Generator].
func (l *local) Reserve(ctx context.Context, n uint64) (gen.ID, error) {
	if n == 1 {
		return l.Next(ctx)
	}
	if !l.Reservable() {
		return gen.ID{}, errScattered
	}
	l.runs.Lock()
	defer l.runs.Unlock()
	var ends [1]gen.ID
	for range attempts {
		run, err := l.Generator.Reserve(ctx, n)
		if err != nil {
			return gen.ID{}, err
		}
		if run.N < n {
			continue // to the end of its tick
		}
		tail := run
		l.Split(&tail, n-1)
		l.Expand(&run, ends[:])
		first := ends[0]
		l.Expand(&tail, ends[:])
		want, ok := first.MulAdd(1, n-1)
		if ok && ends[0] == want {
			return first, nil
		}
		per, limited := l.Scheme().PerTick()
		if run.Tick == tail.Tick || limited && per.Cmp(gen.FromUint64(n)) < 0 {
			break // trying again does not help
		}
		if rest := per.Lo - 1 - tail.Value.Lo; limited && rest > 0 && rest < per.Lo {
			if _, err := l.Generator.Reserve(ctx, rest); err != nil { // so that the next run begins with a tick
				return gen.ID{}, err
			}
		}
	}
	return gen.ID{}, errScattered
}

// Ready implements [Generator].
func (l *local) Ready() error {
	if l.ticks == nil {
		return nil
	}
	if granted, ok := l.ticks.granted(); ok && granted <= 0 {
		return errors.New("the grant of its number has ended")
	}
	if l.ticks.broken.Load() {
		if l.held == nil {
			return errors.New("the servers' store refuses reservations")
		}
		return fmt.Errorf("the record of worker %d cannot be written", l.held.Worker)
	}
	return nil
}

// reservations implements [reserving].
func (l *local) reservations() (r reservations) {
	if l.ticks != nil {
		r = l.ticks.reservations()
	}
	if l.clock != nil {
		r.waits += l.clock.waits.Load()
	}
	return r
}

// Close implements [Generator].
func (l *local) Close() error {
	var err error
	if l.ticks != nil {
		err = l.ticks.pool.Close()
	}
	if l.held != nil {
		err = errors.Join(err, l.held.Close())
	}
	return err
}
