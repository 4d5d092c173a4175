package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen/counter"
	"idscope/gen/fault"
	"idscope/gen/store"
	"idscope/gen/worker"
)

type counterOptions struct {
	*cli.App
	store cli.StoreFlags
	state cli.StateFlags
	key   string
	json  bool
}

// counters lists the commands below counter.
func counters() []cli.Command {
	return []cli.Command{
		{Name: "list", Short: "List the counters of a store", Build: newCounterList},
		{Name: "release", Short: "Return the rest of this host's segment", Build: newCounterRelease},
	}
}

// command is one of them; what it does it does in a place, within a time, with what this host knows.
func (o *counterOptions) command(name, kind string, limit time.Duration,
	run func(context.Context, counter.Place, worker.Folder) error) (*cobra.Command, *cli.Flags) {
	c := &cobra.Command{
		Use: name,
		RunE: func(c *cobra.Command, _ []string) error {
			place, err := o.place()
			if err != nil {
				return err
			}
			folder, err := o.state.Folder(o.App, kind)
			if err != nil {
				return err
			}
			ctx, cancel := context.WithTimeout(c.Context(), limit)
			defer cancel()
			return counterFailure(run(ctx, place, folder))
		},
	}
	f := o.Flags(c, "counter "+name)
	o.store.Add(f, "store", "accept-best-effort")
	o.state.Add(f)
	return c, f
}

// place is the counter of the flags.
func (o *counterOptions) place() (counter.Place, error) {
	urls, err := o.store.URLs(o.App)
	if err == nil && len(urls) != 1 {
		err = cli.Usage("counters are those of one store, got %d; use --store URL, or $IDSCOPE_STORE", len(urls))
	}
	if err != nil {
		return counter.Place{}, err
	}
	return o.store.Place(urls[0], counter.Place{Key: o.key})
}

func newCounterList(a *cli.App) *cobra.Command {
	o := &counterOptions{App: a}
	c, f := o.command("list", "", cli.LookTime, o.list)
	f.Switch("json", &o.json)
	return c
}

func (o *counterOptions) list(ctx context.Context, place counter.Place, folder worker.Folder) error {
	list, err := countersOf(ctx, o.App, place, folder)
	if err != nil {
		return err
	}
	if !o.json {
		return o.Print(countersScreen(o.Pen(0), list))
	}
	return o.PrintRecords("json", list)
}

// releaseTime is how long a release may take.
const releaseTime = 30 * time.Second

func newCounterRelease(a *cli.App) *cobra.Command {
	o := &counterOptions{App: a}
	c, f := o.command("release", "segment", releaseTime, o.release)
	f.Text("key", &o.key)
	return c
}

func (o *counterOptions) release(ctx context.Context, place counter.Place, folder worker.Folder) error {
	if o.key == "" {
		return cli.Usage("release has no --key; use the name of the counter").
			Hinted("idscope counter list --store URL lists them")
	}
	host, err := counter.OpenHost(folder, place.ID("segment"))
	if err != nil {
		return cli.Refused("%w", err)
	}
	open, err := o.OpenCounter(ctx, place, true)
	if err != nil {
		return err
	}
	defer open.Close()
	segments := counter.NewSegments(counter.SegmentsOptions{Host: host, Now: o.Clock.Now,
		Open: func(ctx context.Context) (counter.Allocator, error) { return open.Allocator(ctx) }})
	r, err := segments.Release(ctx)
	if err != nil {
		return err
	}
	key := cli.OneLine(o.key)
	switch {
	case r.Left == 0:
		return o.Print(fmt.Sprintf("this host has no numbers of segment %q left\n", key))
	case r.Returned == 0:
		return o.Print(fmt.Sprintf("the %d numbers that this host had left of segment %q are lost: "+
			"others came after them\n", r.Left, key))
	}
	return o.Print(fmt.Sprintf("gave back %d numbers of segment %q\n", r.Returned, key))
}

// counterRow is a counter of a store, and what this host knows of it.
type counterRow struct {
	Schema int    `json:"schema"`
	Store  string `json:"store"`
	counter.Entry
	Seen   uint64 `json:"seen,string,omitempty"` // highest number that this host was given
	Behind bool   `json:"behind,omitempty"`      // the counter would give it out once more
}

// countersOf lists the counters of a store, and what this host knew of them before.
func countersOf(ctx context.Context, a *cli.App, place counter.Place, folder worker.Folder) ([]counterRow, error) {
	all, err := counter.KnownHere(folder)
	if err != nil {
		return nil, cli.Refused("%w", err)
	}
	url := place.ID("").Store
	var known []counter.Known
	for _, k := range all {
		if k.Store == url {
			known = append(known, k)
		}
	}
	entries, err := storedCounters(ctx, a, place, known)
	return counterRows(url, entries, known), err
}

// storedCounters lists what is in a store: the rows of Leaf's table, keys, and the tables that this host has used.
func storedCounters(ctx context.Context, a *cli.App, place counter.Place, known []counter.Known) (
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

// counterRows joins what is in a store with what this host knows of its counters.
func counterRows(store string, entries []counter.Entry, known []counter.Known) []counterRow {
	var list []counterRow
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

func counterRowOf(store string, e counter.Entry, seen uint64) counterRow {
	c := counterRow{Schema: 1, Store: store, Entry: e, Seen: seen, Behind: e.Behind(seen)}
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

// countersScreen is the table of counters.
func countersScreen(pen *screen.Pen, list []counterRow) string {
	t := &screen.Table{Head: []string{"KIND", "KEY", ">NEXT", ">STEP", ">SEEN-HERE", "NOTE"}, Style: screen.BoldNames,
		Prose: true}
	number := func(n uint64) string {
		if n == 0 {
			return "-"
		}
		return strconv.FormatUint(n, 10)
	}
	for _, c := range list {
		t.Rows = append(t.Rows, []string{c.Kind, strconv.Quote(c.Key), number(c.Next), number(c.Step), number(c.Seen),
			cmp.Or(c.Note, "-")})
	}
	return pen.Table(t)
}

// counterFailure adds the way out to what a counter refused.
func counterFailure(err error) error {
	switch {
	case err == nil, errors.As(err, new(*cli.Failure)):
		return err
	case errors.Is(err, context.DeadlineExceeded):
	case errors.Is(err, counter.ErrNoTables):
		return cli.Usage("%w", err)
	case errors.Is(err, store.ErrURL), errors.Is(err, store.ErrNoDriver):
		return cli.Usage("--store: %w", err)
	case errors.Is(err, counter.ErrMissing) && fault.Hint(err) != "":
		return cli.Refused("%w; create it, or use --create", err).Hinted("--create, or: %s", fault.Hint(err))
	case errors.Is(err, counter.ErrMissing):
		return cli.Refused("%w; create it, or use --create", err).Hinted("the same call with --create creates it")
	case errors.Is(err, store.ErrMissing):
		return cli.Refused("%w", err).Hinted("the same call with --create creates it")
	case errors.Is(err, store.ErrUnknown):
		err = fmt.Errorf("%w; its numbers count as lost", err)
	}
	return cli.Refused("%w", err)
}
