package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"idscope/gen"
	"idscope/gen/counter"
	"idscope/gen/fault"
	"idscope/gen/internal/pool"
	"idscope/gen/scheme"
	"idscope/gen/store"
)

// storeCounter is the generator of a counter in a store. A request costs a round trip at most, and many that come
// together share one.
//
// Numbers of segments are taken ahead, as many as about a tenth of a second needs, so that most requests wait for
// nothing. Others are not: a number of a day, a ticket and a row are taken from the store after they were asked for,
// and so are all in the order asked.
type storeCounter struct {
	name string
	from *counter.Source
	log  *slog.Logger
	now  func() time.Time
	pool *pool.Pool[numbers]

	mu     sync.Mutex
	have   []counter.Run // taken and not handed out, in order
	left   uint64
	size   uint64 // how many are taken ahead
	used   uint64 // how many were handed out since that was decided
	loaded time.Time
}

// numbers is a request.
type numbers struct {
	dst   []gen.ID // that are not taken yet
	whole uint64   // more than 0 where so many have to follow each other: dst has the first
}

const (
	storePatience = 5 * time.Second        // how long a request waits for a store, and the start of the server
	loadPatience  = 30 * time.Second       // how long the store is waited for beside them: to open it is many calls
	storeAgain    = 100 * time.Millisecond // how long a store that failed is left alone
	lookEach      = 5 * time.Second        // how often a store is looked at that nobody needs meanwhile
	leastAhead    = 16
	mostAhead     = 1 << 16
)

var (
	errStore     = errors.New("a counter has no number")
	errStoreSlow = errors.New("its store did not answer in time, and this host has no number left")
	errClosed    = errors.New("it is not served any more")
)

var _ Generator = (*storeCounter)(nil)

func (s *Server) newStoreCounter(name string, from *counter.Source) *storeCounter {
	g := &storeCounter{name: name, from: from, log: s.log, now: s.now, size: leastAhead}
	g.pool = pool.New[numbers](g, &g.mu, pool.Options{Patience: storePatience,
		Timeout: loadPatience, Again: storeAgain, Look: lookEach, Now: s.now})
	return g
}

// Fill implements [Generator]. Numbers that are taken one by one it takes in parts, each of which is waited for by
// itself, and others have their turn between; where one fails, those before are lost.
func (g *storeCounter) Fill(ctx context.Context, dst []gen.ID) (int, error) {
	part := max(1, len(dst))
	if !g.from.Consecutive() {
		part = leastAhead
	}
	for some := range slices.Chunk(dst, part) {
		if err := g.take(ctx, numbers{dst: some}); err != nil {
			return 0, err
		}
	}
	return len(dst), nil
}

// Reserve implements [Generator]. Where other hosts took numbers between, or a day has fewer left, what is left before
// is lost.
func (g *storeCounter) Reserve(ctx context.Context, n uint64) (gen.ID, error) {
	if n > 1 && !g.from.Consecutive() {
		return gen.ID{}, errScattered
	}
	if most := g.from.Most(); most > 0 && n > most {
		return gen.ID{}, g.failure(fmt.Errorf("%d numbers are more than a day has, %d: %w", n, most, counter.ErrFull))
	}
	var one [1]gen.ID
	err := g.take(ctx, numbers{dst: one[:], whole: n})
	return one[0], err
}

func (g *storeCounter) take(ctx context.Context, r numbers) error {
	err := g.pool.Take(ctx, r, !g.from.Ahead())
	switch {
	case err == nil:
		return nil
	case err == pool.ErrClosed:
		err = errClosed
	case err == context.DeadlineExceeded && ctx.Err() == nil:
		err = g.slow()
	case err == context.Canceled || err == context.DeadlineExceeded:
		err = errStoreSlow
	}
	return g.failure(err)
}

