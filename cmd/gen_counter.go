package cmd

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/gen/counter"
	"idscope/gen/scheme"
	"idscope/gen/worker"
)

// counterFlags are those of schemes that a counter numbers.
type counterFlags struct {
	cli.CounterFlags
	zone cli.ZoneFlag
}

func (f *counterFlags) add(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.Key, "key", "", "the counter's `NAME`: a key, or a table (autoinc, ticket)")
	flags.Var(cli.CountFlag(&f.Step), "step", "count by so many (autoinc, ticket); numbers of a first segment (segment)")
	flags.Var(cli.CountFlag(&f.Offset), "offset", "begin there: 1 to the step, another one for each server")
	f.Order = cli.Choice{Value: "trend", List: []gen.Choice{
		{Name: "trend", Help: "each host counts through segments of its own: the numbers of one host increase"},
		{Name: "strict", Help: "one host at a time, under a lease: the numbers of a call are above those of all calls " +
			"before"},
		{Name: "asked", Help: "the same for any number of hosts: the store is asked each time"},
	}}
	f.Order.Add(flags, "order", "", "what increases (segment)")
	f.Digits = 6
	flags.Var(cli.CountFlag(&f.Digits), "digits", "of the number behind the date, 4 to 15 (date-seq)")
	f.zone.Add(c, "the `ZONE` whose days are counted (date-seq)")
}

// patience is how long a call waits for a store.
const patience = 30 * time.Second

// counted generates the ids of a scheme that a counter numbers.
func (o *genOptions) counted(ctx context.Context, s *gen.Scheme, out *sink) error {
	list, err := o.countedStores(s)
	if err != nil {
		return err
	}
	folder, err := o.state.Folder(o.App, s.Name)
	if err != nil {
		return err
	}
	for i := range list {
		if list[i].host, err = list[i].HostOf(folder, s.Name); err != nil {
			return cli.Refused("%w", err)
		}
	}
	w := &countedWriter{out: out, left: o.count}
	switch s.Name {
	case "segment":
		err = o.segments(ctx, &list[0], folder, w)
	case "date-seq":
		err = o.dates(ctx, &list[0], w)
	default:
		err = o.tickets(ctx, list, s.Name == "ticket", w)
	}
	return cmp.Or(w.end(), cli.CounterFailure(err))
}

// countedStore is a counter in one of the stores.
type countedStore struct {
	cli.CounterFlags
	host *counter.Host
	open counter.Opened
}

// countedStores reads the flags, and finds those that mean nothing for a counter.
func (o *genOptions) countedStores(s *gen.Scheme) ([]countedStore, error) {
	urls, err := o.store.URLs(o.App)
	if err == nil {
		err = o.counter.Refuse(s, urls, o.flagGiven)
	}
	if err != nil {
		return nil, err
	}
	var list []countedStore
	for _, text := range urls {
		u, err := cli.StoreURL(text)
		if err != nil {
			return nil, err
		}
		one := countedStore{CounterFlags: o.counter.In(u, &o.store)}
		if slices.ContainsFunc(list, func(o countedStore) bool { return o.ID(s.Name) == one.ID(s.Name) }) {
			return nil, cli.Usage("--store %s is given twice; want each server once", one.ID(s.Name).Store)
		}
		list = append(list, one)
	}
	return list, nil
}

