package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"idscope/gen"
	"idscope/gen/server/service"
)

// errScattered says that ids of a scheme are no consecutive integers.
var errScattered = errors.New("ids that are not consecutive integers")

// local is a generator of this host: its records keep it apart from other processes.
type local struct {
	g     *gen.Generator
	ahead *ahead           // nil where nothing is reserved ahead
	held  *service.Holding // nil for ids that need no record
	store storeStats       // of the store that grants the number
	runs  sync.Mutex       // one search for consecutive integers at a time
}

var _ Generator = (*local)(nil)

// recorded reports whether a sequencer with a record generates the ids.
func recorded(s *gen.Scheme) bool {
	return s.Recorded() && (s.Timed() || s.Layout.Width(gen.Seq) > 0)
}

// hold is [service.Options.Hold].
type hold = func(context.Context, service.Wanted) (*service.Holding, error)

// newLocal opens the record of a scheme, where it keeps one. A nil number takes one
// that no other process of this host uses at this instant, or one that a store grants.
func newLocal(ctx context.Context, s *gen.Scheme, number *uint64, set []gen.Assignment, age time.Duration,
	hold hold) (*local, error) {
	if number != nil && s.WorkerRule == gen.WorkerRandom {
		numbered := *s
		numbered.WorkerRule = gen.WorkerNumber
		s = &numbered
	}
	l := &local{}
	o := gen.Options{Worker: number, Set: set, MaxAge: &age}
	if recorded(s) {
		o.Clock = clock{gen.SystemClock()}
		o.Hold = func(s *gen.Scheme, o *gen.Options) (io.Closer, error) { return l, l.open(ctx, s, o, hold) }
	}
	var err error
	l.g, err = gen.New(s, o)
	return l, err
}

// open opens the record, or the lease, of what the options say.
func (l *local) open(ctx context.Context, s *gen.Scheme, o *gen.Options, hold hold) (err error) {
	l.held, err = hold(
		ctx,
		service.Wanted{Scheme: s, Worker: o.Worker, Set: o.Set, Lead: s.Lead() + aheadFor, Clock: o.Clock,
			Store: l.store.watch()},
	)
	if err != nil {
		return err
	}
	o.Set, o.Ceiling = l.held.Set, l.held.Ceiling
	if s.WorkerBits() > 0 {
		o.Worker = &l.held.Worker
	}
	if s.Timed() {
		l.ahead = newAhead(l.held.Ledger, s, o.Clock, o.Ceiling, aheadFor)
		o.Ledger = l.ahead
	} else {
		o.Ledger = patient{l.held.Ledger}
	}
	return nil
}

// Scheme implements [Generator].
func (l *local) Scheme() *gen.Scheme { return l.g.Scheme() }

// Next implements [Generator].
func (l *local) Next(ctx context.Context) (gen.ID, error) { return l.g.Next(ctx) }

// Fill implements [Generator].
func (l *local) Fill(ctx context.Context, dst []gen.ID) (int, error) { return l.g.Fill(ctx, dst) }

// attempts is how often a run of consecutive integers is looked for: what is left of
// a tick may be too few.
const attempts = 8

// Reserve implements [Generator].
func (l *local) Reserve(ctx context.Context, n uint64) (gen.ID, error) {
	if n == 1 {
		return l.g.Next(ctx)
	}
	if !l.g.Reservable() {
		return gen.ID{}, errScattered
	}
	l.runs.Lock()
	defer l.runs.Unlock()
	var ends [1]gen.ID
	for range attempts {
		run, err := l.g.Reserve(ctx, n)
		if err != nil {
			return gen.ID{}, err
		}
		if run.N < n {
			continue // to the end of its tick
		}
		tail := run
		l.g.Split(&tail, n-1)
		l.g.Expand(&run, ends[:])
		first := ends[0]
		l.g.Expand(&tail, ends[:])
		want, ok := first.MulAdd(1, n-1)
		if ok && ends[0] == want {
			return first, nil
		}
		per, limited := l.g.Scheme().PerTick()
		if run.Tick == tail.Tick || limited && per.Cmp(gen.FromUint64(n)) < 0 {
			break // trying again does not help
		}
		if rest := per.Lo - 1 - tail.Value.Lo; limited && rest > 0 && rest < per.Lo {
			if _, err := l.g.Reserve(ctx, rest); err != nil { // so that the next run begins with a tick
				return gen.ID{}, err
			}
		}
	}
	return gen.ID{}, errScattered
}

// Ready implements [Generator].
func (l *local) Ready() error {
	if l.ahead == nil {
		return nil
	}
	if granted, ok := l.ahead.granted(); ok && granted <= 0 {
		return errors.New("the grant of its number has ended")
	}
	if l.ahead.failing() {
		if l.held == nil {
			return errors.New("the servers' store refuses reservations")
		}
		return fmt.Errorf("the record of worker %d cannot be written", l.held.Worker)
	}
	return nil
}

// reservations implements [reserving].
func (l *local) reservations() (r reservations) {
	if l.ahead != nil {
		r = l.ahead.reservations()
	}
	return r
}

// Close implements [Generator].
func (l *local) Close() error {
	var err error
	if l.ahead != nil {
		err = l.ahead.Close()
	}
	if l.held != nil {
		err = errors.Join(err, l.held.Close())
	}
	return err
}
