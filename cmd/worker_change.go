package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen"
	"idscope/gen/lease"
	"idscope/gen/quantity"
	"idscope/gen/store"
	"idscope/gen/worker"
)

// changeTime is how long a change may take.
const changeTime = time.Minute

// stored is what a call changes in a store: the numbers of a scheme, or of all.
type stored struct {
	*workerOptions
	chosen *cli.Store
	open   store.Store
	scheme *gen.Scheme // nil for all
	folder worker.Folder
	group  *lease.Group
}

// in runs what changes the store; of the arguments the first is the scheme.
func (o *workerOptions) in(ctx context.Context, verb string, args []string,
	run func(*stored, context.Context) error) (err error) {
	ctx, cancel := context.WithTimeout(ctx, changeTime)
	defer cancel()
	in, named := &stored{workerOptions: o}, ""
	if len(args) > 0 {
		if in.scheme, err = o.Scheme(args[0], o.custom); err != nil {
			return err
		}
		named = o.custom.Named(args[0])
		if !cli.Leasable(in.scheme) {
			return cli.Usage("%s leases nothing; use a scheme with a worker number or a data field that names the node",
				in.scheme.Name)
		}
	}
	in.folder, err = o.state.Folder(o.App, named)
	if err != nil && (verb != "reserve" || o.store.Create && in.folder.State != "") { // which does without
		return err
	}
	if in.chosen, in.open, err = o.store.Connect(ctx, o.App, "idscope worker "+verb, in.scheme, in.folder); err != nil {
		return err
	}
	defer in.open.Close()
	if in.scheme != nil {
		if in.group, err = in.chosen.GroupOf(ctx, in.open, in.scheme, in.folder); err != nil {
			return err
		}
		if top := in.group.Config.Top; o.worker != nil && *o.worker > top {
			return gen.OutOfRange(in.scheme.Name, in.group.Config.Field, gen.ID{Lo: *o.worker}, gen.ID{Lo: top})
		}
	}
	return run(in, ctx)
}

