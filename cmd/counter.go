package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen/counter"
	"idscope/gen/store"
	"idscope/gen/worker"
)

type counterOptions struct {
	*cli.App
	store cli.StoreFlags
	state cli.StateFlags
	key   string
}

// counters lists the commands below counter.
func counters() []cli.Command {
	return []cli.Command{
		{Name: "list", Short: "List the counters of a store", Build: newCounterList},
		{Name: "release", Short: "Return the rest of this host's segment", Build: newCounterRelease},
	}
}

// command is one of them; what it does it does in a place, within a time, with what this host knows.
func (o *counterOptions) command(f *cli.Flags, kind string, limit time.Duration,
	run func(context.Context, counter.Place, worker.Folder) error) cli.Run {
	o.store.Add(f, "store")
	o.state.Add(f)
	return func(ctx context.Context, _ []string) error {
		urls, err := o.store.URLs(o.App)
		if err == nil && len(urls) != 1 {
			err = cli.Usage("counters are those of one store, got %d; use --store URL, or $IDSCOPE_STORE", len(urls))
		}
		if err != nil {
			return err
		}
		place, err := o.store.Place(urls[0], counter.Place{Key: o.key})
		if err != nil {
			return err
		}
		folder, err := o.state.Folder(o.App, kind)
		if err != nil {
			return err
		}
		place.Accept = true // who looks, or gives back what is left, risks nothing
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		err = run(ctx, place, folder)
		switch { // nothing here makes what is missing
		case errors.Is(err, store.ErrMissing):
			return cli.Refused("%w", err)
		case errors.Is(err, counter.ErrMissing):
			return cli.Refused("%w", err).Hinted("idscope counter list --store URL")
		}
		return cli.CounterFailure(err)
	}
}

func newCounterList(a *cli.App, f *cli.Flags) cli.Run {
	o := &counterOptions{App: a}
	run := o.command(f, "", cli.LookTime, o.list)
	f.Output("json")
	return run
}

func (o *counterOptions) list(ctx context.Context, place counter.Place, folder worker.Folder) error {
	list, err := cli.CountersOf(ctx, o.App, place, folder)
	if err != nil {
		return err
	}
	return o.Answer(list, func(pen *screen.Pen) string { return countersScreen(pen, list) })
}

func newCounterRelease(a *cli.App, f *cli.Flags) cli.Run {
	o := &counterOptions{App: a}
	run := o.command(f, "segment", 30*time.Second, o.release)
	o.store.Add(f, "accept-best-effort")
	f.Text("key", &o.key)
	return run
}

func (o *counterOptions) release(ctx context.Context, place counter.Place, folder worker.Folder) error {
	if o.key == "" {
		return cli.Usage("release has no --key; use the name of the counter").
			Hinted("idscope counter list --store URL lists them")
	}
	from, err := counter.NewSource(counter.Config{Kind: "segment", Places: []counter.Place{place}, Folder: folder,
		Now: o.Clock.Now, Open: o.OpenCounter})
	if err != nil {
		return cli.Refused("%w", err)
	}
	defer from.Close(nil)
	r, err := from.Release(ctx)
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
	text := fmt.Sprintf("gave back %d numbers of segment %q", r.Returned, key)
	if lost := r.Left - r.Returned; lost > 0 {
		text += fmt.Sprintf("; %d of the segment before it are lost: others came after them", lost)
	}
	return o.Print(text + "\n")
}

// countersScreen is the table of counters.
func countersScreen(pen *screen.Pen, list []cli.CounterRow) string {
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
