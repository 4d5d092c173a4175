package server

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"idscope/gen"
	"idscope/gen/counter"
)

// stored is the generator of a counter in a store. One goroutine takes its numbers, for
// all who wait: a request costs a round trip at most, and many that come together share
// one.
//
// Numbers of segments are taken ahead, as many as about a tenth of a second needs, so
// that most requests wait for nothing. Others are not: a number of a day, a ticket and a
// row are taken from the store after they were asked for, and so are all in the order
// asked.
type stored struct {
	scheme *gen.Scheme
	name   string
	from   *counting
	log    func(text string, args ...any)
	stats  *storeStats
	now    func() time.Time
	life   context.Context // ends when the generator is closed
	end    func()

	mu      sync.Mutex
	have    []series // taken and not handed out, in order
	left    uint64
	size    uint64 // how many are taken ahead
	used    uint64 // how many were handed out since that was decided
	loaded  time.Time
	waiting []*waiter
	loading bool
	loads   sync.WaitGroup
	failed  error     // of the last attempt to take or to look; nil where it went well
	tried   time.Time // when that was
}

// series is ids that follow each other as integers.
type series struct {
	first gen.ID
	n     uint64
}

// waiter is a request that waits for numbers.
type waiter struct {
	dst   []gen.ID
	whole uint64 // more than 0 where they have to follow each other: dst has the first
	asked bool   // the store was asked after the request came
	done  chan struct{}
	err   error
}

const (
	storePatience = 5 * time.Second        // how long a request waits for a store, and the start of the server
	loadPatience  = 30 * time.Second       // how long the store is waited for beside them: to open it is many calls
	storeAgain    = 100 * time.Millisecond // how long a store that failed is left alone
	lookEach      = 5 * time.Second        // how often a store is looked at that nobody needs meanwhile
	leastAhead    = 16
	mostAhead     = 1 << 16
)

// storeError says why a counter has no number.
type storeError struct {
	name string
	err  error
}

func (e *storeError) Error() string { return "counter " + e.name + ": " + e.err.Error() }

func (e *storeError) Unwrap() error { return e.err }

var errStoreSlow = errors.New("its store did not answer in time, and this host has no number left")

var _ Generator = (*stored)(nil)

func newStored(name string, s *gen.Scheme, from *counting, stats *storeStats, now func() time.Time,
	log func(string, ...any)) *stored {
	g := &stored{scheme: s, name: name, from: from, stats: stats, log: log, now: now, size: leastAhead}
	g.life, g.end = context.WithCancel(context.Background())
	return g
}

// Scheme implements [Generator].
func (g *stored) Scheme() *gen.Scheme { return g.scheme }

// Next implements [Generator].
func (g *stored) Next(ctx context.Context) (gen.ID, error) {
	var dst [1]gen.ID
	if g.atOnce(dst[:], 0) {
		return dst[0], nil
	}
	return g.first(ctx, 0)
}

// Fill implements [Generator].
func (g *stored) Fill(ctx context.Context, dst []gen.ID) (int, error) {
	if !g.atOnce(dst, 0) {
		if err := g.wait(ctx, &waiter{dst: dst}); err != nil {
			return 0, err
		}
	}
	return len(dst), nil
}

// Reserve implements [Generator]. Where other hosts took numbers between, or a day has
// fewer left, what is left before is lost.
func (g *stored) Reserve(ctx context.Context, n uint64) (gen.ID, error) {
	if n > 1 && !g.from.follow {
		return gen.ID{}, errScattered
	}
	if most := g.from.most; most > 0 && n > most {
		return gen.ID{}, &storeError{g.name, fmt.Errorf("%d numbers are more than a day has, %d: %w", n, most,
			counter.ErrFull)}
	}
	var dst [1]gen.ID
	if g.atOnce(dst[:], n) {
		return dst[0], nil
	}
	return g.first(ctx, n)
}