// holders are this host's sides of the lease, one for each grant that it keeps of the group; of none, the one of
// calls that name no number.
func (o *stored) holders(s *gen.Scheme, field string) (list []*lease.Lease, err error) {
	grants, err := o.chosen.Grants(s, o.folder)
	if err != nil {
		return nil, err
	}
	if len(grants) == 0 {
		grants = []cli.Granted{{}}
	}
	for _, g := range grants {
		of := cli.Leased{Field: cmp.Or(lease.FieldIn(s.Layout, g.Field, g.Layout), field), Lead: s.Lead(), Kept: g.File}
		h, err := o.chosen.LeaseOf(s, o.folder, of, o.Present())
		if err != nil {
			return nil, err
		}
		list = append(list, h)
	}
	return list, nil
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

// tell prints what was changed in a group, as text or as one line of JSON.
func (o *workerOptions) tell(group, text string, did change) error {
	did.Schema, did.Group = 1, group
	return o.Answer([]change{did}, func(*screen.Pen) string { return text + "\n" })
}

func (o *workerOptions) release(ctx context.Context, args []string) error {
	return o.in(ctx, "release", args, (*stored).release)
}

func (o *stored) release(ctx context.Context) error {
	list, err := o.holders(o.scheme, o.group.Config.Field)
	if err != nil {
		return err
	}
	m, err := o.group.Meta(ctx)
	if err != nil && !errors.Is(err, lease.ErrNoGroup) {
		return err
	}
	var held []*lease.Lease
	var away *lease.Lease // which has the number, or any, of another store
	var numbers []string
	host := make([]lease.Grant, len(list))
	for i, h := range list {
		if host[i], err = h.Grant(); err != nil {
			return err
		}
	}
	for i, h := range list {
		switch g, n := &host[i], strconv.FormatUint(host[i].Worker, 10); {
		case g.State == lease.Void || o.worker != nil && *o.worker != g.Worker:
		case g.Elsewhere(o.chosen.Shown(), m.ID, host):
			away = h
		default:
			held = append(held, h)
			if !slices.Contains(numbers, n) {
				numbers = append(numbers, n)
			}
		}
	}
	switch {
	case len(numbers) > 1: // without --worker
		return cli.Usage("this host leases several numbers of %s in group %s, %s; use --worker, one of them",
			o.scheme.Name, o.chosen.Group, strings.Join(numbers, ", "))
	case len(held) > 0:
		for _, h := range held {
			if err := cmp.Or(h.Release(ctx), h.Close()); err != nil {
				return err
			}
		}
		return o.tell(o.chosen.Group, fmt.Sprintf("gave number %s of %s back", numbers[0], o.scheme.Name),
			change{Scheme: o.scheme.Name, Change: "released", Worker: numbers[0]})
	case away != nil:
		return away.Release(ctx) // which says that it is of another store
	case o.worker == nil:
		return cli.Negative("this host leases no number of %s in group %s", o.scheme.Name, o.chosen.Group).
			Hinted("--worker N takes one from its owner; idscope worker list --store URL shows them")
	}
	n, err := o.group.Evict(ctx, *o.worker)
	if err != nil {
		return err
	}
	if m, err = o.group.Meta(ctx); err != nil {
		return err
	}
	text := fmt.Sprintf("number %d of %s is free", n.Worker, o.scheme.Name)
	did := change{Scheme: o.scheme.Name, Change: "evicted", Worker: strconv.FormatUint(n.Worker, 10),
		Free: freeFrom(&o.group.Config, &m, &n.Register, o.Now())}
	if did.Free != "" {
		text += " from " + did.Free
	}
	if o.scheme.Timed() {
		did.Above = quantity.FormatTime(o.group.Config.Time(max(n.High, m.Begin)).UTC())
		text += ", above what was granted: " + did.Above
	}
	return o.tell(o.chosen.Group, text, did)
}

func schemeAndRange(_ *cobra.Command, args []string) error {
	if len(args) != 2 {
		return cli.Usage("reserve takes a scheme and a number or range, got %d arguments; use as in: "+
			"idscope worker reserve snowflake 0-15 --note TEXT", len(args))
	}
	return nil
}

func (o *workerOptions) reserve(ctx context.Context, args []string) error {
	if (o.note == "") != o.undo {
		return cli.Usage("reserve needs --note TEXT, which says for whom, or --undo")
	}
	r, err := parseRange(args[1])
	if err != nil {
		return err
	}
	o.worker = &r.Last
	return o.in(ctx, "reserve", args, func(in *stored, ctx context.Context) error { return in.reserve(ctx, r) })
}

// mostWorkers is how many numbers a range may have: each is a swap or two in a store.
const mostWorkers = 4096

// parseRange reads N or N-M.
func parseRange(text string) (r lease.Range, err error) {
	from, to, two := strings.Cut(text, "-")
	if r.First, err = cli.ParseWorker(from); err == nil && two {
		r.Last, err = cli.ParseWorker(to)
	} else {
		r.Last = r.First
	}
	if err != nil || r.Last < r.First || r.Last-r.First >= mostWorkers {
		return r, cli.Usage("%q is not a number or a range of at most %d; use such as 7 or 0-15", text, mostWorkers)
	}
	return r, nil
}

func (o *stored) reserve(ctx context.Context, r lease.Range) error {
	if o.store.Create {
		if err := o.chosen.Make(ctx, o.group, o.scheme, o.folder); err != nil {
			return err
		}
	}
	set := func(n uint64) (lease.Number, error) { return o.group.Reserve(ctx, n, o.note) }
	text, did := "reserved", "reserved"
	if o.undo {
		set = func(n uint64) (lease.Number, error) { return o.group.Unreserve(ctx, n) }
		text, did = "returned to the choice", "returned"
	}
	high := uint64(0)
	for n := range (lease.Ranges{r}).All {
		x, err := set(n)
		if err != nil {
			if n > r.First {
				o.Warn(fmt.Sprintf("%s before the error: %s of %s", text, lease.Range{First: r.First, Last: n - 1},
					o.scheme.Name))
			}
			return err
		}
		high = max(high, x.High)
	}
	text = fmt.Sprintf("%s: %s of %s", text, r, o.scheme.Name)
	change := change{Scheme: o.scheme.Name, Change: did, Worker: r.String()}
	switch above := o.group.Config.Time(high); { // the last owner's
	case o.undo:
	case o.scheme.Timed() && above.After(o.Now()):
		change.Above = quantity.FormatTime(above.UTC())
		text += ", for ids above what was granted: " + change.Above
	case !o.scheme.Timed() && high > 0:
		change.From = strconv.FormatUint(high+1, 10)
		text += ", for sequence numbers above what was granted: from " + change.From
	}
	return o.tell(o.chosen.Group, text, change)
}

// parseSequence reads a number that a sequence can begin at.
func parseSequence(text string) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n == 0 {
		return 0, cli.Usage("%q is not a sequence number: use a whole number from 1", text)
	}
	return n, nil
}

