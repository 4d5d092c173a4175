package server

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"idscope/gen"
	"idscope/gen/fault"
	"idscope/gen/internal/pool"
	"idscope/gen/store"
	"idscope/gen/store/etcd"
	"idscope/gen/worker"
)

// groupGenerator is a generator of a group of servers: the one that leads answers. An id that
// was taken when its term had ended, or may have, is never handed out.
type groupGenerator struct {
	plan
	c *cluster

	current atomic.Pointer[termGenerator]
	closed  atomic.Bool // no term opens it any more
}

// termGenerator generates IDs in a term.
type termGenerator struct {
	*local
	term *term
}

var _ Generator = (*groupGenerator)(nil)

// maxAhead is how far ids may be ahead of the clock: those of the last leader were made
// by another clock.
const maxAhead = 10 * time.Second

// newGroupGenerator checks what each term will need. A clock that is behind the last leader's is no reason to wait,
// where the scheme leaves that to us.
func newGroupGenerator(c *cluster, p plan) (*groupGenerator, error) {
	if p.scheme.Timed() {
		ours := p.options
		ours.Backward, ours.Overflow, ours.MaxLead = gen.BackwardContinue, gen.OverflowBorrow, new(maxAhead)
		if gen.Check(p.scheme, ours) == nil {
			p.options = ours
		}
	}
	return &groupGenerator{plan: p, c: c}, gen.Check(p.scheme, p.options)
}

