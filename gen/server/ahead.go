package server

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"idscope/gen"
)

// ahead is a ledger in memory over one that is slow: it reserves the ticks of the
// next moments there, all their numbers at once, and hands them out from memory. So
// an id carries the time of its request, and a request touches no file. What is
// reserved and not used is lost when the process is killed: ticks of [aheadFor].
//
// Numbers stay unique among all who share the ledger below: what it holds is, for
// everybody else, that all numbers up to the limit are used (Step 0 says so of the
// last tick), and it is written before the first of them is handed out.
type ahead struct {
	below   gen.Ledger
	line    gen.Timeline
	clock   gen.Clock
	ceiling *gen.Ceiling // of a grant; nil is none
	last    uint64       // tick of the layout
	span    uint64       // ticks that are reserved beyond the one that is asked for
	counts  bool         // rollbacks are counted: a new count has to be stored before it is used

	store sync.Mutex // held while the ledger below is updated

	mu    sync.Mutex
	begun bool
	mark  gen.Mark // how far ids were handed out
	limit uint64   // last tick that is reserved
	wrote gen.Mark // what the ledger below holds, unless another process went on from it

	wake    chan struct{}
	done    chan struct{}
	stop    sync.Once
	broken  atomic.Bool // the last update of the ledger below failed
	updates atomic.Uint64
	spent   atomic.Int64 // nanoseconds in updates
}

const aheadFor = 20 * time.Millisecond

// errNothing ends an update that has nothing to write.
var errNothing = errors.New("nothing to reserve")

// newAhead returns the ledger of a scheme with time that reserves that much of it, up to
// the ceiling of a grant; its Close, and abandon, end a goroutine.
func newAhead(below gen.Ledger, s *gen.Scheme, c gen.Clock, ceiling *gen.Ceiling, far time.Duration) *ahead {
	line := s.Timeline()
	a := &ahead{below: below, line: line, clock: c, ceiling: ceiling, last: s.LastTick(), span: line.Ticks(far),
		counts: s.Layout.Width(gen.Rollback) > 0, wake: make(chan struct{}, 1), done: make(chan struct{})}
	go a.extendAhead()
	return a
}

// Update implements [gen.Ledger].
func (a *ahead) Update(ctx context.Context, f func(*gen.Mark) error) error {
	a.mu.Lock()
	if a.begun {
		ok, err := a.take(f)
		if ok || err != nil {
			soon := a.limit-a.mark.Tick < a.span/2
			a.mu.Unlock()
			if soon {
				a.prompt()
			}
			return err
		}
	}
	a.mu.Unlock()
	if mustNotWait(ctx) {
		return errBusy
	}
	return a.extend(ctx, f)
}

// take asks f, and reports whether what it took is reserved; else the mark is as it was.
func (a *ahead) take(f func(*gen.Mark) error) (ok bool, err error) {
	point := a.mark.Point
	var counts gen.Counts
	if a.counts {
		counts = a.mark.Counts
	}
	if err := f(&a.mark); err != nil {
		return false, err
	}
	if a.mark.Tick <= a.limit && (!a.counts || a.mark.Counts.Current == counts.Current) {
		return true, nil
	}
	a.mark.Point = point
	if a.counts {
		a.mark.Counts = counts
	}
	return false, nil
}

// extend reserves in the ledger below what f takes, and the ticks that follow.
func (a *ahead) extend(ctx context.Context, f func(*gen.Mark) error) error {
	a.store.Lock()
	defer a.store.Unlock()
	a.mu.Lock()
	own, begun, wrote := a.mark, a.begun, a.wrote
	a.mu.Unlock()
	var next gen.Mark
	var limit uint64
	err := a.update(ctx, func(b *gen.Mark) error {
		if !begun || *b != wrote { // others used it since
			own = *b
		}
		if err := f(&own); err != nil {
			return err
		}
		limit = a.limitFrom(own.Tick)
		next = used(own, limit)
		*b = next
		return nil
	})
	if err != nil {
		return err
	}
	a.mu.Lock()
	a.begun, a.mark, a.limit, a.wrote = true, own, limit, next
	a.mu.Unlock()
	return nil
}

