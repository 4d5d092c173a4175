package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	"idscope/gen"
	"idscope/gen/lease"
	"idscope/gen/quantity"
	"idscope/gen/store"
)

// changeOptions are what release, reserve and fence have in common.
type changeOptions struct {
	workerOptions
	chosen *cli.Store
	open   store.Store
	scheme *gen.Scheme // nil for all
	named  string      // the scheme as the user named it
	group  *lease.Group
}

// change is what a call changed, for programs.
type change struct {
	Schema int    `json:"schema"`
	Group  string `json:"group"`
	Scheme string `json:"scheme"`
	Change string `json:"change"`              // released, evicted, reserved, returned, fenced, left or joined
	Worker string `json:"worker,omitempty"`    // a number or a range; none is all
	Above  string `json:"above,omitempty"`     // ids of the next owner are later
	From   string `json:"from,omitempty"`      // sequences of a layout without time begin here
	Free   string `json:"free_from,omitempty"` // when another host can acquire the number; none is at once
}

// tell prints what was changed, as text or as one line of JSON.
func (o *changeOptions) tell(text string, did change) error {
	if o.json {
		did.Schema, did.Group = 1, o.chosen.Group
		return o.PrintJSON(did)
	}
	return o.Print(text + "\n")
}

func (o *changeOptions) flags(f *cli.Flags) {
	f.Switch("json", &o.json)
	o.custom.Add(f)
	o.store.AddGroup(f)
}

func newWorkerRelease(a *cli.App) *cobra.Command {
	o := &changeOptions{workerOptions: workerOptions{App: a}}
	c := &cobra.Command{
		Use:               "release <scheme>",
		ValidArgsFunction: a.CompleteGenerated,
		Args:              cli.OneScheme("idscope worker list --store URL shows those that hosts lease"),
		RunE: func(c *cobra.Command, args []string) error {
			return o.in(c, args[0], o.release)
		},
	}
	f := a.Flags(c, "worker release")
	o.flags(f)
	o.state.Add(f)
	f.Var("worker", cli.OptionalFlag(&o.worker, cli.ParseWorker))
	return c
}

func (o *changeOptions) release(ctx context.Context) error {
	h, err := o.holder(o.scheme, o.group.Config.Field)
	if err != nil {
		return err
	}
	defer h.Close()
	g, err := h.Grant()
	if err != nil {
		return err
	}
	held := g.State == lease.Held
	switch {
	case held && (o.worker == nil || *o.worker == g.Worker):
		if err := h.Release(ctx); err != nil {
			return err
		}
		return o.tell(fmt.Sprintf("gave number %d of %s back", g.Worker, o.scheme.Name),
			change{Scheme: o.scheme.Name, Change: "released", Worker: strconv.FormatUint(g.Worker, 10)})
	case o.worker == nil:
		return cli.Negative("this host leases no number of %s in group %s", o.scheme.Name, o.chosen.Group).
			Hinted("--worker N takes one from its owner; idscope worker list --store URL shows them")
	}
	n, err := o.group.Evict(ctx, *o.worker)
	if err != nil {
		return err
	}
	m, err := o.group.Meta(ctx)
	if err != nil {
		return err
	}
	_, now, err := o.Present()
	if err != nil {
		return err
	}
	text := fmt.Sprintf("number %d of %s is free", n.Worker, o.scheme.Name)
	did := change{Scheme: o.scheme.Name, Change: "evicted", Worker: strconv.FormatUint(n.Worker, 10),
		Free: show.FreeFrom(&o.group.Config, &m, &n.Register, now)}
	if did.Free != "" {
		text += " from " + did.Free
	}
	if o.scheme.Timed() {
		did.Above = quantity.FormatTime(o.group.Config.Time(n.High).UTC())
		text += ", above what was granted: " + did.Above
	}
	return o.tell(text, did)
}

type reserveOptions struct {
	changeOptions
	note string
	undo bool
}

func newWorkerReserve(a *cli.App) *cobra.Command {
	o := &reserveOptions{changeOptions: changeOptions{workerOptions: workerOptions{App: a}}}
	c := &cobra.Command{
		Use:               "reserve <scheme> <N|N-M>",
		ValidArgsFunction: a.CompleteGenerated,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return cli.Usage("reserve takes a scheme and a number or range, got %d arguments; use as in: "+
					"idscope worker reserve snowflake 0-15 --note TEXT", len(args))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if (o.note == "") != o.undo {
				return cli.Usage("reserve wants either --note TEXT, which says for whom, or --undo")
			}
			r, err := cli.ParseWorkers(args[1])
			if err != nil {
				return err
			}
			o.worker = &r.Last
			return o.in(c, args[0], func(ctx context.Context) error { return o.reserve(ctx, r) })
		},
	}
	f := a.Flags(c, "worker reserve")
	o.flags(f)
	o.store.AddCreate(f)
	f.Text("note", &o.note)
	f.Switch("undo", &o.undo)
	return c
}