// Take implements [pool.Stock].
func (g *storeCounter) Take(_ context.Context, r numbers) (numbers, bool, error) {
	if r.whole > 0 {
		i := slices.IndexFunc(g.have, func(s counter.Run) bool { return s.N >= r.whole })
		if i < 0 {
			return r, false, nil
		}
		for _, s := range g.have[:i] { // too few, and lower than what is handed out now
			g.left -= s.N
		}
		g.have = g.have[i:]
		s := &g.have[0]
		r.dst[0] = s.First
		s.First, _ = s.First.MulAdd(1, r.whole)
		if s.N -= r.whole; s.N == 0 {
			g.have = g.have[1:]
		}
		g.left -= r.whole
		g.used += r.whole
		return r, true, nil
	}
	if len(r.dst) == 0 {
		return r, g.pool.Err() == nil, nil // a look
	}
	if g.from.Ahead() && g.left < uint64(len(r.dst)) {
		return r, false, nil // another may want fewer
	}
	n, rest := counter.Hand(r.dst, g.have)
	r.dst, g.have = r.dst[n:], rest
	g.left -= uint64(n)
	g.used += uint64(n)
	return r, len(r.dst) == 0, nil
}

// Low implements [pool.Stock].
func (g *storeCounter) Low() bool { return g.left < g.size/2 }

// Refill implements [pool.Stock]. Where no numbers are needed it asks the store for a sign of life, so that Ready
// knows; at first, and where the last call failed, whether the counter is as wanted too.
func (g *storeCounter) Refill(ctx context.Context, waiting []numbers) (err error) {
	g.mu.Lock()
	n, unsure := g.demand(waiting), len(waiting) > 0 || g.pool.Err() != nil
	g.mu.Unlock()
	var list []counter.Run
	if n > 0 {
		list, err = g.from.Take(ctx, n)
	} else {
		if unsure {
			err = g.from.Check(ctx)
		}
		if err == nil {
			err = g.from.Ping(ctx)
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, s := range list {
		g.add(s)
	}
	g.tell(err)
	return err
}

// demand is how many numbers to take now; 0 where nobody asked since numbers were taken. When those who wait have
// theirs, as many are left as are taken ahead: no more than twice what was handed out since the start, and leastAhead.
func (g *storeCounter) demand(waiting []numbers) (n uint64) {
	for _, r := range waiting {
		n += max(uint64(len(r.dst)), r.whole)
	}
	if !g.from.Ahead() {
		g.have, g.left = nil, 0 // of those who gave up: who comes later gets later ones
		return n
	}
	if n == 0 && g.used == 0 {
		return 0
	}
	switch since := g.now().Sub(g.loaded); {
	case since < 100*time.Millisecond && g.used >= g.size/2:
		g.size = min(2*g.size, mostAhead)
	case since > time.Second:
		g.size = max(g.size/2, leastAhead)
	}
	g.loaded, g.used = g.now(), 0
	return n + g.size - min(g.left, g.size)
}

// add puts a series behind the others.
func (g *storeCounter) add(s counter.Run) {
	g.left += s.N
	if k := len(g.have) - 1; k >= 0 && g.from.Consecutive() {
		if next, ok := g.have[k].First.MulAdd(1, g.have[k].N); ok && next == s.First {
			g.have[k].N += s.N
			return
		}
	}
	g.have = append(g.have, s)
}

// failure is the error of a request.
func (g *storeCounter) failure(err error) error {
	return &fault.Error{Reason: errStore, Cause: err, Text: "counter " + g.name + ": " + err.Error()}
}

// tell logs the first call of the store that failed, and the first that did not.
func (g *storeCounter) tell(err error) {
	switch {
	case err != nil && g.pool.Err() == nil:
		g.log.Warn("a counter has no numbers", "generator", g.name, "error", err)
	case err == nil && g.pool.Err() != nil:
		g.log.Warn("a counter has numbers again", "generator", g.name)
	}
}

// slow notes that the store did not answer a request in time, until it answers.
func (g *storeCounter) slow() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tell(errStoreSlow)
	g.pool.Note(errStoreSlow)
	return errStoreSlow
}

// Ready implements [Generator].
func (g *storeCounter) Ready() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if err := g.pool.Err(); err != nil {
		return fmt.Errorf("its store gives out no numbers: %w", err)
	}
	return nil
}

func (g *storeCounter) reservations() reservations {
	g.mu.Lock()
	defer g.mu.Unlock()
	return reservations{waits: g.pool.Waited()}
}

// Close implements [Generator].
func (g *storeCounter) Close() error { return g.pool.Close() }

