package cmd

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen/counter"
)

type counterOptions struct {
	*cli.App
	cli.CounterFlags
	store cli.StoreFlags
	state cli.StateFlags
	json  bool
}

// counters lists the commands below counter.
func counters() []cli.Command {
	return []cli.Command{
		{Name: "list", Short: "List the counters of a store", Build: newCounterList},
		{Name: "release", Short: "Return the rest of this host's segment", Build: newCounterRelease},
	}
}

func (o *counterOptions) flags(c *cobra.Command, path string) *cli.Flags {
	f := o.Flags(c, path)
	o.store.Add(f, "store", "accept-best-effort")
	o.state.Add(f)
	return f
}

// chosen reads the store of the flags.
func (o *counterOptions) chosen() error {
	urls, err := o.store.URLs(o.App)
	switch {
	case err != nil:
		return err
	case len(urls) != 1:
		return cli.Usage("counters are those of one store, got %d; use --store URL, or $IDSCOPE_STORE", len(urls))
	}
	u, err := cli.StoreURL(urls[0])
	o.CounterFlags = o.In(u, &o.store)
	return err
}

func newCounterList(a *cli.App) *cobra.Command {
	o := &counterOptions{App: a}
	c := &cobra.Command{
		Use:  "list",
		RunE: func(c *cobra.Command, _ []string) error { return cli.CounterFailure(o.list(c.Context())) },
	}
	f := o.flags(c, "counter list")
	f.Switch("json", &o.json)
	return c
}

func (o *counterOptions) list(ctx context.Context) error {
	if err := o.chosen(); err != nil {
		return err
	}
	folder, err := o.state.Folder(o.App, "")
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, cli.LookTime)
	defer cancel()
	entries, known, err := o.ListCounters(ctx, &o.CounterFlags, folder)
	if err != nil {
		return err
	}
	list := screen.CountersOf(o.ID("").Store, entries, known)
	if !o.json {
		return o.Print(screen.Counters(o.Pen(0), list))
	}
	return o.PrintRecords("json", list)
}

func newCounterRelease(a *cli.App) *cobra.Command {
	o := &counterOptions{App: a}
	c := &cobra.Command{
		Use:  "release",
		RunE: func(c *cobra.Command, _ []string) error { return cli.CounterFailure(o.release(c.Context())) },
	}
	f := o.flags(c, "counter release")
	f.Text("key", &o.Key)
	return c
}

// releaseTime is how long a release may take.
const releaseTime = 30 * time.Second

func (o *counterOptions) release(ctx context.Context) error {
	if err := o.chosen(); err != nil {
		return err
	}
	if o.Key == "" {
		return cli.Usage("release has no --key; use the name of the counter").
			Hinted("idscope counter list --store URL lists them")
	}
	folder, err := o.state.Folder(o.App, "segment")
	if err != nil {
		return err
	}
	host, err := o.HostOf(folder, "segment")
	if err != nil {
		return cli.Refused("%w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, releaseTime)
	defer cancel()
	open, err := o.OpenCounters(ctx, &o.CounterFlags, true)
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
	switch {
	case r.Left == 0:
		return o.Print(fmt.Sprintf("this host has no numbers of segment %q left\n", cli.OneLine(o.Key)))
	case r.Returned == 0:
		return o.Print(fmt.Sprintf("the %d numbers that this host had left of segment %q are lost: "+
			"others came after them\n", r.Left, cli.OneLine(o.Key)))
	}
	return o.Print(fmt.Sprintf("gave back %d numbers of segment %q\n", r.Returned, cli.OneLine(o.Key)))
}
