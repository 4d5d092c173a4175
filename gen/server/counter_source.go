package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"time"

	"idscope/gen"
	"idscope/gen/counter"
	"idscope/gen/fault"
	"idscope/gen/scheme"
	"idscope/gen/store"
)

// openCounter opens a counter of the file. One that is set up otherwise than the file says
// is refused; a store that does not answer is not: the server is not ready until it does.
func (s *Server) openCounter(ctx context.Context, name string, kind *gen.Scheme, f *fileCounter) (*source, error) {
	stats := &storeStats{s.metrics, name, kind.Name}
	from, err := s.newCounterSource(name, kind, f, stats)
	if err != nil {
		return nil, err
	}
	g := newStoreCounter(name, kind, from, s.now, func(text string, args ...any) { s.log.Warn(text, args...) })
	if err := g.start(ctx); wrong(err) {
		return nil, cmp.Or(g.Close(), worded(err))
	}
	s.log.Info("counter opened", "generator", name, "scheme", kind.Name, "store", from.places[0].ID(kind.Name).Store)
	return newSource(name, kind, g), nil
}

// wrong reports whether an error is one of how a counter is set up, which people mend.
func wrong(err error) bool {
	return errors.Is(err, counter.ErrMissing) || errors.Is(err, counter.ErrDisagree) ||
		errors.Is(err, counter.ErrRisk) || errors.Is(err, counter.ErrNoTables) ||
		errors.Is(err, store.ErrMissing) || errors.Is(err, store.ErrURL)
}

// worded is an error as those who write the file can use it.
func worded(err error) error {
	var e *fault.Error
	switch {
	case errors.Is(err, counter.ErrMissing) && errors.As(err, &e) && e.Hint != "":
		return fmt.Errorf("%w: use create = true, or %s", e, e.Hint)
	case errors.Is(err, counter.ErrMissing) && errors.As(err, &e):
		return fmt.Errorf("%w: use create = true", e)
	case errors.Is(err, store.ErrMissing):
		return fmt.Errorf("%w: use create = true", err)
	case errors.Is(err, counter.ErrRisk):
		return fmt.Errorf("%w; numbers can repeat after that, accept_best_effort = true takes the risk", err)
	}
	return err
}

// newCounterSource returns what takes the numbers of a counter of the file.
func (s *Server) newCounterSource(name string, kind *gen.Scheme, f *fileCounter,
	stats *storeStats) (*counterSource, error) {
	urls, err := f.stores(s.options.Store)
	switch {
	case err != nil:
		return nil, err
	case len(urls) == 0:
		return nil, fmt.Errorf(`%s is counted in a store: use store = "mysql://USER@HOST/DATABASE"`, kind.Name)
	case len(urls) > 1 && kind.Name != "ticket":
		return nil, fmt.Errorf("%s is counted in one store, got %d: use ticket for several", kind.Name, len(urls))
	}
	c := &counterSource{}
	for _, u := range urls {
		p, err := s.newCounterBackend(name, kind, f, u)
		if err != nil {
			return nil, err
		}
		p.stats = stats
		c.places = append(c.places, p)
	}
	switch {
	case kind.Name == "segment" && f.Order == orderAsked:
		c.ordered()
	case kind.Name == "segment":
		c.segments(s)
	case kind.Name == "date-seq":
		zone, err := f.zone()
		if err != nil {
			return nil, err
		}
		c.dates(s, zone, int(cmp.Or(f.Digits, defaultDigits)))
	default:
		c.tickets(s, kind.Name == "ticket")
	}
	return c, nil
}

// newCounterBackend is a counter in a store, which is not opened yet.
func (s *Server) newCounterBackend(name string, kind *gen.Scheme, f *fileCounter, u *url.URL) (*counterBackend, error) {
	i := slices.IndexFunc(s.options.Stores, func(d store.Driver) bool { return slices.Contains(d.Schemes(), u.Scheme) })
	if i < 0 {
		return nil, fmt.Errorf("%w: %q", store.ErrNoDriver, u.Scheme)
	}
	p := &counterBackend{driver: s.options.Stores[i], statements: true, opening: make(chan struct{}, 1),
		Place: counter.Place{Store: u, Key: cmp.Or(f.Key, name), Setup: counter.Setup{Create: f.Create,
			Step: uint64(f.Step), Offset: uint64(f.Offset), Accept: f.BestEffort}}}
	switch {
	case kind.Name == "ticket" && f.Key == "":
		p.Key = "Tickets64"
	case kind.Name == "segment" && f.Step == 0:
		p.Step = counter.DefaultStep
	}
	folder, err := s.options.Folder()
	if err != nil {
		return nil, err
	}
	p.host, err = p.Host(folder, kind.Name)
	return p, err
}

