package server

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"idscope/gen"
	"idscope/gen/internal/pool"
	"idscope/gen/worker"
)

// elected is a generator of a group of servers: the one that leads answers. An id that
// was taken when its term had ended, or may have, is never handed out.
type elected struct {
	c      *cluster
	name   string
	scheme *gen.Scheme
	number *uint64 // the worker; nil is 0, or drawn by the scheme's rule
	set    []gen.Assignment
	age    time.Duration
	block  uint64

	mu     sync.Mutex // held while a tenure begins
	tenure atomic.Pointer[tenure]
}

// tenure is a generator in one term.
type tenure struct {
	*opened
	term   *term
	closed atomic.Bool
}

// opened generates ids in a term, for all generators of a server that would generate the same: two
// names of one layout, values and worker share it.
type opened struct {
	from  Generator
	keep  *keeper
	users int
}

var _ Generator = (*elected)(nil)

// maxAhead is how far ids may be ahead of the clock: those of the last leader were made
// by another clock.
const maxAhead = 10 * time.Second

// newElected checks what each term will need.
func newElected(c *cluster, name string, s *gen.Scheme, number *uint64, set []gen.Assignment, age time.Duration,
	block uint64) (*elected, error) {
	e := &elected{c: c, name: name, scheme: s, number: number, set: set, age: age, block: max(block, 1)}
	if number != nil && s.WorkerRule == gen.WorkerRandom {
		numbered := *s
		numbered.WorkerRule = gen.WorkerNumber
		e.scheme = &numbered
	}
	if err := gen.Check(e.scheme, e.options()); err != nil {
		return nil, err
	}
	return e, nil
}

// options are those of its generators. A clock that is behind the last leader's is no
// reason to wait, where the scheme leaves that to us.
func (e *elected) options() gen.Options {
	o := gen.Options{Worker: e.number, Set: e.set, MaxAge: &e.age}
	if e.scheme.Timed() {
		lead := maxAhead
		ours := o
		ours.Backward, ours.Overflow, ours.MaxLead = gen.BackwardContinue, gen.OverflowBorrow, &lead
		if gen.Check(e.scheme, ours) == nil {
			return ours
		}
	}
	return o
}

// worker is the number that its ids have.
func (e *elected) worker() uint64 {
	if e.number == nil {
		return 0
	}
	return *e.number
}

// form tells layouts apart, and what fields that the file sets hold.
func (e *elected) form() string {
	form := e.scheme.Layout.String()
	if e.scheme.Timed() {
		form += fmt.Sprintf(" since %s each %v", e.scheme.Epoch.UTC().Format(time.RFC3339Nano), e.scheme.Tick)
	}
	for _, a := range e.set {
		form += fmt.Sprintf(" %s=%s", a.Field, a.Value.Decimal())
	}
	return form
}

// Scheme implements [Generator].
func (e *elected) Scheme() *gen.Scheme { return e.scheme }

