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

// groupGenerator is a generator of a group of servers: the one that leads answers. An id that
// was taken when its term had ended, or may have, is never handed out.
type groupGenerator struct {
	c      *cluster
	name   string
	scheme *gen.Scheme
	number *uint64 // the worker; nil is 0, or drawn by the scheme's rule
	set    []gen.Assignment
	age    time.Duration
	block  uint64

	mu      sync.Mutex // held while a term begins
	current atomic.Pointer[termGenerator]
	closed  atomic.Bool
}

// termGenerator generates IDs in a term, for all generators of a server that would generate the same: two names of one
// layout, values and worker share it.
type termGenerator struct {
	*local
	term  *term
	keep  *stateStore
	users int
}

var _ Generator = (*groupGenerator)(nil)

// maxAhead is how far ids may be ahead of the clock: those of the last leader were made
// by another clock.
const maxAhead = 10 * time.Second

// newGroupGenerator checks what each term will need.
func newGroupGenerator(c *cluster, name string, s *gen.Scheme, number *uint64, set []gen.Assignment, age time.Duration,
	block uint64) (*groupGenerator, error) {
	e := &groupGenerator{c: c, name: name, scheme: s, number: number, set: set, age: age, block: max(block, 1)}
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
func (e *groupGenerator) options() gen.Options {
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
func (e *groupGenerator) worker() uint64 {
	if e.number == nil {
		return 0
	}
	return *e.number
}

// form tells layouts apart, and what fields that the file sets hold.
func (e *groupGenerator) form() string {
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
func (e *groupGenerator) Scheme() *gen.Scheme { return e.scheme }

// in returns the generator of a term.
func (e *groupGenerator) in(t *term) (*termGenerator, error) {
	if now := e.current.Load(); now != nil && now.term == t {
		return now, nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if now := e.current.Load(); now != nil && now.term == t {
		return now, nil
	}
	now, err := e.share(t)
	if err == nil {
		e.current.Store(now)
	}
	return now, err
}

// share returns the generator that a term has for these ids: the first that is asked for
// opens it.
func (e *groupGenerator) share(t *term) (*termGenerator, error) {
	t.opening.Lock()
	defer t.opening.Unlock()
	key := e.idsKey()
	if o := t.generators[key]; o != nil {
		o.users++
		return o, nil
	}
	k := &stateStore{c: e.c, t: t, key: key, form: e.form(), worker: e.worker()}
	from, err := e.open(k)
	if err != nil {
		return nil, err
	}
	drop := from.ticks.pool.Abandon
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
	o := &termGenerator{local: from, term: t, keep: k, users: 1}
	if t.generators == nil {
		t.generators = map[string]*termGenerator{}
	}
	t.generators[key] = o
	return o, nil
}

// idsKey tells ids apart as records do: bits, epoch and tick, values of
// fields, and the worker. Names of generators, schemes and fields do not count, nor does
// the epoch of a layout without time.
func (e *groupGenerator) idsKey() string {
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
func (e *groupGenerator) open(k *stateStore) (*local, error) {
	if !e.scheme.Timed() {
		k.first = usedUp(0) // a sequence begins with 1, as INCR does
	}
	o := e.options()
	c := &waitingClock{Clock: e.c.clock}
	o.Clock = c
	a := newTicks(k, e.scheme, o.Clock, nil, e.c.ttl/keepsPerTTL, e.block)
	o.Ledger = a
	g, err := gen.New(e.scheme, o)
	if err != nil {
		a.pool.Abandon()
		return nil, err
	}
	return &local{g: g, ticks: a, clock: c}, nil
}

// defaultBlock is how many numbers are reserved at a time, where the file says nothing.
const defaultBlock = 10_000

// turns is how often a request follows a change of the leader.
const turns = 3

// withLeader asks the generator of the term, again where the term ended meanwhile. Only where
// it is good may what was taken be handed out.
func (e *groupGenerator) withLeader(ctx context.Context, ask func(Generator) error) (good bool, err error) {
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
func (e *groupGenerator) Next(ctx context.Context) (id gen.ID, err error) {
	_, err = e.withLeader(ctx, func(from Generator) (err error) {
		id, err = from.Next(ctx)
		return err
	})
	return id, err
}

// Fill implements [Generator].
func (e *groupGenerator) Fill(ctx context.Context, dst []gen.ID) (n int, err error) {
	good, err := e.withLeader(ctx, func(from Generator) (err error) {
		n, err = from.Fill(ctx, dst)
		return err
	})
	if !good {
		n = 0
	}
	return n, err
}

// Reserve implements [Generator].
func (e *groupGenerator) Reserve(ctx context.Context, n uint64) (first gen.ID, err error) {
	_, err = e.withLeader(ctx, func(from Generator) (err error) {
		first, err = from.Reserve(ctx, n)
		return err
	})
	return first, err
}

// leading returns the generator of the present term; nil where this server does not lead.
func (e *groupGenerator) leading() *termGenerator {
	if now := e.current.Load(); now != nil && e.c.answers(now.term) {
		return now
	}
	return nil
}

// Ready implements [Generator]: also those are ready who know the one that leads.
func (e *groupGenerator) Ready() error {
	if err := e.c.ready(); err != nil {
		return err
	}
	if now := e.leading(); now != nil {
		return now.Ready()
	}
	return nil
}

// reservations implements [reserving].
func (e *groupGenerator) reservations() (r reservations) {
	if now := e.leading(); now != nil {
		r = now.reservations()
	}
	return r
}

// Close gives back what was reserved, unless another generator shares it. Who asks it still is to ask again.
func (e *groupGenerator) Close() error {
	now := e.leading()
	if now == nil || e.closed.Swap(true) {
		return nil
	}
	now.term.opening.Lock()
	defer now.term.opening.Unlock()
	if now.users--; now.users > 0 {
		return nil
	}
	delete(now.term.generators, e.idsKey())
	defer now.keep.close()
	return now.local.Close()
}
