package counter

import (
	"context"
	"errors"
	"slices"
	"time"

	"idscope/gen"
	"idscope/gen/store"
	"idscope/gen/worker"
)

// Config is a counter in its stores, and how its numbers are taken.
type Config struct {
	Kind   string         // name of its scheme
	Places []Place        // one; of tickets several, which are asked in turn
	Asked  bool           // of segment: the store is asked for each call
	Ahead  bool           // of segment: the next one is loaded beside the caller
	Zone   *time.Location // of date-seq: whose days are counted
	Digits int            // of date-seq
	// Dated is the ID of number n of a day, of date-seq.
	Dated func(digits int, date int64, n uint64) gen.ID

	Folder worker.Folder // what this host knows of counters
	// Open opens the store of a place, see [Open]. Nil: none can be reached from here, and [ErrNotHere] says that one
	// has to be asked.
	Open func(ctx context.Context, p Place, statements bool) (Opened, error)
	// Call makes a call of a store, to measure it; nil just makes it.
	Call func(call func() error) error
	Now  func() time.Time
	Warn func(string)
}

// Run is IDs that follow each other as integers.
type Run struct {
	First gen.ID
	N     uint64
}

// Source takes the numbers of a counter out of its stores, which it opens when they are needed. One goroutine calls
// Take; any number may call the others.
type Source struct {
	c      Config
	places []*place
	taker
}

// taker is what the kinds of counters differ in.
type taker interface {
	// Take takes at least one number, and about n. Numbers that come with an error are good.
	Take(ctx context.Context, n uint64) ([]Run, error)

	// Check says whether the counter is as it is wanted.
	Check(ctx context.Context) error

	// end gives numbers back that nobody saw, where that can be.
	end(have []Run) error
}

// NewSource returns the source of a counter. Nothing is opened yet.
func NewSource(c Config) (*Source, error) {
	if c.Call == nil {
		c.Call = func(call func() error) error { return call() }
	}
	s := &Source{c: c}
	for _, p := range c.Places {
		host, err := p.Host(c.Folder, c.Kind)
		if err != nil {
			return nil, err
		}
		s.places = append(s.places, &place{Place: p, source: s, host: host, opening: make(chan struct{}, 1)})
	}
	switch first := s.places[0]; {
	case c.Kind == "segment" && c.Asked:
		s.taker = &ordered{place: first}
	case c.Kind == "segment":
		o := SegmentsOptions{Host: first.host, Step: first.Step, Now: c.Now, Ahead: c.Ahead, Warn: c.Warn}
		if c.Open != nil {
			o.Open = first.allocator
		}
		s.taker = &shared{NewSegments(o), first}
	case c.Kind == "date-seq":
		s.taker = &dated{place: first,
			numbers: DateNumbers{Host: first.host, Zone: c.Zone, Digits: c.Digits, Now: c.Now}}
	default:
		s.taker = newTicketed(s)
	}
	return s, nil
}

// Consecutive reports whether numbers that are taken together follow each other.
func (s *Source) Consecutive() bool { return s.c.Kind == "segment" || s.c.Kind == "date-seq" }

// Ahead reports whether numbers may be taken before they are asked for.
func (s *Source) Ahead() bool { return s.c.Kind == "segment" && !s.c.Asked }

// Most is how many numbers there are that follow each other; 0 is no limit.
func (s *Source) Most() uint64 {
	if s.c.Kind == "date-seq" {
		return Last(s.c.Digits)
	}
	return 0
}

// Ping asks for a sign of life. One store of several is enough.
func (s *Source) Ping(ctx context.Context) error {
	var failed error
	for _, p := range s.places {
		o, err := p.open(ctx)
		if err == nil {
			err = s.c.Call(func() error { return o.Ping(ctx) })
		}
		if err == nil {
			return nil
		}
		failed = errors.Join(failed, err)
	}
	return failed
}

