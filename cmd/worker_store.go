package cmd

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	"idscope/gen"
	"idscope/gen/lease"
	"idscope/gen/worker"
)

// leases returns the numbers of a group in the chosen store: of a scheme, of all for nil.
func (o *workerOptions) leases(ctx context.Context, s *gen.Scheme) ([]show.Lease, error) {
	ctx, cancel := context.WithTimeout(ctx, cli.LookTime)
	defer cancel()
	chosen, open, err := o.store.Connect(ctx, o.App, "--group")
	if err != nil {
		return nil, err
	}
	defer open.Close()
	_, now, err := o.Present()
	if err != nil {
		return nil, err
	}
	layouts, err := lease.Layouts(ctx, open, chosen.Group, now)
	if err != nil {
		return nil, err
	}
	var list []show.Lease
	for _, l := range layouts {
		known := o.schemeOf(&l)
		if s != nil {
			if l.Key != worker.Key(s) {
				continue
			}
			known = s
		}
		list = append(list, show.Leases(chosen.Group, &l, known, now)...)
	}
	return list, nil
}

// schemeOf is the scheme of a layout, if it is one that goes by its name.
func (o *workerOptions) schemeOf(l *lease.Layout) *gen.Scheme {
	return o.schemeBy(l.Meta.Scheme, l.Key)
}

func (o *workerOptions) schemeBy(name, key string) *gen.Scheme {
	s, err := o.Scheme(name, cli.LayoutFlags{})
	if err != nil || worker.Key(s) != key {
		return nil
	}
	return s
}

// listLeases prints the numbers of all layouts.
func (o *workerOptions) listLeases(ctx context.Context) error {
	list, err := o.leases(ctx, nil)
	if err != nil {
		return err
	}
	if !o.json {
		return o.Print(show.LeaseTable(o.Pen(0), list))
	}
	return o.printLeases(list)
}

func (o *workerOptions) printLeases(list []show.Lease) error {
	for _, l := range list {
		if err := o.PrintJSON(l); err != nil {
			return err
		}
	}
	return nil
}

// showLeases prints the numbers of a scheme, or the chosen one, in full.
func (o *workerOptions) showLeases(ctx context.Context, s *gen.Scheme) error {
	list, err := o.leases(ctx, s)
	if err != nil {
		return err
	}
	what := s.Name
	if o.worker != nil {
		n := strconv.FormatUint(*o.worker, 10)
		what += " worker " + n
		list = slices.DeleteFunc(list, func(l show.Lease) bool { return l.Worker != n })
	}
	switch {
	case len(list) == 0:
		return cli.Negative("the store has nothing of %s", what).Hinted("idscope worker list --store URL shows what it has")
	case o.json:
		return o.printLeases(list)
	}
	cards := make([]string, len(list))
	for i := range list {
		cards[i] = show.LeaseCard(o.Pen(0), &list[i])
	}
	return o.Print(strings.Join(cards, "\n"))
}

// changeTime is how long a change may take.
const changeTime = time.Minute

// in runs what changes the numbers of a scheme in the store.
func (o *changeOptions) in(c *cobra.Command, name string, run func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(c.Context(), changeTime)
	defer cancel()
	var err error
	if name != "" {
		if o.scheme, err = o.Scheme(name, o.custom); err != nil {
			return err
		}
		o.named = o.custom.Named(name)
		if !cli.Leasable(o.scheme) {
			return cli.Usage("%s leases nothing; use a scheme with a worker number or a data field that names the node",
				o.scheme.Name)
		}
	}
	if o.chosen, o.open, err = o.store.Connect(ctx, o.App, c.CommandPath()); err != nil {
		return err
	}
	defer o.open.Close()
	if o.scheme != nil {
		if o.group, err = o.chosen.GroupOf(ctx, o.open, o.scheme); err != nil {
			return err
		}
		if top := o.group.Config.Top; o.worker != nil && *o.worker > top {
			return gen.OutOfRange(o.scheme.Name, o.group.Config.Field, gen.FromUint64(*o.worker), gen.FromUint64(top))
		}
	}
	return run(ctx)
}

// holder is this host's side of the lease.
func (o *changeOptions) holder(s *gen.Scheme, field string) (*lease.Lease, error) {
	f, err := o.state.Folder(o.App, o.named)
	if err != nil {
		return nil, err
	}
	clock, _, err := o.Present()
	if err != nil {
		return nil, err
	}
	return o.chosen.LeaseOf(s, f, cli.Leased{Field: field, Lead: s.Lead()}, clock)
}
