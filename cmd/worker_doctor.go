package cmd

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	"idscope/gen/store"
)

type doctorOptions struct {
	*cli.App
	store cli.StoreFlags
	state cli.StateFlags
	json  bool
}

func newWorkerDoctor(a *cli.App) *cobra.Command {
	o := &doctorOptions{App: a}
	c := &cobra.Command{
		Use:   "doctor",
		Short: "tell what a store guarantees",
		Long: `doctor asks a store what it guarantees: proven (it keeps all that it confirmed through crashes
and loss of power), conditional (as long as what it says holds), or best effort; with the
settings of the server that decide it, and the value to set. It measures the round trip, and
compares the clocks. The exit status is 1 where the store is less than proven.

A restart, a restore and a replica that took over are seen where the server tells them, and what
is leased then begins above all that may be forgotten. IDs without a time do not tell how far
they came: leases of such layouts are conditional at most, on Redis best effort.

A table or a key that was restored while the server ran looks as good as any: nothing can tell but a host
that saw more. It compares the counters of the store with what this host saw of them; of
those that it never counted with, it cannot know. idscope worker fence puts worker numbers
right, idscope help counters says how counters are raised.`,
		Example: "  idscope worker doctor --store file:/var/lib/ids\n" +
			"  idscope worker doctor --group orders --store file:/var/lib/ids\n" +
			"  idscope worker doctor --store etcd://db1:2379,db2:2379,db3:2379 --json",
		Args:              cli.NoArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(c *cobra.Command, _ []string) error { return o.run(c.Context(), c.Flags().Changed) },
	}
	o.store.AddGroup(c.Flags())
	o.state.Add(c.Flags(), "look")
	c.Flags().BoolVar(&o.json, "json", false, "one JSON object")
	return c
}

const (
	doctorLoads = 50               // enough for a median, and to see an outlier
	doctorTime  = 30 * time.Second // for all of it
	doctorKey   = "idscope/doctor" // which there is not
)

func (o *doctorOptions) run(ctx context.Context, given func(string) bool) error {
	ctx, cancel := context.WithTimeout(ctx, doctorTime)
	defer cancel()
	chosen, open, err := o.store.Connect(ctx, o.App, given, "worker doctor")
	if err != nil {
		return err
	}
	defer open.Close()
	clock, _, err := o.Present()
	if err != nil {
		return err
	}
	e, err := store.Examine(ctx, open, doctorKey, doctorLoads, clock.Now)
	if err != nil {
		return err
	}
	counters, err := o.counters(ctx, chosen.Text)
	if err != nil {
		return err
	}
	d := show.DoctorOf(chosen.Shown(), e, counters)
	if o.json {
		err = o.PrintJSON(d)
	} else {
		err = o.Print(show.DoctorCard(o.Pen(0), &d))
	}
	if err == nil && !d.Good() {
		return &cli.Failure{Status: cli.StatusNegative}
	}
	return err
}

// counters are those of the store, and what this host knows of them.
func (o *doctorOptions) counters(ctx context.Context, url string) ([]show.Counter, error) {
	u, err := cli.StoreURL(url)
	if err != nil {
		return nil, err
	}
	folder, err := o.state.Folder(o.App, "")
	if err != nil {
		return nil, err
	}
	flags := cli.CounterFlags{}.In(u, &o.store).Looking()
	entries, known, err := o.ListCounters(ctx, &flags, folder)
	if err != nil {
		return nil, cli.CounterFailure(err)
	}
	return show.CountersOf(flags.ID("").Store, entries, known), nil
}
