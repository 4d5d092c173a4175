package cmd

import (
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
	"idscope/gen/worker"
)

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
		Use:               "leave",
		Args:              cli.NoArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(c *cobra.Command, _ []string) error { return o.leave(c) },
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
	clock, _, err := o.Present()
	if err != nil {
		return nil, err
	}
	field := m.grant.Field
	if field == "" {
		if field, err = m.store.Field(s); err != nil {
			return nil, err
		}
	}
	m.h, err = m.store.Kept(s, f, m.file, field, clock)
	return s, err
}

func newWorkerJoin(a *cli.App) *cobra.Command {
	o := &memberOptions{changeOptions: changeOptions{workerOptions: workerOptions{App: a}}}
	c := &cobra.Command{
		Use:               "join <scheme>",
		ValidArgsFunction: a.CompleteGenerated,
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
		return cli.Negative("this host knows no other group %s of %s than that in the store", o.chosen.Group, o.scheme.Name)
	}
	text := fmt.Sprintf("joined group %s of %s", o.chosen.Group, o.scheme.Name)
	did := change{Scheme: o.scheme.Name, Change: "joined"}
	if o.scheme.Timed() {
		did.Above = quantity.FormatTime(o.group.Config.Time(m.Begin).UTC())
		text += ": what is granted from now on begins after " + did.Above
	}
	return o.tell(text, did)
}
