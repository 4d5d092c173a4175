package cmd

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen"
	"idscope/gen/lease"
	"idscope/gen/quantity"
	"idscope/gen/worker"
	"idscope/inspect"
)

// leases returns the numbers of a group in the chosen store: of a scheme, of all for nil.
func (o *workerOptions) leases(ctx context.Context, s *gen.Scheme) ([]leaseRow, error) {
	ctx, cancel := context.WithTimeout(ctx, cli.LookTime)
	defer cancel()
	folder, _ := o.state.Folder(o.App, "") // for hints
	chosen, open, err := o.store.Connect(ctx, o.App, "--group", s, folder)
	if err != nil {
		return nil, err
	}
	defer open.Close()
	now := o.Now()
	layouts, err := lease.Layouts(ctx, open, chosen.Group, now)
	if err != nil {
		return nil, err
	}
	var list []leaseRow
	for _, l := range layouts {
		known := o.schemeBy(l.Meta.Scheme, l.Key)
		if s != nil {
			if l.Key != worker.Key(s) {
				continue
			}
			known = s
		}
		list = append(list, leaseRows(chosen.Group, &l, known, now)...)
	}
	return list, nil
}

// schemeBy is the scheme of a name, if it has the layout of the key.
func (o *workerOptions) schemeBy(name, key string) *gen.Scheme {
	s, err := o.Scheme(name, cli.LayoutFlags{})
	if err != nil || worker.Key(s) != key {
		return nil
	}
	return s
}

// showLeases prints the numbers of a scheme, or the chosen one, in full.
func (o *workerOptions) showLeases(ctx context.Context, name string) error {
	s, err := o.Scheme(name, o.custom)
	if err != nil {
		return err
	}
	list, err := o.leases(ctx, s)
	if err != nil {
		return err
	}
	what := s.Name
	if o.worker != nil {
		n := strconv.FormatUint(*o.worker, 10)
		what += " worker " + n
		list = slices.DeleteFunc(list, func(l leaseRow) bool { return l.Worker != n })
	}
	if len(list) == 0 {
		return cli.Negative("the store has nothing of %s",
			what).Hinted("idscope worker list --store URL shows what it has")
	}
	return o.Answer(list, cardsOf(list, leaseScreen))
}

// leaseRow is a number of a group, as JSON shows it.
type leaseRow struct {
	Schema  int    `json:"schema"`
	Group   string `json:"group"`
	Scheme  string `json:"scheme,omitempty"` // of the first host that leased; others may have the same layout
	Field   string `json:"field,omitempty"`
	Worker  string `json:"worker"`
	State   string `json:"state"`
	Host    string `json:"host,omitempty"`
	Process int    `json:"process,omitempty"`
	Since   string `json:"since,omitempty"`
	Until   string `json:"until,omitempty"`     // others may take the number after it
	Free    string `json:"free_from,omitempty"` // of a number that is free, and cannot be acquired before
	Ceiling string `json:"ceiling,omitempty"`   // no id that was granted has a later time
	Floor   string `json:"floor,omitempty"`     // nor an earlier one than this
	Epoch   string `json:"epoch,omitempty"`     // counts the owners
	High    string `json:"high,omitempty"`      // the ceiling as a tick
	Note    string `json:"note,omitempty"`
	Layout  string `json:"layout,omitempty"` // epoch, tick and bits
	Key     string `json:"key"`
}

// States of a number that has no register: the store has it no more, or not yet.
const (
	lost    = "lost"
	unbegun = "beginning"
)

// leaseRows are the numbers of a layout at an instant. s is its scheme, nil where nobody
// knows it: then ticks have no time.
func leaseRows(group string, l *lease.Layout, s *gen.Scheme, at time.Time) []leaseRow {
	var list []leaseRow
	add := func(n uint64, state string) *leaseRow {
		list = append(list, leaseRow{Schema: 1, Group: group, Scheme: l.Meta.Scheme, Field: l.Meta.Field,
			Worker: strconv.FormatUint(n, 10), State: state, Layout: l.Meta.Layout, Key: l.Key})
		return &list[len(list)-1]
	}
	missing, state := l.Missing(), lost
	if l.Beginning {
		state = unbegun
	}
	for _, x := range l.Numbers {
		for len(missing) > 0 && missing[0] < x.Worker {
			add(missing[0], state)
			missing = missing[1:]
		}
		y := add(x.Worker, string(x.State(at)))
		y.Until, y.Note = quantity.FormatTime(x.Until.UTC()), inspect.Redact(x.Note)
		y.Epoch, y.High = strconv.FormatUint(x.Epoch, 10), strconv.FormatUint(x.High, 10)
		if s != nil && s.Timed() {
			y.Ceiling = quantity.FormatTime(s.Timeline().Time(x.High).UTC())
			if x.Floor > 0 { // else nothing was granted yet
				y.Floor = quantity.FormatTime(s.Timeline().Time(x.Floor).UTC())
			}
			t := lease.Config{Timed: true, Line: s.Timeline(), Lead: s.Lead()}
			y.Free = freeFrom(&t, &l.Meta, &x.Register, at)
		}
		if x.Owner != nil {
			y.Host, y.Process, y.Since = x.Owner.Host, x.Owner.PID, quantity.FormatTime(x.Owner.Since.UTC())
		}
		if x.Owner == nil || x.Note != "" {
			y.Until = ""
		}
	}
	for _, n := range missing {
		add(n, state)
	}
	return list
}

