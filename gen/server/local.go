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
	"idscope/gen/internal/pool"
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

	// reservations is what it knows of what it has reserved ahead.
	reservations() reservations
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
	ticks *ticks                         // nil where nothing is reserved ahead
	held  *service.Holding               // nil for ids that need no record
	clock *waitingClock                  // nil of a pattern
	runs  sync.Mutex                     // one search for consecutive integers at a time
	plan  plan                           // without a name: generators that would generate the same are one
	users atomic.Int64                   // the generators of the server that have it
	late  atomic.Pointer[gen.ClockError] // of the last request that no tick was near enough for
}

var _ Generator = (*local)(nil)

// hold is [service.Options.Hold].
type hold = func(context.Context, service.Wanted) (*service.Holding, error)

// newLocal opens the record of a scheme, where it keeps one.
func newLocal(ctx context.Context, p plan, hold hold, do store.Do) (*local, error) {
	l := &local{clock: &waitingClock{Clock: gen.SystemClock()}}
	o := p.options
	o.Clock, o.Longest = l.clock, storePatience
	if p.scheme.Recorded() {
		o.Hold = func(s *gen.Scheme, o *gen.Options) (io.Closer, error) {
			return l, l.open(ctx, s, o, p.set, hold, do)
		}
	}
	var err error
	l.Generator, err = gen.New(p.scheme, o)
	return l, err
}

