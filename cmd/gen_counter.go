package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/gen/counter"
	"idscope/gen/scheme"
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
		{Name: "asked", Help: "the store is asked each time: the numbers of a call are above those of all calls before"},
	}}
	f.Order.Accept = func(text string) error {
		if text == "strict" {
			return errors.New(`"strict" is gone; use --order asked, or the sequence of a group: idscope serve --cluster`)
		}
		return fmt.Errorf("%q is unknown; use trend or asked", text)
	}
	f.Order.Add(flags, "order", "", "what increases (segment)")
	f.Digits = 6
	flags.Var(cli.CountFlag(&f.Digits), "digits", "of the number behind the date, 4 to 15 (date-seq)")
	f.zone.Add(c, "the `ZONE` whose days are counted (date-seq)")
}

// patience is how long a call waits for a store.
const patience = 30 * time.Second

// counted is the call of a scheme that a counter numbers.
func (o *genOptions) counted(ctx context.Context, s *gen.Scheme, write gen.Write) (*genCall, error) {
	list, err := o.countedStores(s)
	if err != nil {
		return nil, err
	}
	folder, err := o.state.Folder(o.App, s.Name)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if list[i].host, err = list[i].HostOf(folder, s.Name); err != nil {
			return nil, cli.Refused("%w", err)
		}
	}
	call := &genCall{count: o.count, processors: 1, explain: cli.CounterFailure}
	var from gen.IDs
	switch {
	case s.Name == "segment" && o.counter.Order.Value == "asked":
		from = o.ordered(&list[0])
	case s.Name == "segment":
		from, err = o.segments(&list[0])
	case s.Name == "date-seq":
		from = o.dates(&list[0])
	default:
		from, err = o.tickets(list, s.Name == "ticket")
	}
	call.from = gen.Texts(s, from, write)
	return call, err
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

// segments are the numbers of segments.
func (o *genOptions) segments(c *countedStore) (gen.IDs, error) {
	if !o.Linked(c.Store) && o.count > counter.MostStep { // more than one look at what this host has
		_, err := o.StoreDriver(c.Store)
		return nil, err
	}
	opts := counter.SegmentsOptions{Host: c.host, Step: c.Step, Warn: o.Warn, Now: o.Clock.Now, Ahead: o.count > 1}
	if o.Linked(c.Store) {
		opts.Open = func(ctx context.Context) (a counter.Allocator, err error) {
			if c.open, err = o.OpenCounters(ctx, &c.CounterFlags, true); err != nil {
				return nil, err
			}
			return c.open.Allocator(ctx)
		}
	}
	segments := counter.NewSegments(opts)
	return &counter.Feed{Total: o.count, Limit: patience, End: func() { segments.Close(); c.open.Close() },
		Take: func(ctx context.Context, n uint64) (counter.Block, func(uint64) gen.ID, error) {
			b, err := segments.Take(ctx, min(n, counter.MostStep))
			if errors.Is(err, counter.ErrNotHere) { // of the first look, which takes all or none
				_, err = o.StoreDriver(c.Store) // it does not return where another program goes on
			}
			return b, counter.Plain, err
		}}, nil
}

// opened has a counter opened before the first of its numbers is taken.
func (o *genOptions) opened(c *countedStore, statements bool, open func(context.Context) error) func(context.Context) error {
	begun := false
	return func(ctx context.Context) (err error) {
		if begun {
			return nil
		}
		if c.open, err = o.OpenCounters(ctx, &c.CounterFlags, statements); err == nil {
			begun = true
			err = open(ctx)
		}
		return err
	}
}

// ordered are numbers for which the store is asked each time.
func (o *genOptions) ordered(c *countedStore) gen.IDs {
	numbers := counter.Ordered{Host: c.host}
	open := o.opened(c, true, func(ctx context.Context) (err error) {
		numbers.Allocator, err = c.open.Allocator(ctx)
		return err
	})
	return &counter.Feed{Total: o.count, Limit: patience, End: c.open.Close,
		Take: func(ctx context.Context, n uint64) (b counter.Block, id func(uint64) gen.ID, err error) {
			if err = open(ctx); err == nil {
				b, err = numbers.Take(ctx, n)
			}
			return b, counter.Plain, err
		}}
}

// dates are the numbers of days.
func (o *genOptions) dates(c *countedStore) gen.IDs {
	digits := int(o.counter.Digits)
	numbers := counter.DateNumbers{Host: c.host, Zone: o.counter.zone.Zone, Digits: digits, Now: o.Clock.Now}
	open := o.opened(c, false, func(context.Context) error {
		numbers.Dates = c.open.Dates(o.Clock.Now)
		return nil
	})
	return &counter.Feed{Total: o.count, Limit: patience, End: c.open.Close,
		Take: func(ctx context.Context, n uint64) (counter.Block, func(uint64) gen.ID, error) {
			if err := open(ctx); err != nil {
				return counter.Block{}, nil, err
			}
			d, err := numbers.Take(ctx, n)
			return d.Block, func(n uint64) gen.ID { return scheme.DateSeq(digits, d.Date, n) }, err
		}}
}

// tickets are the numbers of tables, of several servers in turn.
func (o *genOptions) tickets(list []countedStore, tickets bool) (gen.IDs, error) {
	var servers []counter.Server
	for i := range list {
		c := &list[i]
		if _, err := o.StoreDriver(c.Store); err != nil {
			return nil, err
		}
		servers = append(servers, counter.Server{Host: c.host, Open: func(ctx context.Context) (n counter.Numbers,
			err error) {
			c.open.Close()
			if c.open, err = o.OpenCounters(ctx, &c.CounterFlags, true); err != nil {
				return nil, err
			}
			return c.open.Numbers(ctx, tickets)
		}})
	}
	return &counter.TicketFeed{Tickets: counter.NewTickets(servers, o.Clock.Now, o.Warn), Limit: patience, End: func() {
		for i := range list {
			list[i].open.Close()
		}
	}}, nil
}