func (o *workerOptions) fence(ctx context.Context, args []string) error {
	return o.in(ctx, "fence", args, (*stored).fence)
}

func (o *stored) fence(ctx context.Context) error {
	if o.scheme != nil {
		return o.fenceOne(ctx, o.scheme, o.group)
	}
	switch {
	case o.custom != (cli.LayoutFlags{}):
		return cli.Usage("--layout, --epoch and --tick are of one scheme; use its name")
	case o.from != nil:
		return cli.Usage("--from is of one scheme: give its name")
	case o.store.Field != "":
		return cli.Usage("--lease-field is of one scheme: give its name")
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
			Hinted("if the store lost it: %s", o.chosen.Again(o.folder))
	}
	var left error
	for _, l := range layouts {
		s := o.schemeBy(l.Meta.Scheme, l.Key)
		if s == nil {
			left = errors.Join(left, fmt.Errorf("layout %s was not fenced: it does not go by a name; use %s as an "+
				"argument, with --layout, --epoch or --tick where its own differ: %s", l.Key,
				cmp.Or(l.Meta.Scheme, "its scheme"), cmp.Or(l.Meta.Layout, "the store lost it")))
			continue
		}
		g, err := o.chosen.GroupOf(ctx, o.open, s, o.folder)
		if err == nil {
			err = o.fenceOne(ctx, s, g)
		}
		left = errors.Join(left, err)
	}
	return left
}

// fenceOne fences the numbers of a scheme.
func (o *stored) fenceOne(ctx context.Context, s *gen.Scheme, g *lease.Group) error {
	from := uint64(0)
	if o.from != nil {
		from = *o.from
	}
	if from > 0 && s.Timed() {
		return cli.Usage("%s carries a time, which its numbers begin after: remove --from", s.Name)
	}
	list, err := o.holders(s, g.Config.Field)
	if err != nil {
		return err
	}
	m, err := list[0].Fence(ctx, g, from, list[1:]...)
	for _, h := range list {
		err = cmp.Or(err, h.Close())
	}
	if err != nil {
		return err
	}
	if !s.Timed() {
		begin := strconv.FormatUint(m.Begin+1, 10)
		return o.tell(o.chosen.Group, fmt.Sprintf("fenced %s: all its sequences begin at %s or above", s.Name, begin),
			change{Scheme: s.Name, Change: "fenced", From: begin})
	}
	above := quantity.FormatTime(g.Config.Time(m.Begin).UTC())
	return o.tell(o.chosen.Group, fmt.Sprintf("fenced %s: all its numbers begin after %s", s.Name, above),
		change{Scheme: s.Name, Change: "fenced", Above: above})
}

// member is a grant of the state directory.
type member struct {
	file  worker.GrantFile
	grant lease.Grant // empty where it cannot be read
	store *cli.Store
}