// open opens the record, or the lease, of what the options say, and of values that fields are wanted to have.
func (l *local) open(ctx context.Context, s *gen.Scheme, o *gen.Options, set []gen.Assignment, hold hold,
	do store.Do) (err error) {
	l.held, err = hold(ctx, service.Wanted{Scheme: s, Worker: o.Worker, Set: set, Lead: s.Lead() + aheadFor,
		Clock: l.clock.Clock, Do: do})
	if err != nil {
		return err
	}
	o.Set, o.Ceiling = append(o.Set, l.held.Set...), l.held.Ceiling
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

// Fill implements [Generator].
func (l *local) Fill(ctx context.Context, dst []gen.ID) (n int, err error) {
	defer func() { l.note(err) }()
	return l.Generator.Fill(ctx, dst)
}

// note keeps until when a refusal holds, for Ready.
func (l *local) note(err error) {
	if late, ok := errors.AsType[*gen.ClockError](err); ok && errors.Is(err, gen.ErrUsedUp) &&
		late.Retry.Sub(late.Now) > storePatience {
		l.late.Store(late)
	}
}

// Reserve implements [Generator].
func (l *local) Reserve(ctx context.Context, n uint64) (first gen.ID, err error) {
	defer func() { l.note(err) }()
	if n == 1 {
		return l.Next(ctx)
	}
	if !l.Reservable() {
		return gen.ID{}, errScattered
	}
	var two [2]gen.ID
	l.Expand(&gen.Run{N: 2}, two[:])
	if next, _ := two[0].MulAdd(1, 1); next != two[1] {
		return gen.ID{}, errScattered // whichever are taken
	}
	l.runs.Lock()
	defer l.runs.Unlock()
	var ends [1]gen.ID
	for try := range attempts {
		run, err := l.Generator.Reserve(ctx, n)
		if err != nil {
			return gen.ID{}, err
		}
		if run.N < n {
			if try > 0 && !l.Scheme().Timed() {
				break // a whole grant has fewer
			}
			continue // to the end of its tick, or grant
		}
		tail := run
		l.Split(&tail, n-1)
		head, last := run, tail // of which Expand takes what it builds
		l.Expand(&head, ends[:])
		first := ends[0]
		l.Expand(&last, ends[:])
		want, ok := first.MulAdd(1, n-1)
		if ok && ends[0] == want {
			return first, nil
		}
		per, limited := l.Scheme().PerTick()
		if run.Tick == tail.Tick || limited && per.Cmp(gen.ID{Lo: n}) < 0 {
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
	if l.ticks != nil {
		if granted, ok := l.ticks.granted(); ok && granted <= 0 {
			return errors.New("the grant of its number has ended")
		}
		if l.ticks.broken.Load() {
			if l.held == nil {
				return errors.New("the servers' store refuses reservations")
			}
			return fmt.Errorf("the record of worker %d cannot be written", l.held.Worker)
		}
	}
	if l.Generator == nil { // of a pattern
		return nil
	}
	if err := l.Generator.Ready(); err != nil {
		return err
	}
	if late := l.late.Load(); late != nil && l.clock.Now().Before(late.Retry) {
		return gen.NoID(l.Scheme().Name, gen.ErrUsedUp, *late)
	}
	return l.left()
}

// left says why a layout without time has no number left. In a group that is known from the first request on.
func (l *local) left() error {
	var m gen.Mark
	switch s := l.Scheme(); {
	case s.Timed() || !s.Recorded() || l.held != nil && l.held.Ceiling != nil: // a lease would ask its store
		return nil
	case l.ticks != nil:
		l.ticks.mu.Lock()
		m = l.ticks.mark
		l.ticks.mu.Unlock()
	default:
		ctx, cancel := context.WithTimeout(context.Background(), time.Second) // a probe waits for nobody longer
		defer cancel()
		err := l.held.Ledger.Update(ctx, func(now *gen.Mark) error {
			m = *now
			return errNothing
		})
		if err != errNothing {
			return err
		}
	}
	if s := l.Scheme(); m.Used && m.Value.Lo == gen.Mask(s.Layout.Width(gen.Seq)).Lo {
		return gen.NoID(s.Name, gen.ErrUsedUp, gen.ClockError{})
	}
	return nil
}

func (l *local) reservations() (r reservations) {
	if l.ticks != nil {
		r = l.ticks.reservations()
	}
	if l.clock != nil {
		r.waits += l.clock.waits.Load()
	}
	return r
}

// Close implements [Generator]: of the last that has it.
func (l *local) Close() error {
	if l.users.Add(-1) > 0 {
		return nil
	}
	var err error
	if l.ticks != nil {
		err = l.ticks.pool.Close()
	}
	if l.held != nil {
		err = errors.Join(err, l.held.Close())
	}
	return err
}

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
	users   int // generators of a term that share it; of that term's lock

	mu       sync.Mutex
	begun    bool
	mark     gen.Mark // how far IDs were handed out
	limit    uint64   // last tick that is reserved
	wrote    gen.Mark // what the ledger below holds, unless another process went on from it
	answered bool     // Refill has asked the request that waits
	answer   error    // of that

	broken  atomic.Bool // the last reservation failed
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
	t.pool = pool.New[update](t, &t.mu, pool.Options{Now: time.Now})
	return t
}

// Update implements [gen.Ledger]. It waits for the ledger below whatever its context says: f must not run once the
// caller has gone.
func (t *ticks) Update(_ context.Context, f func(*gen.Mark) error) error {
	return t.pool.Take(context.Background(), f, false)
}

// Take implements [pool.Stock]: it asks f, and leaves the mark as it was if what f took is not reserved.
func (t *ticks) Take(_ context.Context, f update) (update, bool, error) {
	if t.answered {
		t.answered = false
		return f, t.answer == nil, t.answer
	}
	if !t.begun {
		return f, false, nil
	}
	point := t.mark.Point
	var counts gen.Counts
	if t.counts {
		counts = t.mark.Counts
	}
	if err := f(&t.mark); err != nil {
		return f, false, err
	}
	if t.at(&t.mark) <= t.limit && (!t.counts || t.mark.Counts.Current == counts.Current) {
		return f, true, nil
	}
	t.mark.Point = point
	if t.counts {
		t.mark.Counts = counts
	}
	return f, false, nil
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

// Refill implements [pool.Stock]: it reserves the ticks that follow. The first request that waits is asked within the
// update, so that it is answered however long the update takes; of generators that share the ticks several may wait.
func (t *ticks) Refill(ctx context.Context, waiting []update) error {
	var f update
	if len(waiting) > 0 {
		f = waiting[0]
	}
	err := t.reserve(ctx, f)
	t.broken.Store(err != nil) // a request that needs the ticks is told why
	return err
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
		if refused != nil && !t.timed { // what is left is known
			t.mark, t.limit = own, t.at(&own)
		}
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
	if !t.timed {
		r.left = t.limit - t.at(&t.mark)
	}
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
