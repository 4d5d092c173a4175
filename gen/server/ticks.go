package server

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"idscope/gen"
	"idscope/gen/internal/pool"
)

// ticks is the ledger of one generator in memory, over one that is slow: it reserves the ticks of the next moments
// there, all their numbers at once. So an ID carries the time of its request, and a request touches no file. What is
// reserved and not used is lost when the process is killed: ticks of [aheadFor]. In a layout without time it reserves a
// block of numbers, and what is said of ticks is meant of numbers.
//
// Numbers stay unique among all who share the ledger below: what it holds is, for everybody else, that all numbers up
// to the limit are used (Step 0 says so of the last tick), and it is written before the first of them is handed out.
type ticks struct {
	below   gen.Ledger
	line    gen.Timeline
	clock   gen.Clock
	ceiling *gen.Ceiling // of a grant; nil is none
	timed   bool
	last    uint64 // tick of the layout
	span    uint64 // ticks that are reserved at a time, beyond the one that is asked for where there is a time
	counts  bool   // rollbacks are counted: a new count has to be stored before it is used
	pool    *pool.Pool[update]

	mu       sync.Mutex
	begun    bool
	mark     gen.Mark // how far IDs were handed out
	limit    uint64   // last tick that is reserved
	wrote    gen.Mark // what the ledger below holds, unless another process went on from it
	answered bool     // Refill has asked the request that waits
	answer   error    // of that

	broken  atomic.Bool // the last reservation in the background failed
	updates atomic.Uint64
	spent   atomic.Int64 // nanoseconds in updates
}

// update is what a generator asks of its ledger.
type update func(*gen.Mark) error

const aheadFor = 20 * time.Millisecond

// errNothing ends an update that has nothing to write.
var errNothing = errors.New("nothing to reserve")

// newTicks returns the ledger of a scheme that reserves so much of its time, up to the ceiling of a grant, or so many
// of its numbers.
func newTicks(below gen.Ledger, s *gen.Scheme, c gen.Clock, ceiling *gen.Ceiling, far time.Duration,
	block uint64) *ticks {
	line := s.Timeline()
	t := &ticks{below: below, line: line, clock: c, ceiling: ceiling, timed: s.Timed(), last: s.LastTick(),
		span: line.Ticks(far), counts: s.Layout.Width(gen.Rollback) > 0}
	if !t.timed {
		t.last, t.span = gen.Mask(s.Layout.Width(gen.Seq)).Lo, block
	}
	t.pool = pool.New[update](t, &t.mu, pool.Options{Stay: true})
	return t
}

// Update implements [gen.Ledger]. It waits for the ledger below whatever its context says: f must not run once the
// caller has gone.
func (t *ticks) Update(ctx context.Context, f func(*gen.Mark) error) error {
	return t.pool.Take(ctx, f)
}

// Take implements [pool.Stock]: it asks f, and leaves the mark as it was if what f took is not reserved.
func (t *ticks) Take(_ context.Context, f update) (bool, error) {
	if t.answered {
		t.answered = false
		return t.answer == nil, t.answer
	}
	if !t.begun {
		return false, nil
	}
	point := t.mark.Point
	var counts gen.Counts
	if t.counts {
		counts = t.mark.Counts
	}
	if err := f(&t.mark); err != nil {
		return false, err
	}
	if t.at(&t.mark) <= t.limit && (!t.counts || t.mark.Counts.Current == counts.Current) {
		return true, nil
	}
	t.mark.Point = point
	if t.counts {
		t.mark.Counts = counts
	}
	return false, nil
}

// Low implements [pool.Stock].
func (t *ticks) Low() bool { return t.limit-t.at(&t.mark) < t.span/2 }

// at is how far a mark has come.
func (t *ticks) at(m *gen.Mark) uint64 {
	if t.timed {
		return m.Tick
	}
	return m.Value.Lo
}