// counterSource takes the numbers of a counter out of its stores. One goroutine takes; any
// number may look.
type counterSource struct {
	// take takes at least one number, and about n.
	take   func(ctx context.Context, n uint64) ([]series, error)
	check  func(ctx context.Context) error // whether the counter is as wanted
	ahead  bool                            // before they are wanted
	follow bool                            // numbers follow each other
	most   uint64                          // of them that follow each other; 0 for any
	places []*counterBackend
	back   func([]series) error // gives numbers back that nobody saw; nil where that cannot be
}

// counterBackend is a counter in one of its stores, which is opened when it is needed.
type counterBackend struct {
	counter.Place
	driver     store.Driver
	host       *counter.Host
	statements bool // of the database, where it has any
	stats      *storeStats

	opening chan struct{}     // holds one while the store is opened or closed
	opened  *counter.Opened   // nil until it is
	segment counter.Allocator // nil until it is opened
}

// alive asks for a sign of life. One store of several is enough.
func (c *counterSource) alive(ctx context.Context) error {
	var failed error
	for _, p := range c.places {
		o, err := p.open(ctx)
		if err == nil {
			err = p.stats.call(func() error { return o.Ping(ctx) })
		}
		if err == nil {
			return nil
		}
		failed = errors.Join(failed, err)
	}
	return failed
}

func (c *counterSource) close(have []series) error {
	var err error
	if c.back != nil {
		err = c.back(have)
	}
	for _, p := range c.places {
		_ = p.alone(context.Background())
		if p.opened != nil {
			p.opened.Close()
		}
		p.next()
	}
	return err
}