// segments writes the numbers of segments.
func (o *genOptions) segments(ctx context.Context, c *countedStore, folder worker.Folder, w *countedWriter) error {
	if o.counter.Order.Value == "asked" {
		return o.ordered(ctx, c, w)
	}
	limit, most := patience, uint64(counter.MostStep)
	opts := counter.SegmentsOptions{Host: c.host, Step: c.Step, Warn: o.Warn, Now: o.Clock.Now, Ahead: o.count > 1}
	if o.Linked(c.Store) {
		opts.Open = func(ctx context.Context) (a counter.Allocator, err error) {
			if c.open, err = o.OpenCounters(ctx, &c.CounterFlags, true); err != nil {
				return nil, err
			}
			return c.open.Allocator(ctx)
		}
	}
	if c.Order.Value == "strict" {
		writer, done, err := o.Writer(&c.CounterFlags, folder, o.maxWait)
		if err != nil {
			return err
		}
		defer done()
		opts.Writer = writer
		limit, most = limit+writer.Wait+counter.MostTerm, batch
	}
	segments := counter.NewSegments(opts)
	defer c.open.Close()
	defer segments.Close()
	if opts.Writer != nil {
		w.held = func(late bool) error { return segments.Held(ctx, late) }
		w.room = func() { cli.AwaitRoom(o.Out) }
	}
	for w.left > 0 {
		b, err := within(ctx, limit, func(ctx context.Context) (counter.Block, error) {
			return segments.Take(ctx, min(w.left, most))
		})
		if errors.Is(err, counter.ErrNotHere) {
			_, err = o.StoreDriver(c.Store) // it does not return where another program goes on
		}
		if err == nil {
			err = w.block(b, func(n uint64) gen.ID { return gen.FromUint64(n) })
		}
		if err == nil && w.held != nil {
			err = w.flush()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ordered writes numbers for which the store is asked each time.
func (o *genOptions) ordered(ctx context.Context, c *countedStore, w *countedWriter) (err error) {
	if c.open, err = o.OpenCounters(ctx, &c.CounterFlags, true); err != nil {
		return err
	}
	defer c.open.Close()
	numbers := counter.Ordered{Host: c.host}
	if numbers.Allocator, err = c.open.Allocator(ctx); err != nil {
		return err
	}
	for w.left > 0 {
		b, err := within(ctx, patience, func(ctx context.Context) (counter.Block, error) { return numbers.Take(ctx, w.left) })
		if err == nil {
			err = w.block(b, func(n uint64) gen.ID { return gen.FromUint64(n) })
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// within calls a function that has to end in time.
func within[T any](ctx context.Context, limit time.Duration, f func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return f(ctx)
}

// dates writes the numbers of days.
func (o *genOptions) dates(ctx context.Context, c *countedStore, w *countedWriter) (err error) {
	if c.open, err = o.OpenCounters(ctx, &c.CounterFlags, false); err != nil {
		return err
	}
	defer c.open.Close()
	digits := int(o.counter.Digits)
	numbers := counter.DateNumbers{Dates: c.open.Dates(o.Clock.Now), Host: c.host,
		Zone: o.counter.zone.Zone, Digits: digits, Now: o.Clock.Now}
	for w.left > 0 {
		d, err := within(ctx, patience, func(ctx context.Context) (counter.Day, error) { return numbers.Take(ctx, w.left) })
		if err == nil {
			err = w.block(d.Block, func(n uint64) gen.ID { return scheme.DateSeq(digits, d.Date, n) })
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// noteAfter is how long numbers of tickets and rows wait at most until this host has
// noted them, all together, and they are written.
const noteAfter = 20 * time.Millisecond

// tickets writes the numbers of tables, of several servers in turn.
func (o *genOptions) tickets(ctx context.Context, list []countedStore, tickets bool, w *countedWriter) (err error) {
	var servers []counter.Server
	for i := range list {
		c := &list[i]
		if _, err := o.StoreDriver(c.Store); err != nil {
			return err
		}
		defer func() { c.open.Close() }()
		servers = append(servers, counter.Server{Host: c.host, Open: func(ctx context.Context) (n counter.Numbers,
			err error) {
			c.open.Close()
			if c.open, err = o.OpenCounters(ctx, &c.CounterFlags, true); err != nil {
				return nil, err
			}
			return c.open.Numbers(ctx, tickets)
		}})
	}
	t := counter.NewTickets(servers, o.Clock.Now, o.Warn)
	var begun time.Time
	for w.left > 0 {
		n, err := within(ctx, patience, t.Next)
		if err == nil {
			w.add(gen.FromUint64(n))
			if now := time.Now(); begun.IsZero() {
				begun = now
			}
		}
		if full := err != nil || w.left == 0 || len(w.ids) == batch || time.Since(begun) >= noteAfter; full {
			if e := t.Note(ctx); e != nil {
				w.ids = w.ids[:0] // not noted: not written
				return cmp.Or(err, e)
			}
			begun = time.Time{}
			err = cmp.Or(err, w.flush())
		}
		if err != nil {
			return err
		}
	}
	return nil
}