func (o *reserveOptions) reserve(ctx context.Context, r lease.Range) error {
	if o.chosen.Creates() {
		if _, err := o.group.Make(ctx); err != nil {
			return err
		}
	}
	set := func(n uint64) (lease.Number, error) { return o.group.Reserve(ctx, n, o.note) }
	text, did := "reserved", "reserved"
	if o.undo {
		set = func(n uint64) (lease.Number, error) { return o.group.Unreserve(ctx, n) }
		text, did = "returned to the choice", "returned"
	}
	for n := range (lease.Ranges{r}).All {
		if _, err := set(n); err != nil {
			if n > r.First {
				o.Warn(fmt.Sprintf("%s before the error: %s of %s", text, lease.Range{First: r.First, Last: n - 1},
					o.scheme.Name))
			}
			return err
		}
	}
	return o.tell(fmt.Sprintf("%s: %s of %s", text, r, o.scheme.Name),
		change{Scheme: o.scheme.Name, Change: did, Worker: r.String()})
}

type fenceOptions struct {
	changeOptions
	from *uint64
}

// parseSequence reads a number that a sequence can begin at.
func parseSequence(text string) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n == 0 {
		return 0, cli.Usage("%q is not a sequence number: use a whole number from 1", text)
	}
	return n, nil
}

func newWorkerFence(a *cli.App) *cobra.Command {
	o := &fenceOptions{changeOptions: changeOptions{workerOptions: workerOptions{App: a}}}
	c := &cobra.Command{
		Use:               "fence [scheme]",
		ValidArgsFunction: a.CompleteGenerated,
		Args:              cli.AnyScheme,
		RunE: func(c *cobra.Command, args []string) error {
			return o.in(c, strings.Join(args, ""), o.fence)
		},
	}
	f := a.Flags(c, "worker fence")
	o.flags(f)
	o.store.AddLongest(f)
	o.state.Add(f)
	f.Var("from", cli.OptionalFlag(&o.from, parseSequence))
	return c
}

func (o *fenceOptions) fence(ctx context.Context) error {
	if o.scheme != nil {
		return o.fenceOne(ctx, o.scheme, o.group)
	}
	switch {
	case o.custom != (cli.LayoutFlags{}):
		return cli.Usage("--layout, --epoch and --tick are of one scheme; use its name")
	case o.from != nil:
		return cli.Usage("--from is of one scheme: give its name")
	}
	_, now, err := o.Present()
	if err != nil {
		return err
	}
	layouts, err := lease.Layouts(ctx, o.open, o.chosen.Group, now)
	if err != nil {
		return err
	}
	if len(layouts) == 0 {
		names, err := lease.Groups(ctx, o.open)
		if err != nil {
			return err
		}
		has := cmp.Or(strings.Join(names, ", "), "no other group either")
		return cli.Negative("group %s has nothing in the store, which has %s", o.chosen.Group, has).
			Hinted("if the store lost it: idscope worker fence SCHEME --create --store %s --group %s",
				cli.ShellWord(o.chosen.Shown()), o.chosen.Group)
	}
	var left error
	for _, l := range layouts {
		s := o.schemeOf(&l)
		if s == nil {
			name := l.Meta.Scheme
			if name == "" {
				name = "its scheme, which the store lost"
			}
			left = errors.Join(left, fmt.Errorf("layout %s was not fenced: it does not go by a name; use %s as an argument, "+
				"with its --layout", l.Key, name))
			continue
		}
		g, err := o.chosen.GroupOf(ctx, o.open, s)
		if err == nil {
			err = o.fenceOne(ctx, s, g)
		}
		left = errors.Join(left, err)
	}
	return left
}

// fenceOne fences the numbers of a scheme.
func (o *fenceOptions) fenceOne(ctx context.Context, s *gen.Scheme, g *lease.Group) error {
	from := uint64(0)
	if o.from != nil {
		from = *o.from
	}
	if from > 0 && s.Timed() {
		return cli.Usage("%s carries a time, which its numbers begin after: remove --from", s.Name)
	}
	h, err := o.holder(s, g.Config.Field)
	if err != nil {
		return err
	}
	defer h.Close()
	until, err := h.Fence(ctx, g, from)
	if err != nil {
		return err
	}
	if !s.Timed() {
		return o.tell(fmt.Sprintf("fenced %s: all its sequences begin at %d or above", s.Name, from),
			change{Scheme: s.Name, Change: "fenced", From: strconv.FormatUint(from, 10)})
	}
	return o.tell(fmt.Sprintf("fenced %s: all its numbers begin after %s", s.Name, quantity.FormatTime(until.UTC())),
		change{Scheme: s.Name, Change: "fenced", Above: quantity.FormatTime(until.UTC())})
}