// Return implements [pool.Stock].
func (g *storeCounter) Return(context.Context) error {
	g.mu.Lock()
	have := g.have
	g.have, g.left = nil, 0
	g.mu.Unlock()
	return g.from.Close(have)
}

// openCounter opens a counter of the file. One that is set up otherwise than the file says
// is refused; a store that does not answer is not: the server is not ready until it does.
func (s *Server) openCounter(ctx context.Context, name string, kind *gen.Scheme, f *fileCounter) (*source, error) {
	from, first, err := s.newCounterSource(name, kind, f)
	if err != nil {
		return nil, err
	}
	g := s.newStoreCounter(name, from)
	switch err := g.pool.Take(ctx, numbers{}, true); {
	case counter.Misconfigured(err):
		return nil, cmp.Or(g.Close(), worded(err))
	case err == context.DeadlineExceeded:
		_ = g.slow()
	}
	s.log.Info("counter opened", "generator", name, "scheme", kind.Name, "store", first.Store)
	return newSource(name, kind, g), nil
}

// worded is an error as those who write the file can use it.
func worded(err error) error {
	switch hint := fault.Hint(err); {
	case errors.Is(err, counter.ErrMissing) && hint != "":
		return fmt.Errorf("%w: use create = true, or %s", err, hint)
	case errors.Is(err, counter.ErrMissing), errors.Is(err, store.ErrMissing):
		return fmt.Errorf("%w: use create = true", err)
	case errors.Is(err, counter.ErrRisk):
		return fmt.Errorf("%w; numbers can repeat after that, accept_best_effort = true takes the risk", err)
	}
	return err
}

// newCounterSource returns what takes the numbers of a counter of the file, and the first of its stores.
func (s *Server) newCounterSource(name string, kind *gen.Scheme,
	f *fileCounter) (from *counter.Source, first counter.ID, err error) {
	urls, err := f.stores(s.options.Store)
	switch {
	case err != nil:
		return nil, first, err
	case len(urls) == 0:
		return nil, first, fmt.Errorf(`%s is counted in a store: use store = "mysql://USER@HOST/DATABASE"`, kind.Name)
	case len(urls) > 1 && kind.Name != "ticket":
		return nil, first, fmt.Errorf("%s is counted in one store, got %d: use ticket for several", kind.Name,
			len(urls))
	}
	c := counter.Config{Kind: kind.Name, Asked: f.Order == orderAsked, Ahead: true,
		Zone:   cmp.Or(f.Zone.Location, time.UTC),
		Digits: int(cmp.Or(f.Digits, defaultDigits)), Dated: scheme.DateSeq,
		Call: s.metrics.stores.of(name, kind.Name).timed, Now: s.now, Warn: func(text string) { s.log.Warn(text) },
		Open: func(ctx context.Context, p counter.Place, statements bool) (store.Store, error) {
			d, _ := store.DriverOf(s.options.Stores, p.Store) // which there is, as is seen below
			return counter.Open(ctx, d, p, statements)
		}}
	for _, u := range urls {
		d, ok := store.DriverOf(s.options.Stores, u)
		if !ok {
			return nil, first, fmt.Errorf("%w: %q", store.ErrNoDriver, u.Scheme)
		}
		p := counter.Place{Store: u, Key: cmp.Or(f.Key, name), Setup: counter.Setup{Create: f.Create,
			Step: uint64(f.Step), Offset: uint64(f.Offset), Accept: f.BestEffort}}
		switch {
		case kind.Name == "ticket" && f.Key == "":
			p.Key = "Tickets64"
		case kind.Name == "segment" && f.Step == 0:
			p.Step = counter.DefaultStep
		}
		if d.Counters == nil && f.Store != nil { // else an operator chooses the engine
			if err = store.Check(p.Key, nil); counter.Tabled(kind.Name) {
				err = fmt.Errorf("a store of %s: %w", u.Scheme, counter.ErrNoTables)
			}
		}
		if err != nil {
			return nil, first, err
		}
		c.Places = append(c.Places, p)
	}
	if c.Folder, err = s.options.Folder(); err != nil {
		return nil, first, err
	}
	from, err = counter.NewSource(c)
	return from, c.Places[0].ID(kind.Name), err
}