// Close gives numbers back that nobody saw, where that can be, and closes the stores.
func (s *Source) Close(have []Run) error {
	err := s.end(have)
	for _, p := range s.places {
		p.close()
	}
	return err
}

// place is a counter in one of its stores, which is opened when it is needed.
type place struct {
	Place
	source *Source
	host   *Host

	opening chan struct{} // holds one while the store is opened or closed
	opened  *Opened       // nil until it is
	segment Allocator     // nil until it is opened
}

// alone waits until nobody else opens the store, and says how to let others do so.
func (p *place) alone(ctx context.Context) (next func(), err error) {
	select {
	case p.opening <- struct{}{}:
		return func() { <-p.opening }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// open connects to the store, once. Who comes while it is opened waits for that.
func (p *place) open(ctx context.Context) (*Opened, error) {
	next, err := p.alone(ctx)
	if err != nil {
		return nil, err
	}
	defer next()
	if p.opened != nil {
		return p.opened, nil
	}
	o, err := p.source.c.Open(ctx, p.Place, p.source.c.Kind != "date-seq")
	if err != nil {
		return nil, err
	}
	p.opened = &o
	return p.opened, nil
}

func (p *place) close() {
	next, err := p.alone(context.Background())
	if err != nil {
		return
	}
	defer next()
	if p.opened != nil {
		p.opened.Close()
		p.opened = nil
	}
}

// allocator opens the segments of the key, once.
func (p *place) allocator(ctx context.Context) (Allocator, error) {
	o, err := p.open(ctx)
	if err != nil {
		return nil, err
	}
	next, err := p.alone(ctx)
	if err != nil {
		return nil, err
	}
	defer next()
	if p.segment == nil {
		a, err := o.Allocator(ctx)
		if err != nil {
			return nil, err
		}
		p.segment = calledAllocator{a, p.source.c.Call}
	}
	return p.segment, nil
}

// run is a block of numbers as IDs.
func run(b Block, id func(uint64) gen.ID) []Run {
	if b.Len() == 0 {
		return nil
	}
	return []Run{{id(b.First), b.Len()}}
}

// shared takes from the segments that the processes of this host share.
type shared struct {
	segments *Segments
	place    *place
}

func (s *shared) Take(ctx context.Context, n uint64) ([]Run, error) {
	b, err := s.segments.Take(ctx, min(n, MostStep))
	return run(b, gen.FromUint64), err
}

func (s *shared) Check(ctx context.Context) error {
	_, err := s.place.allocator(ctx)
	return err
}

func (s *shared) end(have []Run) error {
	defer s.segments.Close()
	for _, r := range slices.Backward(have) { // the highest first, as they were taken last
		b := Block{r.First.Lo, r.First.Lo + r.N}
		if done, err := s.segments.PutBack(context.Background(), b); !done {
			return err
		}
	}
	return nil
}

// ordered takes the numbers of a counter without a segment: all of a call are above those of
// every call, of any host, that ended before it began. Each call asks the store.
type ordered struct{ place *place }

func (o *ordered) Take(ctx context.Context, n uint64) ([]Run, error) {
	a, err := o.place.allocator(ctx)
	if err != nil {
		return nil, err
	}
	w := watch{host: o.place.host}
	if err := w.begin(); err != nil {
		return nil, err
	}
	b, err := a.Allocate(ctx, min(n, MostStep))
	if err != nil {
		return nil, err
	}
	if err := w.check(b.First, b.End-1); err != nil {
		_, _ = a.Return(ctx, b) // or one attempt after the other would count past what was seen
		return nil, err
	}
	return run(b, gen.FromUint64), w.note(ctx)
}

func (o *ordered) Check(ctx context.Context) error {
	_, err := o.place.allocator(ctx)
	return err
}

func (o *ordered) end([]Run) error { return nil }

// dated takes the numbers of days.
type dated struct {
	place   *place
	numbers DateNumbers
}

func (d *dated) Take(ctx context.Context, n uint64) ([]Run, error) {
	c := &d.place.source.c
	if d.numbers.Dates == nil {
		o, err := d.place.open(ctx)
		if err != nil {
			return nil, err
		}
		d.numbers.Dates = calledDates{o.Dates(c.Now), c.Call}
	}
	day, err := d.numbers.Take(ctx, n)
	return run(day.Block, func(n uint64) gen.ID { return c.Dated(c.Digits, day.Date, n) }), err
}

func (d *dated) Check(ctx context.Context) error {
	_, err := d.place.open(ctx)
	return err
}

func (d *dated) end([]Run) error { return nil }

// ticketed takes rows, or tickets of several servers in turn, one a statement.
type ticketed struct {
	tickets *Tickets
	servers []Server
	now     func() time.Time
}

func newTicketed(s *Source) *ticketed {
	t := &ticketed{now: s.c.Now}
	for _, p := range s.places {
		open := func(ctx context.Context) (Numbers, error) {
			o, err := p.open(ctx)
			if err != nil {
				return nil, err
			}
			n, err := o.Numbers(ctx, s.c.Kind == "ticket")
			if err != nil {
				return nil, err
			}
			return calledNumbers{n, s.c.Call}, nil
		}
		t.servers = append(t.servers, Server{Host: p.host, Open: open})
	}
	t.tickets = NewTickets(t.servers, s.c.Now, s.c.Warn)
	return t
}

// noteAfter is how long numbers of tickets and rows wait at most until this host has noted them.
const noteAfter = 20 * time.Millisecond

func (t *ticketed) Take(ctx context.Context, n uint64) (list []Run, err error) {
	for began := t.now(); uint64(len(list)) < n && t.now().Sub(began).Abs() < noteAfter; {
		var got uint64
		if got, err = t.tickets.Next(ctx); err != nil {
			break
		}
		list = append(list, Run{gen.FromUint64(got), 1})
	}
	if noted := t.tickets.Note(context.WithoutCancel(ctx)); noted != nil { // not noted: not handed out
		return nil, noted
	}
	return list, err
}

// Check asks all; one of them is enough, but none may be set up otherwise than wanted.
func (t *ticketed) Check(ctx context.Context) error {
	var all []error
	for _, s := range t.servers {
		_, err := s.Open(ctx)
		if Misconfigured(err) {
			return err
		}
		all = append(all, err)
	}
	if slices.Contains(all, nil) {
		return nil
	}
	return errors.Join(all...)
}

func (t *ticketed) end([]Run) error { return nil }

// Misconfigured reports whether an error is one of how a counter is set up, which people mend.
func Misconfigured(err error) bool {
	return errors.Is(err, ErrMissing) || errors.Is(err, ErrDisagree) || errors.Is(err, ErrRisk) ||
		errors.Is(err, ErrNoTables) || errors.Is(err, store.ErrMissing) || errors.Is(err, store.ErrURL)
}

// What makes the calls of a counter by Config.Call.
type (
	calledAllocator struct {
		Allocator
		call func(func() error) error
	}
	calledNumbers struct {
		Numbers
		call func(func() error) error
	}
	calledDates struct {
		Dates
		call func(func() error) error
	}
)

func (a calledAllocator) Allocate(ctx context.Context, step uint64) (b Block, err error) {
	err = a.call(func() (err error) { b, err = a.Allocator.Allocate(ctx, step); return err })
	return b, err
}

func (c calledNumbers) Next(ctx context.Context) (n uint64, err error) {
	err = c.call(func() (err error) { n, err = c.Numbers.Next(ctx); return err })
	return n, err
}

func (c calledDates) Next(ctx context.Context, n uint64, z Zone, digits int) (d Day, err error) {
	err = c.call(func() (err error) { d, err = c.Dates.Next(ctx, n, z, digits); return err })
	return d, err
}