// first waits for the first of so many numbers.
func (g *stored) first(ctx context.Context, whole uint64) (gen.ID, error) {
	if mustNotWait(ctx) {
		return gen.ID{}, errBusy
	}
	dst := make([]gen.ID, 1)
	err := g.wait(ctx, &waiter{dst: dst, whole: whole})
	return dst[0], err
}

// atOnce takes numbers that are there, if nobody waits for them.
func (g *stored) atOnce(dst []gen.ID, whole uint64) bool {
	if !g.from.ahead {
		return false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.waiting) > 0 || !g.cut(dst, whole) {
		return false
	}
	if g.left < g.size/2 && g.now().Sub(g.tried).Abs() >= g.pause() {
		g.load()
	}
	return true
}

// pause is how long the store is left alone after the last attempt.
func (g *stored) pause() time.Duration {
	if g.failed != nil {
		return storeAgain
	}
	return 0
}

// cut takes numbers off those that are there; the lock is held.
func (g *stored) cut(dst []gen.ID, whole uint64) bool {
	if whole > 0 {
		i := slices.IndexFunc(g.have, func(r series) bool { return r.n >= whole })
		if i < 0 {
			return false
		}
		for _, r := range g.have[:i] { // too few, and lower than what is handed out now
			g.left -= r.n
		}
		g.have = g.have[i:]
		dst[0] = g.have[0].first
		g.drop(whole)
		return true
	}
	if g.left < uint64(len(dst)) {
		return false
	}
	for len(dst) > 0 {
		r := g.have[0]
		n := min(r.n, uint64(len(dst)))
		for i := range n {
			dst[i], _ = r.first.MulAdd(1, i)
		}
		g.drop(n)
		dst = dst[n:]
	}
	return true
}

// drop takes n numbers off the first series.
func (g *stored) drop(n uint64) {
	g.left -= n
	g.used += n
	r := &g.have[0]
	r.first, _ = r.first.MulAdd(1, n)
	if r.n -= n; r.n == 0 {
		g.have = g.have[1:]
	}
}

// add puts a series behind the others.
func (g *stored) add(r series) {
	g.left += r.n
	if k := len(g.have) - 1; k >= 0 {
		if next, ok := g.have[k].first.MulAdd(1, g.have[k].n); ok && next == r.first && g.from.follow {
			g.have[k].n += r.n
			return
		}
	}
	g.have = append(g.have, r)
}

// wait waits for numbers, until the context ends or the store was slow.
func (g *stored) wait(ctx context.Context, w *waiter) error {
	if mustNotWait(ctx) {
		return errBusy
	}
	w.done = make(chan struct{})
	g.mu.Lock()
	if g.life.Err() != nil {
		g.mu.Unlock()
		return &storeError{g.name, errClosed}
	}
	if g.failed != nil && !g.loading && g.now().Sub(g.tried).Abs() < storeAgain {
		err := g.failed
		g.mu.Unlock()
		return err
	}
	g.waiting = append(g.waiting, w)
	g.load()
	g.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, storePatience)
	defer cancel()
	select {
	case <-w.done:
		return w.err
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	i := slices.Index(g.waiting, w)
	if i < 0 { // it has come after all
		return w.err
	}
	g.waiting = slices.Delete(g.waiting, i, i+1)
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		g.note(errStoreSlow) // until the load ends
	}
	return &storeError{g.name, errStoreSlow}
}

var errClosed = errors.New("it is not served any more")

// Ready implements [Generator].
func (g *stored) Ready() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.failed != nil {
		return fmt.Errorf("its store gives out no numbers: %w", errors.Unwrap(g.failed))
	}
	return nil
}

// Close gives back what was taken and not handed out.
func (g *stored) Close() error {
	g.end()
	g.loads.Wait()
	g.mu.Lock()
	have := g.have
	g.have, g.left = nil, 0
	g.mu.Unlock()
	return g.from.close(have)
}
