package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/gen/lease"
	"idscope/gen/quantity"
	"idscope/gen/store"
	"idscope/gen/worker"
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
		ValidArgsFunction: a.OneOf(cli.Generated),
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
	text := fmt.Sprintf("number %d of %s is free", n.Worker, o.scheme.Name)
	did := change{Scheme: o.scheme.Name, Change: "evicted", Worker: strconv.FormatUint(n.Worker, 10),
		Free: freeFrom(&o.group.Config, &m, &n.Register, o.Now())}
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
		ValidArgsFunction: a.OneOf(cli.Generated),
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
		ValidArgsFunction: a.OneOf(cli.Generated),
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
	layouts, err := lease.Layouts(ctx, o.open, o.chosen.Group, o.Now())
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
			left = errors.Join(left, fmt.Errorf(
				"layout %s was not fenced: it does not go by a name; use %s as an argument, "+
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

// memberOptions are those of commands that change to which group this host belongs.
type memberOptions struct {
	changeOptions
	accept, force bool
}

// member is a grant of the state directory.
type member struct {
	file  worker.GrantFile
	grant lease.Grant // without an ID where it cannot be read
	store *cli.Store
	h     *lease.Lease
}

func newWorkerLeave(a *cli.App) *cobra.Command {
	o := &memberOptions{changeOptions: changeOptions{workerOptions: workerOptions{App: a}}}
	c := &cobra.Command{
		Use:  "leave",
		RunE: func(c *cobra.Command, _ []string) error { return o.leave(c) },
	}
	f := a.Flags(c, "worker leave")
	f.Switch("json", &o.json)
	o.store.AddGroup(f)
	o.state.Add(f)
	f.Switch("force", &o.force)
	return c
}

func (o *memberOptions) leave(c *cobra.Command) error {
	ctx, cancel := context.WithTimeout(c.Context(), changeTime)
	defer cancel()
	f, err := o.state.Folder(o.App, "")
	if err != nil {
		return err
	}
	list, err := o.members(f, c.Flags().Changed("store"))
	if err != nil {
		return err
	}
	for _, m := range list { // before anything is printed
		if !m.store.Linked() {
			if err := m.store.RunFull(); !o.force {
				return err
			}
		}
	}
	var first error // the next call tells the next one
	for _, m := range list {
		if err := o.leaveOne(ctx, f, m); first == nil {
			first = err
		}
	}
	return first
}

func (o *memberOptions) leaveOne(ctx context.Context, f worker.Folder, m *member) error {
	s, err := o.holderOf(f, m)
	if err != nil {
		return err
	}
	defer m.h.Close()
	done, err := m.h.Leave(ctx, o.force)
	if err != nil {
		return err
	}
	text := fmt.Sprintf("left group %s of %s in %s", m.store.Group, s.Name, m.store.Shown())
	did := change{Scheme: s.Name, Change: "left"}
	if m.grant.Epoch > 0 {
		did.Worker = strconv.FormatUint(m.grant.Worker, 10)
		text += "; number " + did.Worker
		if done.Returned {
			text += " is given back"
		} else {
			text += " is not given back"
			if !done.Free.IsZero() {
				did.Free = quantity.FormatTime(done.Free.UTC())
				text += ", and free from " + did.Free
			}
		}
	}
	o.chosen = m.store
	return o.tell(text, did)
}

// members are the grants of the group in the state directory; with given, those of the
// store of the call alone.
func (o *memberOptions) members(f worker.Folder, given bool) ([]*member, error) {
	urls, err := o.store.URLs(o.App)
	if err != nil {
		return nil, err
	}
	group, err := o.store.GroupName(o.App)
	if err != nil {
		return nil, err
	}
	var named *cli.Store // by the call
	if len(urls) > 0 {
		if named, err = o.store.At(o.App, urls[0], group); err != nil {
			return nil, err
		}
	}
	files, err := f.Grants()
	if err != nil {
		return nil, err
	}
	var list []*member
	var others []string
	for _, file := range files {
		m := &member{file: file, store: named}
		m.grant, err = lease.ReadGrant(file.Content)
		read := err == nil
		if read && (named == nil || named.Shown() != m.grant.From) { // else named may have a user and options
			if m.store, err = o.store.At(o.App, m.grant.From, group); err != nil {
				return nil, err
			}
		}
		switch ours := read && m.grant.Group == group || !read && file.Named(group); {
		case ours && (!given || m.store == named):
			if m.store == nil {
				return nil, cli.Usage("the grant of %s cannot be read; give --store", file.Scheme)
			}
			list = append(list, m)
		case read:
			other := fmt.Sprintf("group %s of %s in %s", m.grant.Group, file.Scheme, m.grant.From)
			if !slices.Contains(others, other) { // one of --worker is a grant of its own
				others = append(others, other)
			}
		}
	}
	if len(list) > 0 {
		return list, nil
	}
	where := "group " + group
	if given {
		where += " in " + named.Shown()
	}
	has := "no lease"
	if len(others) > 0 {
		has = strings.Join(others, ", ")
	}
	return nil, cli.Negative("this state directory does not belong to %s; it has %s", where, has)
}

// holderOf gives a grant its holder, and returns its scheme.
func (o *memberOptions) holderOf(f worker.Folder, m *member) (*gen.Scheme, error) {
	s := o.schemeBy(m.file.Scheme, m.file.Key)
	if s == nil {
		l, err := gen.ParseLayout(m.file.Layout)
		s = &gen.Scheme{Name: m.file.Scheme, Bits: gen.Bits{Layout: l, Epoch: m.file.Epoch, Tick: m.file.Tick,
			Fraction: m.file.Fraction}}
		if err != nil || worker.Key(s) != m.file.Key {
			return nil, cli.Refused("the layout %s of %s is not understood", m.file.Key, m.file.Scheme)
		}
	}
	var err error
	field := m.grant.Field
	if field == "" {
		if field, err = m.store.Field(s); err != nil {
			return nil, err
		}
	}
	m.h, err = m.store.Kept(s, f, m.file, field, o.Present())
	return s, err
}

func newWorkerJoin(a *cli.App) *cobra.Command {
	o := &memberOptions{changeOptions: changeOptions{workerOptions: workerOptions{App: a}}}
	c := &cobra.Command{
		Use:               "join <scheme>",
		ValidArgsFunction: a.OneOf(cli.Generated),
		Args:              cli.OneScheme("idscope worker list --store URL shows those that hosts lease"),
		RunE: func(c *cobra.Command, args []string) error {
			if !o.accept {
				return cli.Usage("join replaces the group that this host knows; confirm with --accept")
			}
			return o.in(c, args[0], o.join)
		},
	}
	f := a.Flags(c, "worker join")
	o.flags(f)
	o.state.Add(f)
	f.Switch("accept", &o.accept)
	return c
}

func (o *memberOptions) join(ctx context.Context) error {
	f, err := o.state.Folder(o.App, o.named)
	if err != nil {
		return err
	}
	files, err := f.Grants()
	if err != nil {
		return err
	}
	key, joined := worker.Key(o.scheme), false
	var m lease.Meta
	for _, file := range files {
		g, err := lease.ReadGrant(file.Content)
		if err != nil || file.Key != key || g.Group != o.chosen.Group {
			continue
		}
		one := &member{file: file, grant: g, store: o.chosen}
		if one.h, err = o.chosen.Kept(o.scheme, f, file, g.Field, o.group.Clock); err != nil {
			return err
		}
		var did bool
		m, did, err = one.h.Accept(ctx)
		if err = errors.Join(err, one.h.Close()); err != nil {
			return err
		}
		joined = joined || did
	}
	if !joined {
		return cli.Negative("this host knows no other group %s of %s than that in the store", o.chosen.Group,
			o.scheme.Name)
	}
	text := fmt.Sprintf("joined group %s of %s", o.chosen.Group, o.scheme.Name)
	did := change{Scheme: o.scheme.Name, Change: "joined"}
	if o.scheme.Timed() {
		did.Above = quantity.FormatTime(o.group.Config.Time(m.Begin).UTC())
		text += ": what is granted from now on begins after " + did.Above
	}
	return o.tell(text, did)
}
