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
		Use:               "doctor",
		Args:              cli.NoArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(c *cobra.Command, _ []string) error { return o.run(c.Context()) },
	}
	f := a.Flags(c, "worker doctor")
	o.store.AddGroup(f)
	o.state.Add(f)
	f.Switch("json", &o.json)
	return c
}

const (
	doctorLoads = 50               // enough for a median, and to see an outlier
	doctorTime  = 30 * time.Second // for all of it
	doctorKey   = "idscope/doctor" // which there is not
)

func (o *doctorOptions) run(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, doctorTime)
	defer cancel()
	chosen, open, err := o.store.Connect(ctx, o.App, "worker doctor")
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
