package cli

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"idscope/gen/counter"
	"idscope/gen/fault"
	"idscope/gen/store"
	"idscope/gen/worker"
)

// CounterFlags choose a counter in a store.
type CounterFlags struct {
	Store  *url.URL
	Key    string
	Step   uint64
	Offset uint64
	Digits uint64 // of date-seq
	Order  Choice // of segment

	from *StoreFlags // --create and --accept-best-effort
}

// In returns the flags for one of the stores.
func (f CounterFlags) In(u *url.URL, from *StoreFlags) CounterFlags {
	f.Store, f.from = u, from
	return f
}

// Looking returns the flags for who does not count: whatever the store may lose.
func (f CounterFlags) Looking() CounterFlags {
	from := *f.from
	from.bestEffort, from.create = true, false
	f.from = &from
	return f
}

// Place is the counter that the flags choose.
func (f *CounterFlags) Place() counter.Place {
	return counter.Place{Store: f.Store, Key: f.Key,
		Setup: counter.Setup{Create: f.from.create, Step: f.Step, Offset: f.Offset, Accept: f.from.bestEffort}}
}

// ID names the counter.
func (f *CounterFlags) ID(kind string) counter.ID { return counter.NewID(kind, f.Store, f.Key) }

// OpenCounters opens the store of the flags, in idscope-full where it has to; see
// [counter.Open].
func (a *App) OpenCounters(ctx context.Context, f *CounterFlags, statements bool) (counter.Opened, error) {
	d, err := a.StoreDriver(f.Store)
	if err != nil {
		return counter.Opened{}, err
	}
	return counter.Open(ctx, d, f.Place(), statements)
}

// ListCounters lists the counters of the flags' store, and what this host knew of them
// before: the rows of Leaf's table, keys, and the tables that this host has used.
func (a *App) ListCounters(ctx context.Context, f *CounterFlags, folder worker.Folder) (list []counter.Entry,
	known []counter.Known, err error) {
	all, err := counter.KnownHere(folder)
	if err != nil {
		return nil, nil, Refused("%w", err)
	}
	for _, k := range all {
		if k.Store == f.ID("").Store {
			known = append(known, k)
		}
	}
	list, err = a.listCounters(ctx, f, known)
	return list, known, err
}

func (a *App) listCounters(ctx context.Context, f *CounterFlags, known []counter.Known) (list []counter.Entry,
	err error) {
	c, err := a.OpenCounters(ctx, f, true)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	if c.Database == nil {
		list, err := counter.List(ctx, c.Store)
		if d, ok := c.Store.(counter.Dater); ok && err == nil {
			var dated []counter.Entry
			dated, err = d.ListDates(ctx)
			list = append(list, dated...)
		}
		return list, err
	}
	if list, err = c.Database.Segments(ctx); err != nil {
		return nil, err
	}
	for _, k := range known {
		if k.Kind != "autoinc" && k.Kind != "ticket" {
			continue
		}
		next, err := c.Database.Next(ctx, k.Key)
		if err != nil {
			return nil, err
		}
		if next > 0 {
			list = append(list, counter.Entry{Kind: k.Kind, Key: k.Key, Next: next})
		}
	}
	keys, err := a.OpenCounters(ctx, f, false)
	if err != nil { // most likely there never was a table for them
		return list, nil
	}
	defer keys.Close()
	more, err := counter.List(ctx, keys.Store)
	return append(list, more...), err
}

// HostOf opens what this host knows of the counter.
func (f *CounterFlags) HostOf(folder worker.Folder, kind string) (*counter.Host, error) {
	return counter.OpenHost(folder, f.ID(kind))
}

// CounterFailure adds the way out to what a counter refused.
func CounterFailure(err error) error {
	var f *Failure
	switch {
	case err == nil, errors.As(err, &f):
		return err
	case errors.Is(err, context.DeadlineExceeded):
		return Refused("%w", err)
	case errors.Is(err, counter.ErrNoTables):
		return Usage("%w", err)
	case errors.Is(err, counter.ErrMissing) && fault.Hint(err) != "":
		return Refused("%w; create it, or use --create", err).Hinted("--create, or: %s", fault.Hint(err))
	case errors.Is(err, counter.ErrMissing):
		return Refused("%w; create it, or use --create", err).Hinted("the same call with --create creates it")
	case errors.Is(err, store.ErrMissing):
		return Refused("%w", err).Hinted("the same call with --create creates it")
	case errors.Is(err, store.ErrUnknown):
		return Refused("%w", fmt.Errorf("%w; its numbers count as lost", err))
	}
	return StoreFailure(err)
}