// freeFrom is when a number that is free can be acquired; empty is at once.
func freeFrom(t *lease.Config, m *lease.Meta, r *lease.Register, at time.Time) string {
	if free := t.FreeFrom(m, r, at); !free.IsZero() {
		return quantity.FormatTime(free.UTC())
	}
	return ""
}

// leasesScreen is the table of leased numbers.
func leasesScreen(pen *screen.Pen, list []leaseRow) string {
	t := &screen.Table{Head: []string{"SCHEME", ">NUMBER", "STATE", "HOST", ">PROCESS", "SINCE", "GRANTED-UNTIL"}}
	noted := slices.ContainsFunc(list, func(l leaseRow) bool { return l.Note != "" })
	if noted {
		t.Head = append(t.Head, "NOTE")
	}
	layouts := slices.ContainsFunc(list, func(a leaseRow) bool { // of one scheme
		return slices.ContainsFunc(list, func(b leaseRow) bool { return a.Scheme == b.Scheme && a.Key != b.Key })
	})
	if layouts {
		t.Head = append(t.Head, "LAYOUT")
	}
	for _, l := range list {
		process := "-"
		if l.Process > 0 {
			process = strconv.Itoa(l.Process)
		}
		row := []string{cmp.Or(screen.Printable(l.Scheme), "-"), l.Worker, l.from(),
			cmp.Or(screen.Printable(l.Host), "-"), process,
			cmp.Or(l.Since, "-"), cmp.Or(l.Until, "-")}
		if noted {
			row = append(row, cmp.Or(screen.Printable(l.Note), "-"))
		}
		if layouts {
			row = append(row, cmp.Or(screen.Printable(l.Layout), l.Key))
		}
		t.Rows = append(t.Rows, row)
	}
	spare := []string{"SINCE", ">PROCESS"}
	if len(slices.CompactFunc(slices.Clone(list), func(a, b leaseRow) bool { return a.Scheme == b.Scheme })) == 1 {
		spare = append(spare, "SCHEME") // the numbers alone tell the rows apart
	}
	t, left := t.Fit(pen.Width(), spare...)
	state := slices.Index(t.Head, "STATE")
	t.Style = func(row, column int) screen.Style {
		if row >= 0 && column == state && list[row].State == lost {
			return screen.Warn
		}
		return screen.BoldNames(row, column)
	}
	p := pen.Page(0)
	p.Text(pen.Panels(t))
	p.Wider(left)
	return p.String()
}

// leaseScreen shows a leased number in full.
func leaseScreen(pen *screen.Pen, l *leaseRow) string {
	list := []screen.Fact{{"state", leaseState(l)}}
	say := func(word, text string) {
		if text != "" {
			list = append(list, screen.Fact{word, screen.Printable(text)})
		}
	}
	if l.Host != "" {
		say("owner", fmt.Sprintf("%s, process %d, since %s", l.Host, l.Process, l.Since))
	}
	say("taken until", l.Until)
	say("ceiling", l.Ceiling)
	say("floor", l.Floor)
	say("owners", l.Epoch)
	say("note", l.Note)
	say("layout", l.Layout)
	title := screen.Printable(fmt.Sprintf("%s %s %s", cmp.Or(l.Scheme, l.Key), cmp.Or(l.Field, "number"), l.Worker))
	return pen.Facts([]screen.Styled{screen.Bold.Of(title), screen.Plain.Of("  group " + l.Group)}, list).String()
}

// from is the state, and from when the number can be acquired.
func (l *leaseRow) from() string {
	switch {
	case l.Free == "":
		return l.State
	case l.State == string(lease.Free):
		return "free from " + l.Free
	}
	return l.State + ", free from " + l.Free
}

// leaseState says what a state means.
func leaseState(l *leaseRow) string {
	if l.Free != "" {
		return l.from() + ": until then, its last owner may generate with it"
	}
	return l.State + map[string]string{
		string(lease.Free):     ": any host may take it",
		string(lease.Granted):  ": its owner generates with it",
		string(lease.Expired):  ": its owner did not renew, any host may take it",
		string(lease.Reserved): ": no host takes it",
		lost: ": the store has no register of it any more; it comes back to the choice last, or by " +
			"idscope worker fence",
		unbegun: ": a host is about to take it, or to reserve it",
	}[l.State]
}
