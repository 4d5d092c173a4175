package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"

	"idscope/gen"
	"idscope/gen/counter"
	"idscope/gen/fault"
	"idscope/gen/store"
)

// openCounter opens a counter of the file. One that is set up otherwise than the file says
// is refused; a store that does not answer is not: the server is not ready until it does.
func (s *Server) openCounter(ctx context.Context, name string, kind *gen.Scheme, f *fileCounter) (*source, error) {
	stats := &storeStats{s.metrics, name, kind.Name}
	from, err := s.newCounting(name, kind, f, stats)
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

// newCounting returns what takes the numbers of a counter of the file.
func (s *Server) newCounting(name string, kind *gen.Scheme, f *fileCounter, stats *storeStats) (*counting, error) {
	urls, err := f.stores(s.options.Store)
	switch {
	case err != nil:
		return nil, err
	case len(urls) == 0:
		return nil, fmt.Errorf(`%s is counted in a store: use store = "mysql://USER@HOST/DATABASE"`, kind.Name)
	case len(urls) > 1 && kind.Name != "ticket":
		return nil, fmt.Errorf("%s is counted in one store, got %d: use ticket for several", kind.Name, len(urls))
	}
	c := &counting{}
	for _, u := range urls {
		p, err := s.newCountedIn(name, kind, f, u)
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

// newCountedIn is a counter in a store, which is not opened yet.
func (s *Server) newCountedIn(name string, kind *gen.Scheme, f *fileCounter, u *url.URL) (*countedIn, error) {
	i := slices.IndexFunc(s.options.Stores, func(d store.Driver) bool { return slices.Contains(d.Schemes(), u.Scheme) })
	if i < 0 {
		return nil, fmt.Errorf("%w: %q", store.ErrNoDriver, u.Scheme)
	}
	p := &countedIn{driver: s.options.Stores[i], statements: true, opening: make(chan struct{}, 1),
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