// in returns the generator of a term.
func (e *elected) in(t *term) (Generator, error) {
	if now := e.tenure.Load(); now != nil && now.term == t {
		return now.from, nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if now := e.tenure.Load(); now != nil && now.term == t {
		return now.from, nil
	}
	o, err := e.share(t)
	if err != nil {
		return nil, err
	}
	e.tenure.Store(&tenure{term: t, opened: o})
	return o.from, nil
}

// share returns the generator that a term has for these ids: the first that is asked for
// opens it.
func (e *elected) share(t *term) (*opened, error) {
	t.opening.Lock()
	defer t.opening.Unlock()
	key := e.idsKey()
	if o := t.opened[key]; o != nil {
		o.users++
		return o, nil
	}
	k := &keeper{c: e.c, t: t, key: key, form: e.form(), worker: e.worker()}
	from, drop, err := e.open(k)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	ended := t.ended
	if !ended {
		t.close, t.drop = append(t.close, from.Close), append(t.drop, drop)
	}
	t.mu.Unlock()
	if ended {
		drop()
		return nil, errAgain
	}
	o := &opened{from: from, keep: k, users: 1}
	if t.opened == nil {
		t.opened = map[string]*opened{}
	}
	t.opened[key] = o
	return o, nil
}

// idsKey tells ids apart as records do: bits, epoch and tick, values of
// fields, and the worker. Names of generators, schemes and fields do not count, nor does
// the epoch of a layout without time.
func (e *elected) idsKey() string {
	s := *e.scheme
	if !s.Timed() {
		s.Epoch, s.Tick, s.Fraction = time.Time{}, 0, 0
	}
	return fmt.Sprintf("ids/%s-%d", worker.Key(&s, e.set...), e.worker())
}

var (
	errAgain = errors.New("the leadership has ended")        // and there may be another
	errEnded = errors.New("the generator has been replaced") // by one of a new file
)

// open makes a generator over what is kept.
func (e *elected) open(k *keeper) (from Generator, drop func(), err error) {
	if !e.scheme.Timed() {
		g, err := newSequence(e.scheme, e.worker(), e.set, e.block, k)
		return g, func() {}, err
	}
	o := e.options()
	c := &waitingClock{Clock: e.c.clock}
	o.Clock = c
	a := newTicks(k, e.scheme, o.Clock, nil, e.c.ttl/keepsPerTTL)
	o.Ledger = a
	g, err := gen.New(e.scheme, o)
	if err != nil {
		a.pool.Abandon()
		return nil, nil, err
	}
	return &local{g: g, ticks: a, clock: c}, a.pool.Abandon, nil
}

// turns is how often a request follows a change of the leader.
const turns = 3

// led asks the generator of the term, again where the term ended meanwhile. Only where
// it is good may what was taken be handed out.
func (e *elected) led(ctx context.Context, ask func(Generator) error) (good bool, err error) {
	for range turns {
		t, err := e.c.lead(ctx)
		if err != nil {
			return false, err
		}
		from, err := e.in(t)
		if err == nil {
			err = ask(from)
		}
		if err == errEnded {
			return false, errDown
		}
		if e.c.answers(t) {
			if err == pool.ErrClosed { // by a new file
				err = errDown
			}
			return true, err
		}
	}
	return false, errDown
}

// Next implements [Generator].
func (e *elected) Next(ctx context.Context) (id gen.ID, err error) {
	_, err = e.led(ctx, func(from Generator) (err error) {
		id, err = from.Next(ctx)
		return err
	})
	return id, err
}

// Fill implements [Generator].
func (e *elected) Fill(ctx context.Context, dst []gen.ID) (n int, err error) {
	good, err := e.led(ctx, func(from Generator) (err error) {
		n, err = from.Fill(ctx, dst)
		return err
	})
	if !good {
		n = 0
	}
	return n, err
}

// Reserve implements [Generator].
func (e *elected) Reserve(ctx context.Context, n uint64) (first gen.ID, err error) {
	_, err = e.led(ctx, func(from Generator) (err error) {
		first, err = from.Reserve(ctx, n)
		return err
	})
	return first, err
}

// Ready implements [Generator]: also those are ready who know the one that leads.
func (e *elected) Ready() error {
	if err := e.c.ready(); err != nil {
		return err
	}
	if now := e.tenure.Load(); now != nil && e.c.answers(now.term) {
		return now.from.Ready()
	}
	return nil
}

// reservations implements [reserving].
func (e *elected) reservations() (r reservations) {
	if now := e.tenure.Load(); now != nil && e.c.answers(now.term) {
		if from, ok := now.from.(reserving); ok {
			r = from.reservations()
		}
	}
	return r
}

// Close gives back what was reserved, unless another generator shares it. Who asks it still is to ask again.
func (e *elected) Close() error {
	now := e.tenure.Load()
	if now == nil || !e.c.answers(now.term) {
		return nil
	}
	now.term.opening.Lock()
	defer now.term.opening.Unlock()
	if now.closed.Swap(true) {
		return nil
	}
	if now.users--; now.users > 0 {
		return nil
	}
	delete(now.term.opened, e.idsKey())
	defer now.keep.close()
	return now.from.Close()
}