// Refill implements [pool.Stock]: it reserves the ticks that follow. A request that waits, of which there is one at
// most, is asked within the update, so that it is answered however long the update takes.
func (t *ticks) Refill(ctx context.Context, waiting []update) error {
	if len(waiting) == 0 {
		err := t.reserve(ctx, nil)
		t.broken.Store(err != nil) // the next request that needs the ticks is told why
		return err
	}
	return t.reserve(ctx, waiting[0])
}

// reserve updates the ledger below.
func (t *ticks) reserve(ctx context.Context, f update) error {
	var own, next gen.Mark
	var limit uint64
	var refused error
	began := time.Now()
	err := t.below.Update(ctx, func(b *gen.Mark) error {
		t.mu.Lock()
		defer t.mu.Unlock()
		own = t.mark
		shared := !t.begun || *b != t.wrote // others used it since
		switch {
		case f == nil && (shared || t.limitFrom(t.at(&own)) <= t.limit):
			return errNothing
		case shared:
			own = *b
		}
		if f != nil {
			if refused = f(&own); refused != nil {
				return errNothing
			}
		}
		limit = t.limitFrom(t.at(&own))
		next = t.used(own, limit)
		*b = next
		return nil
	})
	t.updates.Add(1)
	t.spent.Add(int64(time.Since(began)))
	if err != nil && err != errNothing {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if f != nil {
		t.answered, t.answer = true, refused
	}
	if err == errNothing {
		return nil
	}
	if f != nil { // else IDs were handed out meanwhile
		t.mark = own
	}
	t.begun, t.limit, t.wrote = true, limit, next
	return nil
}

// reservations says how far ahead ticks are reserved, and what that cost.
func (t *ticks) reservations() (r reservations) {
	now, _ := t.line.Tick(t.clock.Now())
	r.granted, _ = t.granted()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.begun && t.timed && t.limit > now {
		r.reserved = t.line.Span(t.limit - now)
	}
	if t.begun && t.timed && t.mark.Tick > now {
		r.lead = t.line.Span(t.mark.Tick - now)
	}
	r.left = t.limit - t.at(&t.mark)
	r.number, r.spent, r.waits = t.updates.Load(), time.Duration(t.spent.Load()), t.pool.Waited()
	return r
}

// used is a mark that says that all numbers up to a tick are used.
func (t *ticks) used(m gen.Mark, tick uint64) gen.Mark {
	if !t.timed {
		return usedUp(tick)
	}
	m.Tick, m.Step = tick, 0
	return m
}

// usedUp is the mark of a layout without time whose numbers up to one are used.
func usedUp(number uint64) gen.Mark {
	return gen.Mark{Point: gen.Point{Used: true, Value: gen.Wide{Lo: number}, Step: 1}}
}

// limitFrom is the last tick to reserve, of a tick that is needed.
func (t *ticks) limitFrom(tick uint64) uint64 {
	if !t.timed {
		return tick + min(t.span-1, t.last-tick)
	}
	from := tick
	if now, ok := t.line.Tick(t.clock.Now()); ok && now > tick {
		from = now
	}
	return max(tick, min(from+t.span, t.last, t.ceiling.Tick()))
}

// granted is for how long ticks are granted from now on; false without a grant.
func (t *ticks) granted() (time.Duration, bool) {
	if t.ceiling == nil {
		return 0, false
	}
	return t.line.Time(t.ceiling.Tick()).Sub(t.clock.Now()), true
}

// Return implements [pool.Stock]: it gives back the ticks that were not used, unless another process went on from them.
func (t *ticks) Return(ctx context.Context) error {
	t.mu.Lock()
	begun, mark, wrote := t.begun, t.mark, t.wrote
	t.mu.Unlock()
	if !begun {
		return nil
	}
	err := t.below.Update(ctx, func(b *gen.Mark) error {
		if *b != wrote {
			return errNothing
		}
		*b = mark
		return nil
	})
	if err == errNothing {
		return nil
	}
	return err
}
