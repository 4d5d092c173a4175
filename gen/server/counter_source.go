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
	"idscope/gen/scheme"
	"idscope/gen/store"
)

// openCounter opens a counter of the file. One that is set up otherwise than the file says
// is refused; a store that does not answer is not: the server is not ready until it does.
func (s *Server) openCounter(ctx context.Context, name string, kind *gen.Scheme, f *fileCounter) (*source, error) {
	stats := &storeStats{s.metrics, name, kind.Name}
	from, first, err := s.newCounterSource(name, kind, f, stats)
	if err != nil {
		return nil, err
	}
	g := newStoreCounter(name, from, s.now, func(text string, args ...any) { s.log.Warn(text, args...) })
	if err := g.start(ctx); counter.Misconfigured(err) {
		return nil, cmp.Or(g.Close(), worded(err))
	}
	s.log.Info("counter opened", "generator", name, "scheme", kind.Name, "store", first.Store)
	return newSource(name, kind, g), nil
}

// worded is an error as those who write the file can use it.
func worded(err error) error {
	var e *fault.Error
	switch {
	case errors.Is(err, counter.ErrMissing) && errors.As(err, &e) && e.Hint != "":
		return fmt.Errorf("%w: use create = true, or %s", e, e.Hint)
	case errors.Is(err, counter.ErrMissing), errors.Is(err, store.ErrMissing):
		return fmt.Errorf("%w: use create = true", err)
	case errors.Is(err, counter.ErrRisk):
		return fmt.Errorf("%w; numbers can repeat after that, accept_best_effort = true takes the risk", err)
	}
	return err
}

// newCounterSource returns what takes the numbers of a counter of the file, and the first of its stores.
func (s *Server) newCounterSource(name string, kind *gen.Scheme, f *fileCounter,
	stats *storeStats) (from *counter.Source, first counter.ID, err error) {
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
	zone, err := f.zone()
	if err != nil {
		return nil, first, err
	}
	folder, err := s.options.Folder()
	if err != nil {
		return nil, first, err
	}
	c := counter.Config{Kind: kind.Name, Asked: f.Order == orderAsked, Ahead: true, Zone: zone,
		Digits: int(cmp.Or(f.Digits, defaultDigits)), Dated: scheme.DateSeq, Folder: folder, Call: stats.call,
		Now: s.now, Warn: func(text string) { s.log.Warn(text) },
		Open: func(ctx context.Context, p counter.Place, statements bool) (counter.Opened, error) {
			d, err := s.storeDriver(p.Store)
			if err != nil {
				return counter.Opened{}, err
			}
			return counter.Open(ctx, d, p, statements)
		}}
	for _, u := range urls {
		if _, err := s.storeDriver(u); err != nil {
			return nil, first, err
		}
		p := counter.Place{Store: u, Key: cmp.Or(f.Key, name), Setup: counter.Setup{Create: f.Create,
			Step: uint64(f.Step), Offset: uint64(f.Offset), Accept: f.BestEffort}}
		switch {
		case kind.Name == "ticket" && f.Key == "":
			p.Key = "Tickets64"
		case kind.Name == "segment" && f.Step == 0:
			p.Step = counter.DefaultStep
		}
		c.Places = append(c.Places, p)
	}
	from, err = counter.NewSource(c)
	return from, c.Places[0].ID(kind.Name), err
}

// storeDriver is the driver of a store's URL.
func (s *Server) storeDriver(u *url.URL) (store.Driver, error) {
	i := slices.IndexFunc(s.options.Stores, func(d store.Driver) bool { return slices.Contains(d.Schemes(), u.Scheme) })
	if i < 0 {
		return nil, fmt.Errorf("%w: %q", store.ErrNoDriver, u.Scheme)
	}
	return s.options.Stores[i], nil
}