// update updates the ledger below, and measures it.
func (a *ahead) update(ctx context.Context, f func(*gen.Mark) error) error {
	began := time.Now()
	err := a.below.Update(ctx, f)
	a.updates.Add(1)
	a.spent.Add(int64(time.Since(began)))
	return err
}

// reservations says how far ahead ticks are reserved, and what that cost.
func (a *ahead) reservations() (r reservations) {
	now, _ := a.line.Tick(a.clock.Now())
	r.granted, _ = a.granted()
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.begun && a.limit > now {
		r.reserved = a.line.Span(a.limit - now)
	}
	if a.begun && a.mark.Tick > now {
		r.lead = a.line.Span(a.mark.Tick - now)
	}
	r.number, r.spent = a.updates.Load(), time.Duration(a.spent.Load())
	return r
}

// used is a mark that says that all numbers up to a tick are used.
func used(m gen.Mark, tick uint64) gen.Mark {
	m.Tick, m.Step = tick, 0
	return m
}

// limitFrom is the last tick to reserve, of a tick that is needed.
func (a *ahead) limitFrom(tick uint64) uint64 {
	from := tick
	if now, ok := a.line.Tick(a.clock.Now()); ok && now > tick {
		from = now
	}
	return max(tick, min(from+a.span, a.last, a.ceiling.Tick()))
}

// granted is for how long ticks are granted from now on; false without a grant.
func (a *ahead) granted() (time.Duration, bool) {
	if a.ceiling == nil {
		return 0, false
	}
	return a.line.Time(a.ceiling.Tick()).Sub(a.clock.Now()), true
}

// prompt asks for the next ticks, without waiting for them.
func (a *ahead) prompt() {
	select {
	case a.wake <- struct{}{}:
	default:
	}
}

// extendAhead reserves ticks before they are needed, as long as ids are asked for.
func (a *ahead) extendAhead() {
	for {
		select {
		case <-a.done:
			return
		case <-a.wake:
			a.reserveMore()
		}
	}
}

func (a *ahead) reserveMore() {
	a.store.Lock()
	defer a.store.Unlock()
	a.mu.Lock()
	begun := a.begun
	a.mu.Unlock()
	if !begun { // it is closed, and so may the ledger below be
		return
	}
	var next gen.Mark
	var limit uint64
	err := a.update(context.Background(), func(b *gen.Mark) error {
		a.mu.Lock()
		defer a.mu.Unlock()
		if limit = a.limitFrom(a.mark.Tick); !a.begun || *b != a.wrote || limit <= a.limit {
			return errNothing
		}
		next = used(a.mark, limit)
		*b = next
		return nil
	})
	switch {
	case err == nil:
		a.mu.Lock()
		a.limit, a.wrote = limit, next
		a.mu.Unlock()
	case err != errNothing:
		a.broken.Store(true) // the next request that needs the ticks is told why
		return
	}
	a.broken.Store(false)
}

// failing reports whether the ledger below refused the last reservation.
func (a *ahead) failing() bool { return a.broken.Load() }

// abandon ends it, and gives nothing back.
func (a *ahead) abandon() { a.stop.Do(func() { close(a.done) }) }

// Close gives back the ticks that were reserved and not used, unless another process
// went on from them.
func (a *ahead) Close() error {
	a.abandon()
	a.store.Lock()
	defer a.store.Unlock()
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.begun {
		return nil
	}
	a.begun = false
	err := a.below.Update(context.Background(), func(b *gen.Mark) error {
		if *b != a.wrote {
			return errNothing
		}
		*b = a.mark
		return nil
	})
	if err == errNothing {
		return nil
	}
	return err
}
