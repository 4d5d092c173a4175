package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

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

func (f *counterFlags) add(flags *cli.Flags) {
	flags.Text("key", &f.Key)
	flags.Var("step", cli.CountFlag(&f.Step))
	flags.Var("offset", cli.CountFlag(&f.Offset))
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
	flags.Var("order", &f.Order)
	f.Digits = 6
	flags.Var("digits", cli.CountFlag(&f.Digits))
	f.zone.Add(flags)
}

// patience is how long a call waits for a store.
const patience = 30 * time.Second

// counted is the call of a scheme that a counter numbers.
func (o *genOptions) counted(s *gen.Scheme, write gen.Write) (*genCall, error) {
	places, err := o.places(s)
	if err != nil {
		return nil, err
	}
	folder, err := o.state.Folder(o.App, s.Name)
	if err != nil {
		return nil, err
	}
	c := counter.Config{Kind: s.Name, Places: places, Asked: o.counter.Order.Value == "asked", Ahead: o.count > 1,
		Zone: o.counter.zone.Zone, Digits: int(o.counter.Digits), Dated: scheme.DateSeq, Folder: folder, Now: o.Clock.Now,
		Warn: o.Warn, Open: o.openCounter}
	first := places[0].Store
	segments := s.Name == "segment" && !c.Asked
	for _, p := range places {
		switch {
		case o.Linked(p.Store), s.Name == "date-seq", c.Asked:
		case segments && o.count <= counter.MostStep: // one look at what this host has
			c.Open = nil
		default:
			if _, err := o.StoreDriver(p.Store); err != nil { // it does not return where another program goes on
				return nil, err
			}
		}
	}
	from, err := counter.NewSource(c)
	if err != nil {
		return nil, cli.Refused("%w", err)
	}
	ids := &counter.IDs{Source: from, Total: o.count, Limit: patience, Elsewhere: func() error {
		_, err := o.StoreDriver(first)
		return err
	}}
	return &genCall{count: o.count, processors: 1, explain: cli.CounterFailure, from: gen.Texts(s, ids, write)}, nil
}

// openCounter opens the store of a counter.
func (o *genOptions) openCounter(ctx context.Context, p counter.Place, statements bool) (counter.Opened, error) {
	d, err := o.StoreDriver(p.Store)
	if err != nil {
		return counter.Opened{}, err
	}
	return counter.Open(ctx, d, p, statements)
}

// places reads the flags, and finds those that mean nothing for a counter.
func (o *genOptions) places(s *gen.Scheme) ([]counter.Place, error) {
	urls, err := o.store.URLs(o.App)
	if err == nil {
		err = o.counter.Complete(s, urls)
	}
	if err != nil {
		return nil, err
	}
	var list []counter.Place
	for _, text := range urls {
		u, err := cli.StoreURL(text)
		if err != nil {
			return nil, err
		}
		in := o.counter.In(u, &o.store)
		one := in.Place()
		if slices.ContainsFunc(list, func(o counter.Place) bool { return o.ID(s.Name) == one.ID(s.Name) }) {
			return nil, cli.Usage("--store %s is given twice; give each server once", one.ID(s.Name).Store)
		}
		list = append(list, one)
	}
	return list, nil
}
