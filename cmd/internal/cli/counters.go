package cli

import (
	"context"
	"errors"
	"fmt"

	"idscope/gen/counter"
	"idscope/gen/fault"
	"idscope/gen/store"
	"idscope/gen/worker"
)

// CounterRow is a counter of a store, and what this host knows of it.
type CounterRow struct {
	Schema int    `json:"schema"`
	Store  string `json:"store"`
	counter.Entry
	Seen   uint64 `json:"seen,string,omitempty"` // highest number that this host was given
	Behind bool   `json:"behind,omitempty"`      // the counter would give it out once more
}

// CountersOf lists the counters of a store, and what this host knew of them before.
func CountersOf(ctx context.Context, a *App, place counter.Place, folder worker.Folder) ([]CounterRow, error) {
	all, err := counter.KnownHere(folder)
	if err != nil {
		return nil, Refused("%w", err)
	}
	url := place.ID("").Store
	var known []counter.Known
	for _, k := range all {
		if k.Store == url {
			known = append(known, k)
		}
	}
	entries, err := storedCounters(ctx, a, place, known)
	return CounterRows(url, entries, known), err
}

// storedCounters lists what is in a store: the rows of Leaf's table, keys, and the tables that this host has used.
func storedCounters(ctx context.Context, a *App, place counter.Place, known []counter.Known) (
	list []counter.Entry, err error) {
	c, err := a.OpenCounter(ctx, place, true)
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
	keys, err := a.OpenCounter(ctx, place, false)
	if err != nil { // most likely there never was a table for them
		return list, nil
	}
	defer keys.Close()
	more, err := counter.List(ctx, keys.Store)
	return append(list, more...), err
}

// CounterRows joins what is in a store with what this host knows of its counters.
func CounterRows(store string, entries []counter.Entry, known []counter.Known) []CounterRow {
	var list []CounterRow
	seen := map[[2]string]uint64{}
	for _, k := range known {
		seen[[2]string{k.Kind, k.Key}] = k.Seen
	}
	for _, e := range entries {
		id := [2]string{e.Kind, e.Key}
		list = append(list, counterRowOf(store, e, seen[id]))
		delete(seen, id)
	}
	for _, k := range known {
		if _, left := seen[[2]string{k.Kind, k.Key}]; left && k.Seen > 0 {
			e := counter.Entry{Kind: k.Kind, Key: k.Key, Note: "not in the store any more"}
			list = append(list, counterRowOf(store, e, k.Seen))
		}
	}
	return list
}

func counterRowOf(store string, e counter.Entry, seen uint64) CounterRow {
	c := CounterRow{Schema: 1, Store: store, Entry: e, Seen: seen, Behind: e.Behind(seen)}
	of := ""
	if c.Kind == "date-seq" { // the day is above the number of the day
		of = " of " + counter.DateOf(int64(seen>>30))
		c.Seen &= counter.MostADay
	}
	if c.Behind {
		c.Note = fmt.Sprintf("behind: gave out %d, this host saw %d%s", c.Next-1, c.Seen, of)
		if e.Note != "" {
			c.Note += "; " + e.Note
		}
	}
	return c
}

// CounterFailure adds the way out to what a counter refused.
func CounterFailure(err error) error {
	switch {
	case err == nil, errors.As(err, new(*Failure)):
		return err
	case errors.Is(err, context.DeadlineExceeded):
	case errors.Is(err, counter.ErrNoTables):
		return Usage("%w", err)
	case errors.Is(err, store.ErrURL), errors.Is(err, store.ErrNoDriver):
		return Usage("--store: %w", err)
	case errors.Is(err, counter.ErrMissing) && fault.Hint(err) != "":
		return Refused("%w; create it, or use --create", err).Hinted("--create, or: %s", fault.Hint(err))
	case errors.Is(err, counter.ErrMissing):
		return Refused("%w; create it, or use --create", err).Hinted("the same call with --create creates it")
	case errors.Is(err, store.ErrMissing):
		return Refused("%w", err).Hinted("the same call with --create creates it")
	case errors.Is(err, store.ErrUnknown):
		err = fmt.Errorf("%w; its numbers count as lost", err)
	}
	return Refused("%w", err)
}
