package counter

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
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
	Open func(ctx context.Context, p Place, statements bool) (store.Store, error)
	// Call makes a call of a store, to measure it; nil just makes it.
	Call func(call func() error) error
	Now  func() time.Time // nil is the system's clock
	Warn func(string)     // nil tells no one
}

// Run is IDs that follow each other as integers.
type Run struct {
	First gen.ID
	N     uint64
}

// Hand gives out numbers of runs one by one, and returns how many, and what is left of the runs.
func Hand(dst []gen.ID, runs []Run) (n int, rest []Run) {
	for ; n < len(dst) && len(runs) > 0; n++ {
		r := &runs[0]
		dst[n] = r.First
		r.First, _ = r.First.MulAdd(1, 1)
		if r.N--; r.N == 0 {
			runs = runs[1:]
		}
	}
	return n, runs
}

// Source takes the numbers of a counter out of its stores, which it opens when they are needed. One goroutine calls
// Take; any number may call the others.
type Source struct {
	// Take takes at least one number, and about n. Numbers that come with an error are good.
	Take func(ctx context.Context, n uint64) ([]Run, error)

	c      Config
	places []*place
	end    func(have []Run) error // gives numbers back that were not shown; nil where that cannot be
}

// NewSource returns the source of a counter. Nothing is opened yet.
func NewSource(c Config) (*Source, error) {
	if c.Call == nil {
		c.Call = func(call func() error) error { return call() }
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Warn == nil {
		c.Warn = func(string) {}
	}
	s := &Source{c: c}
	for _, p := range c.Places {
		host, err := openHost(c.Folder, c.Kind, &p)
		if err != nil {
			return nil, err
		}
		s.places = append(s.places, &place{Place: p, c: &s.c, host: host, opening: make(chan struct{}, 1)})
	}
	for _, p := range s.places {
		p.beside = s.places
	}
	switch first := s.places[0]; {
	case c.Kind == "segment" && c.Asked:
		s.Take = following(first.ask)
	case c.Kind == "segment":
		segments := newSegments(first)
		s.Take, s.end = following(segments.numbers), segments.end
	case c.Kind == "date-seq":
		s.Take = first.dated
	default:
		s.Take = newTickets(s.places).take
	}
	return s, nil
}

// following is Take of what takes blocks.
func following(take func(context.Context, uint64) (Block, error)) func(context.Context, uint64) ([]Run, error) {
	return func(ctx context.Context, n uint64) ([]Run, error) {
		b, err := take(ctx, n)
		return run(b, gen.ID{Lo: b.First}, err)
	}
}

// Check says whether the counter is as it is wanted: one store that works is enough, but none may be set up otherwise.
func (s *Source) Check(ctx context.Context) error {
	var all []error
	for _, p := range s.places {
		err := p.check(ctx)
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

// Consecutive reports whether numbers that are taken together follow each other.
func (s *Source) Consecutive() bool { return !Tabled(s.c.Kind) }

// Tabled reports whether the numbers of a kind are those of a table's rows, which databases alone have.
func Tabled(kind string) bool { return kind != "segment" && kind != "date-seq" }

// Ahead reports whether numbers may be taken before they are asked for.
func (s *Source) Ahead() bool { return s.c.Kind == "segment" && !s.c.Asked }

// Most is how many numbers there are that follow each other; 0 is no limit.
func (s *Source) Most() uint64 {
	if s.c.Kind == "date-seq" {
		return Last(s.c.Digits)
	}
	return 0
}

// Ping asks for a sign of life: which server it is. One store of several is enough.
func (s *Source) Ping(ctx context.Context) error {
	var failed error
	for _, p := range s.places {
		o, err := p.open(ctx)
		if err == nil {
			err = s.c.Call(func() error {
				_, err := o.Incarnation(ctx)
				return err
			})
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
	var err error
	if s.end != nil {
		err = s.end(have)
	}
	for _, p := range s.places {
		_ = p.alone(context.Background(), func() error {
			if p.opened != nil {
				_ = p.opened.Close()
				p.opened = nil
			}
			return nil
		})
	}
	return err
}

// place is a counter in one of its stores, which is opened when it is needed.
type place struct {
	Place
	c      *Config
	host   *Host
	beside []*place // all of the source, this one too

	opening chan struct{} // holds one while the store is opened or closed
	opened  store.Store   // nil until it is
	segment Allocator     // nil until it is opened
	dates   Dates         // nil until the store is open
}

// alone makes a call while nobody else opens or closes the store; who comes meanwhile waits.
func (p *place) alone(ctx context.Context, call func() error) error {
	select {
	case p.opening <- struct{}{}:
		defer func() { <-p.opening }()
		return call()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// open connects to the store, once.
func (p *place) open(ctx context.Context) (s store.Store, err error) {
	err = p.alone(ctx, func() (err error) {
		switch {
		case p.opened != nil:
		case p.c.Open == nil:
			err = ErrNotHere
		default:
			p.opened, err = p.c.Open(ctx, p.Place, p.c.Kind != "date-seq")
		}
		s = p.opened
		return err
	})
	return s, err
}

// allocator opens the segments of the key, once.
func (p *place) allocator(ctx context.Context) (a Allocator, err error) {
	s, err := p.open(ctx)
	if err != nil {
		return nil, err
	}
	err = p.alone(ctx, func() (err error) {
		switch d, ok := s.(Database); {
		case p.segment != nil:
			a = p.segment
		case ok:
			a, err = d.Segment(ctx, p.Key, p.Setup)
		default:
			a, err = openRegister(ctx, s, p.ID("segment"), p.Create, p.Step)
		}
		if err == nil { // what comes with an error is not kept
			p.segment = a
		}
		return err
	})
	return a, err
}

// allocate takes a block of a length. One that is not above what this host saw, 0 for nothing, is given back, and an
// error of [ErrBehind].
func (p *place) allocate(ctx context.Context, a Allocator, step, seen uint64) (b Block, err error) {
	err = p.c.Call(func() (err error) {
		b, err = a.Allocate(ctx, step)
		return err
	})
	if err == nil && seen > 0 && b.First <= seen {
		_, _ = a.Return(ctx, b) // or one attempt after the other would count past what was seen
		err = behind(p.host.id, b.First, seen, "")
	}
	return b, err
}

// check opens what the counter is in, and sees whether it is as wanted.
func (p *place) check(ctx context.Context) (err error) {
	switch p.c.Kind {
	case "date-seq":
		_, err = p.day(ctx, 0)
	case "segment":
		_, err = p.allocator(ctx)
	default:
		_, err = p.table(ctx)
	}
	return err
}

// table opens the table that the key names, of tickets or of rows. One of several servers has to count beside the
// others.
func (p *place) table(ctx context.Context) (Numbers, error) {
	n, err := p.numbered(ctx)
	if err == nil && len(p.beside) > 1 {
		err = p.agree(ctx, n)
	}
	if err != nil {
		return nil, err
	}
	return n, nil
}

// numbered is table, whatever the others are. How one of several servers counts is noted, for calls that cannot ask it.
func (p *place) numbered(ctx context.Context) (Numbers, error) {
	s, err := p.open(ctx)
	if err != nil {
		return nil, err
	}
	d, ok := s.(Database)
	if !ok {
		return nil, fmt.Errorf("a store of %s: %w", p.Store.Scheme, ErrNoTables)
	}
	n, err := d.Numbers(ctx, p.Key, p.c.Kind == "ticket", p.Setup)
	if err == nil && len(p.beside) > 1 {
		err = p.host.update(ctx, false, func(s *state) error {
			s.Step, s.Offset = n.Counts()
			return nil
		})
	}
	return n, err
}

// run is a block of numbers as IDs. What this host could not note is not handed out.
func run(b Block, first gen.ID, err error) ([]Run, error) {
	if err != nil || b.Len() == 0 {
		return nil, err
	}
	return []Run{{first, b.Len()}}, nil
}

// ask takes the numbers of a counter without a segment: all of a call are above those of
// every call, of any host, that ended before it began. Each call asks the store.
func (p *place) ask(ctx context.Context, n uint64) (b Block, err error) {
	a, err := p.allocator(ctx)
	if err != nil {
		return b, err
	}
	seen, err := p.host.Seen()
	if err != nil {
		return b, err
	}
	if b, err = p.allocate(ctx, a, min(n, MostStep), seen); err != nil {
		return Block{}, err
	}
	return b, p.host.note(ctx, b.End-1)
}

// dated takes the numbers of days.
func (p *place) dated(ctx context.Context, n uint64) ([]Run, error) {
	day, err := p.day(ctx, n)
	return run(day.Block, p.c.Dated(p.c.Digits, day.Date, day.First), err)
}

// day takes up to n numbers of the day, which this host has noted when they are returned. It refuses a counter that is
// behind what this host saw.
func (p *place) day(ctx context.Context, n uint64) (got Day, err error) {
	s, err := p.open(ctx)
	if err != nil {
		return got, err
	}
	switch d, ok := s.(Dater); {
	case p.dates != nil:
	case ok:
		p.dates = d.Dates(p.Key, p.Create)
	default:
		p.dates = (&register{store: s, id: p.ID("date-seq"), create: p.Create, now: p.c.Now}).Next
	}
	seen, err := p.host.Seen()
	if err != nil {
		return got, err
	}
	err = p.c.Call(func() (err error) {
		got, err = p.dates(ctx, n, zoneAround(p.c.Zone, p.c.Now()), p.c.Digits, seen)
		return err
	})
	if err != nil {
		return Day{}, err
	}
	if seen > 0 && mark(got.Date, got.First) <= seen {
		date, n := Marked(seen)
		return Day{}, behind(p.host.id, got.First, n, " of "+DateOf(date))
	}
	if n == 0 { // nothing is handed out
		return got, nil
	}
	return got, p.host.note(ctx, mark(got.Date, got.End-1))
}

// Misconfigured reports whether an error is one of how a counter is set up, which people mend.
func Misconfigured(err error) bool {
	return slices.ContainsFunc([]error{ErrMissing, ErrDisagree, ErrRisk, ErrNoTables, store.ErrMissing, store.ErrURL},
		func(reason error) bool { return errors.Is(err, reason) })
}

// IDs gives out the numbers of a source as IDs.
type IDs struct {
	Source *Source
	Total  uint64        // how many the caller wants at least: so many are taken at a time, where that can be
	Limit  time.Duration // for each time that numbers are taken

	// Elsewhere goes on in a program that can reach the store, where this one cannot; its error is told.
	Elsewhere func() error

	mu   sync.Mutex
	rest []Run // taken, but not given out
}

var _ gen.IDs = (*IDs)(nil)

// Fill implements [gen.IDs]. It gives out what is left of the numbers that were taken last, before it
// takes more.
func (f *IDs) Fill(ctx context.Context, dst []gen.ID) (n int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.rest) == 0 {
		if err = f.take(ctx, uint64(len(dst))); len(f.rest) == 0 {
			return 0, err
		}
	}
	n, f.rest = Hand(dst, f.rest)
	return n, err
}

func (f *IDs) take(ctx context.Context, n uint64) (err error) {
	ctx, cancel := context.WithTimeout(ctx, f.Limit)
	defer cancel()
	if f.Source.Consecutive() {
		n = max(n, f.Total)
	}
	f.rest, err = f.Source.Take(ctx, n)
	if errors.Is(err, ErrNotHere) && f.Elsewhere != nil {
		return f.Elsewhere()
	}
	for _, r := range f.rest {
		f.Total -= min(r.N, f.Total)
	}
	return err
}

// Close implements [gen.IDs].
func (f *IDs) Close() error { return f.Source.Close(nil) }