// alone waits until nobody else opens the store; next lets others do so.
func (p *counterBackend) alone(ctx context.Context) error {
	select {
	case p.opening <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *counterBackend) next() { <-p.opening }

// open connects to the store, once. Who comes while it is opened waits for that.
func (p *counterBackend) open(ctx context.Context) (*counter.Opened, error) {
	if err := p.alone(ctx); err != nil {
		return nil, err
	}
	defer p.next()
	if p.opened != nil {
		return p.opened, nil
	}
	o, err := counter.Open(ctx, p.driver, p.Place, p.statements)
	if err != nil {
		return nil, err
	}
	p.opened = &o
	return p.opened, nil
}

// allocator opens the segments of the key, once.
func (p *counterBackend) allocator(ctx context.Context) (counter.Allocator, error) {
	o, err := p.open(ctx)
	if err != nil {
		return nil, err
	}
	if err := p.alone(ctx); err != nil {
		return nil, err
	}
	defer p.next()
	if p.segment == nil {
		a, err := o.Allocator(ctx)
		if err != nil {
			return nil, err
		}
		p.segment = timedAllocator{a, p.stats}
	}
	return p.segment, nil
}

func (p *counterBackend) numbers(ctx context.Context, tickets bool) (counter.Numbers, error) {
	o, err := p.open(ctx)
	if err != nil {
		return nil, err
	}
	n, err := o.Numbers(ctx, tickets)
	return timedNumbers{n, p.stats}, err
}

// segments takes from the segments that the processes of this host share.
func (c *counterSource) segments(s *Server) {
	p := c.places[0]
	segments := counter.NewSegments(counter.SegmentsOptions{Host: p.host, Step: p.Step, Now: s.now, Ahead: true,
		Warn: func(text string) { s.log.Warn(text) }, Open: p.allocator})
	c.follow, c.ahead = true, true
	c.take = func(ctx context.Context, n uint64) ([]series, error) {
		b, err := segments.Take(ctx, n)
		return runOf(b, number), err
	}
	c.check = func(ctx context.Context) error { _, err := p.allocator(ctx); return err }
	c.back = func(have []series) error {
		defer segments.Close()
		for _, r := range slices.Backward(have) { // the highest first, as they were taken last
			b := counter.Block{First: r.first.Lo, End: r.first.Lo + r.n}
			if done, err := segments.PutBack(context.Background(), b); !done {
				return err
			}
		}
		return nil
	}
}

// ordered takes the numbers of a segment counter one call at a time.
func (c *counterSource) ordered() {
	p := c.places[0]
	numbers := counter.Ordered{Host: p.host}
	c.follow = true
	c.check = func(ctx context.Context) error { _, err := p.allocator(ctx); return err }
	c.take = func(ctx context.Context, n uint64) ([]series, error) {
		if numbers.Allocator == nil {
			a, err := p.allocator(ctx)
			if err != nil {
				return nil, err
			}
			numbers.Allocator = a
		}
		b, err := numbers.Take(ctx, n)
		return runOf(b, number), err
	}
}

// dates takes the numbers of days.
func (c *counterSource) dates(s *Server, zone *time.Location, digits int) {
	p := c.places[0]
	p.statements = false
	numbers := counter.DateNumbers{Host: p.host, Zone: zone, Digits: digits, Now: s.now}
	c.follow, c.most = true, counter.Last(digits)
	c.check = func(ctx context.Context) error { _, err := p.open(ctx); return err }
	c.take = func(ctx context.Context, n uint64) ([]series, error) {
		if numbers.Dates == nil {
			o, err := p.open(ctx)
			if err != nil {
				return nil, err
			}
			numbers.Dates = timedDates{o.Dates(s.now), p.stats}
		}
		d, err := numbers.Take(ctx, n)
		return runOf(d.Block, func(n uint64) gen.ID { return scheme.DateSeq(digits, d.Date, n) }), err
	}
}

// tickets takes rows, or tickets of several servers in turn, one a statement.
func (c *counterSource) tickets(s *Server, tickets bool) {
	var servers []counter.Server
	for _, p := range c.places {
		open := func(ctx context.Context) (counter.Numbers, error) { return p.numbers(ctx, tickets) }
		servers = append(servers, counter.Server{Host: p.host, Open: open})
	}
	t := counter.NewTickets(servers, s.now, func(text string) { s.log.Warn(text) })
	c.check = func(ctx context.Context) error {
		var all []error
		for _, p := range c.places {
			_, err := p.numbers(ctx, tickets)
			if wrong(err) {
				return err
			}
			all = append(all, err)
		}
		if slices.Contains(all, nil) { // one is enough
			return nil
		}
		return errors.Join(all...)
	}
	c.take = func(ctx context.Context, n uint64) (list []series, err error) {
		for began := s.now(); uint64(len(list)) < n && s.now().Sub(began).Abs() < counter.NoteAfter; {
			var got uint64
			if got, err = t.Next(ctx); err != nil {
				break
			}
			list = append(list, series{number(got), 1})
		}
		if noted := t.Note(context.WithoutCancel(ctx)); noted != nil { // not noted: not handed out
			return nil, noted
		}
		return list, err
	}
}

func number(n uint64) gen.ID { return gen.FromUint64(n) }

func runOf(b counter.Block, id func(uint64) gen.ID) []series {
	if b.Len() == 0 {
		return nil
	}
	return []series{{id(b.First), b.Len()}}
}

// timedAllocator measures an allocator.
type timedAllocator struct {
	counter.Allocator
	stats *storeStats
}

// Allocate implements [counter.Allocator].
func (a timedAllocator) Allocate(ctx context.Context, step uint64) (b counter.Block, err error) {
	err = a.stats.call(func() (err error) { b, err = a.Allocator.Allocate(ctx, step); return err })
	return b, err
}

// timedNumbers measures numbers of a table.
type timedNumbers struct {
	counter.Numbers
	stats *storeStats
}

// Next implements [counter.Numbers].
func (t timedNumbers) Next(ctx context.Context) (n uint64, err error) {
	err = t.stats.call(func() (err error) { n, err = t.Numbers.Next(ctx); return err })
	return n, err
}

// timedDates measures numbers of days.
type timedDates struct {
	counter.Dates
	stats *storeStats
}

// Next implements [counter.Dates].
func (t timedDates) Next(ctx context.Context, n uint64, z counter.Zone, digits int) (d counter.Day, err error) {
	err = t.stats.call(func() (err error) { d, err = t.Dates.Next(ctx, n, z, digits); return err })
	return d, err
}