// in returns the generator of a term: the first request opens it.
func (e *groupGenerator) in(t *term) (*termGenerator, error) {
	if now := e.current.Load(); now != nil && now.term == t {
		return now, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if now := e.current.Load(); now != nil && now.term == t { // opened meanwhile
		return now, nil
	}
	switch {
	case t.ended:
		return nil, errAgain
	case e.closed.Load():
		return nil, pool.ErrClosed
	}
	key := e.idsKey()
	shared := t.ledgers[key]
	if shared == nil {
		shared = e.reserving(t)
	}
	o, clock := e.options, &waitingClock{Clock: e.c.clock}
	o.Clock, o.Ledger, o.Longest = clock, shared, storePatience
	from, err := gen.New(e.scheme, o)
	if err != nil {
		return nil, err
	}
	t.ledgers[key] = shared
	shared.users++
	g := &termGenerator{local: &local{Generator: from, ticks: shared, clock: clock}, term: t}
	e.current.Store(g)
	return g, nil
}

// idsKey tells ids apart as records do: bits, epoch and tick, values of
// fields, and the worker. Names of generators, schemes and fields do not count, nor does
// the epoch of a layout without time.
func (e *groupGenerator) idsKey() string {
	var number uint64
	if e.options.Worker != nil {
		number = *e.options.Worker
	}
	s := *e.scheme
	if !s.Timed() {
		s.Epoch, s.Tick, s.Fraction = time.Time{}, 0, 0
	}
	return fmt.Sprintf("value/ids/%s-%d", worker.Key(&s, e.options.Set...), number)
}

var errAgain = errors.New("the leadership has ended") // and there may be another

// reserving is the ledger of a term over what is kept.
func (e *groupGenerator) reserving(t *term) *ticks {
	k := &stateStore{c: e.c, t: t, key: e.idsKey()}
	if !e.scheme.Timed() {
		k.first = usedUp(0) // a sequence begins with 1, as INCR does
	}
	return newTicks(k, e.scheme, e.c.clock, nil, e.c.ttl/keepsPerTTL, cmp.Or(e.block, defaultBlock))
}

// defaultBlock is how many numbers are reserved at a time, where the file says nothing.
const defaultBlock = 10_000

// turns is how often a request follows a change of the leader.
const turns = 3

// inTerm asks the generator of the term, again where the term ended meanwhile: only what was taken in a term that goes
// on may be handed out.
func inTerm[T any](ctx context.Context, e *groupGenerator, ask func(Generator) (T, error)) (none T, err error) {
	for range turns {
		t, err := e.c.lead(ctx)
		if err != nil {
			return none, err
		}
		var taken T
		from, err := e.in(t)
		if err == nil {
			taken, err = ask(from)
		}
		if e.c.term() == t {
			if err == pool.ErrClosed { // by a new file
				err = errDown
			}
			return taken, err
		}
	}
	return none, errDown
}

// Fill implements [Generator].
func (e *groupGenerator) Fill(ctx context.Context, dst []gen.ID) (int, error) {
	return inTerm(ctx, e, func(from Generator) (int, error) { return from.Fill(ctx, dst) })
}

// Reserve implements [Generator].
func (e *groupGenerator) Reserve(ctx context.Context, n uint64) (gen.ID, error) {
	return inTerm(ctx, e, func(from Generator) (gen.ID, error) { return from.Reserve(ctx, n) })
}

// leading returns the generator of the present term; nil where this server does not lead.
func (e *groupGenerator) leading() *termGenerator {
	if now := e.current.Load(); now != nil && e.c.term() == now.term {
		return now
	}
	return nil
}

// Ready implements [Generator]: also those are ready who know the one that leads.
func (e *groupGenerator) Ready() error {
	if _, _, err := e.c.state(); err != nil {
		return fmt.Errorf("the group of servers: %w", err)
	}
	if now := e.leading(); now != nil {
		return now.Ready()
	}
	return nil
}

func (e *groupGenerator) reservations() (r reservations) {
	if now := e.leading(); now != nil {
		r = now.reservations()
	}
	return r
}

// Close gives back what was reserved, unless another generator shares it. Who asks it still is to ask again.
func (e *groupGenerator) Close() error {
	e.closed.Store(true)
	t := e.c.term()
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	now := e.current.Swap(nil)
	if now == nil || now.term != t || t.ended {
		return nil
	}
	if now.ticks.users--; now.ticks.users > 0 {
		return nil
	}
	delete(t.ledgers, e.idsKey())
	return now.local.Close() // which is the last that writes for it
}

// groupState is what a group of servers keeps of a layout, the values of its fields and a
// worker: all numbers up to it may have been used, by generators of whatever names.
type groupState struct {
	Epoch uint64    `json:"epoch"` // of the leader who wrote it
	Mark  *gen.Mark `json:"mark"`
}

// stateStore updates what is kept of a generator, in one term. It is a [gen.Ledger].
type stateStore struct {
	c     *cluster
	t     *term
	key   string
	first gen.Mark // where nothing is kept

	mu      sync.Mutex
	known   bool     // else the store has to be asked
	mark    gen.Mark // as it is in the store
	version store.Version
}

var _ gen.Ledger = (*stateStore)(nil)

// Update implements [gen.Ledger]: it stores what f left behind, unless another leads. An
// error that nobody expects ends the term.
func (k *stateStore) Update(ctx context.Context, f func(*gen.Mark) error) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.c.within() { // what it writes helps nobody, and those behind it would wait as long again
		return errAgain
	}
	if !k.known {
		if err := k.load(ctx); err != nil {
			return silent(err)
		}
	}
	m := k.mark
	if err := f(&m); err != nil {
		return err
	}
	text, _ := json.Marshal(groupState{Epoch: k.t.epoch, Mark: &m}) // of numbers: no error
	var version store.Version
	err := k.c.calls.timed(func() (err error) {
		version, err = k.c.group.Swap(ctx, k.t.epoch, k.key, k.version, text)
		return err
	})
	switch {
	case err == nil:
		k.mark, k.version = m, version
	case errors.Is(err, etcd.ErrFenced):
		k.c.stepDown(ctx, k.t, err.Error())
	default:
		k.known = false // it may have been written
		return silent(err)
	}
	return err
}

// silent is the error of a store of the group that did not do what it was asked. It is errDown to clients: they ask
// again, and need not know where the store is.
func silent(err error) error { return &fault.Error{Reason: errDown, Cause: err, Text: err.Error()} }

func (k *stateStore) load(ctx context.Context) error {
	var v store.Value
	err := k.c.calls.timed(func() (err error) {
		v, err = k.c.group.Load(ctx, k.key)
		return err
	})
	if err != nil {
		return err
	}
	mark := k.first
	if v.Version != "" {
		var now groupState
		if err := json.Unmarshal(v.Data, &now); err != nil || now.Mark == nil {
			err = cmp.Or(err, errors.New("it has no mark"))
			return fmt.Errorf("what the group of servers keeps of %s cannot be read: %w", k.key, err)
		}
		mark = *now.Mark
	}
	k.known, k.mark, k.version = true, mark, v.Version
	return nil
}