func (o *workerOptions) leave(ctx context.Context, _ []string) error {
	ctx, cancel := context.WithTimeout(ctx, changeTime)
	defer cancel()
	f, err := o.state.Folder(o.App, "")
	if err != nil {
		return err
	}
	list, err := o.members(f, o.given("store"))
	if err != nil {
		return err
	}
	for _, m := range list { // before anything is printed
		if !o.Linked(m.store.URL) {
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

func (o *workerOptions) leaveOne(ctx context.Context, f worker.Folder, m *member) error {
	s, h, err := o.holderOf(f, m)
	if err != nil {
		return err
	}
	defer h.Close()
	done, err := h.Leave(ctx, o.force)
	if err != nil {
		return err
	}
	text := fmt.Sprintf("left group %s of %s in %s", m.store.Group, s.Name, m.store.Shown())
	did := change{Scheme: s.Name, Change: "left"}
	if done.Grant.Epoch > 0 { // else it is gone by now
		did.Worker = strconv.FormatUint(done.Grant.Worker, 10)
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
	return o.tell(m.store.Group, text, did)
}

// members are the grants of the group in the state directory; with given, those of the
// store of the call alone.
func (o *workerOptions) members(f worker.Folder, given bool) ([]*member, error) {
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
	files, err := f.Grants("")
	if err != nil {
		return nil, err
	}
	var host []lease.Grant
	for _, file := range files {
		g, _ := lease.ReadGrant(file.Content)
		host = append(host, g)
	}
	var list []*member
	var others []string
	for i, file := range files {
		m := &member{file: file, grant: host[i], store: named}
		read := m.grant.Group != ""
		if read && (named == nil || m.grant.Elsewhere(named.Shown(), "", host)) { // else named may have a user
			if m.store, err = o.store.At(o.App, m.grant.From, group); err != nil {
				return nil, err
			}
		}
		switch ours := file.Named(group); {
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

// holderOf returns the holder of a grant, and its scheme.
func (o *workerOptions) holderOf(f worker.Folder, m *member) (*gen.Scheme, *lease.Lease, error) {
	s, text := o.schemeBy(m.file.Scheme, m.file.Key), m.file.Layout
	if m.grant.Field != "" && m.grant.Field != lease.WorkerField { // who used the bits first may call them otherwise
		s, text = nil, m.grant.Layout[strings.LastIndexByte(m.grant.Layout, ',')+1:]
	}
	if s == nil {
		l, err := gen.ParseLayout(text)
		if err != nil { // it may have fields of one source, which a text does not tell apart
			var named *gen.Scheme
			if named, err = o.Scheme(m.file.Scheme, cli.LayoutFlags{}); err == nil {
				l = named.Layout
			}
		}
		s = &gen.Scheme{Name: m.file.Scheme, Bits: gen.Bits{Layout: l, Epoch: m.file.Epoch, Tick: m.file.Tick,
			Fraction: m.file.Fraction}}
		if err != nil || worker.Key(s) != m.file.Key {
			return nil, nil, cli.Refused("the layout %s of %s is not understood", m.file.Key, m.file.Scheme)
		}
	}
	field := m.grant.Field
	for _, f := range s.Layout { // of one that cannot be read, any
		if field == "" && s.WorkerBits() == 0 && f.Source == gen.Data && f.Bits <= 64 {
			field = f.Name
		}
	}
	field = cmp.Or(field, lease.WorkerField)
	h, err := m.store.LeaseOf(s, f, cli.Leased{Field: field, Lead: s.Lead(), Kept: &m.file}, o.Present())
	return s, h, err
}

func (o *workerOptions) join(ctx context.Context, args []string) error {
	if !o.accept {
		return cli.Usage("join replaces the group that this host knows; confirm with --accept")
	}
	return o.in(ctx, "join", args, (*stored).join)
}

func (o *stored) join(ctx context.Context) error {
	list, err := o.holders(o.scheme, o.group.Config.Field)
	if err != nil {
		return err
	}
	joined := false
	var m lease.Meta
	for _, h := range list {
		var did bool
		m, did, err = h.Accept(ctx)
		if err = cmp.Or(err, h.Close()); err != nil {
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
	return o.tell(o.chosen.Group, text, did)
}
