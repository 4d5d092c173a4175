package cmd

import (
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	"idscope/gen/quantity"
	"idscope/gen/worker"
)

type repairOptions struct {
	workerOptions
	adopt      bool
	assumeLast string
}

func newWorkerRepair(a *cli.App) *cobra.Command {
	o := &repairOptions{workerOptions: workerOptions{App: a}}
	c := &cobra.Command{
		Use:               "repair [scheme]",
		ValidArgsFunction: a.CompleteGenerated,
		Args:              cli.AnyScheme,
		RunE:              func(c *cobra.Command, args []string) error { return o.run(c, args) },
	}
	f := a.Flags(c, "worker repair")
	o.flags(f, true)
	f.Switch("adopt", &o.adopt)
	f.Text("assume-last", &o.assumeLast)
	return c
}

func (o *repairOptions) run(c *cobra.Command, args []string) error {
	if len(args) == 0 && (o.worker != nil || o.assumeLast != "" || len(o.set) > 0 || o.custom != cli.LayoutFlags{}) {
		return cli.Usage("--worker, --set, --assume-last, --layout, --epoch and --tick are of one scheme; use its name").
			Hinted("idscope worker list shows those that have records")
	}
	s, f, err := o.chosen(args)
	if err != nil {
		return err
	}
	_, now, err := o.Present()
	if err != nil {
		return err
	}
	opts := worker.RepairOptions{Scheme: s, Worker: o.worker, Set: o.set, Adopt: o.adopt}
	if o.assumeLast != "" {
		if opts.AssumeLast, err = quantity.ParseTime(o.assumeLast, now, time.UTC); err != nil {
			return cli.BadFlag("assume-last", err)
		}
		if opts.AssumeLast.Before(s.Epoch) {
			return cli.Usage("--assume-last %s is before the epoch of %s; use %s or later",
				o.assumeLast, s.Name, quantity.FormatTime(s.Epoch.UTC()))
		}
	}
	done, left := f.Repair(c.Context(), opts)
	if err := o.print(done); err != nil {
		return err
	}
	if len(done) == 0 && left == nil && !o.json {
		return o.Print("nothing to repair in " + cli.OneLine(f.State) + "\n")
	}
	return absent(left)
}

func (o *repairOptions) print(done []worker.Repaired) error {
	for _, d := range done {
		var err error
		if o.json {
			err = o.PrintJSON(show.RepairedObject(d))
		} else {
			err = o.Print(show.Repaired(&d, strings.HasSuffix(d.Path, ".rec")))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// absent makes a negative answer of a record that does not exist.
func absent(err error) error {
	if errors.Is(err, worker.ErrNoRecord) {
		return &cli.Failure{Status: cli.StatusNegative, Err: err}
	}
	return err
}
