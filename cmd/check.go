package cmd

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	"idscope/inspect/check"
	"idscope/inspect/lines"
)

type checkOptions struct {
	*cli.App
	as     cli.AsFlags
	json   bool
	memory int64
	zone   cli.ZoneFlag
}

// ahead is by how much an id may be ahead of the clock before it is called one of
// the future: clocks differ, and ids are read while they are made.
const ahead = 10 * time.Minute

func newCheck(a *cli.App) *cobra.Command {
	o := &checkOptions{App: a, memory: check.DefaultMemory}
	c := &cobra.Command{
		Use:               "check [file...]",
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault),
		RunE:              func(c *cobra.Command, args []string) error { return o.run(c.Context(), args) },
	}
	f := c.Flags()
	o.as.Add(a, c, "read every line as this `SCHEME`, strictly")
	f.BoolVar(&o.json, "json", false, "one JSON object")
	f.Var(cli.MemoryFlag(&o.memory), "memory",
		"keep ids in this much memory, such as 512MiB or 4G; the rest goes to temporary files")
	o.zone.Add(c, "show times in this `ZONE`, as Europe/Berlin or local; JSON stays in UTC")
	return c
}

func (o *checkOptions) run(ctx context.Context, args []string) error {
	_, now, err := o.Present()
	if err != nil {
		return err
	}
	opts := check.Options{Memory: o.memory, Now: now.Add(ahead)}
	if err := o.reading(&opts, now); err != nil {
		return err
	}
	files, err := o.Files(args, cli.Usage("check has no file; want one as an argument, or ids on stdin").
		Hinted("idscope check FILE, or idscope check < FILE; idscope check --help shows more"))
	if err != nil {
		return err
	}
	for i := range files {
		files[i].R = lines.WithoutMark(files[i].R)
	}
	bar := o.Bar()
	last := int64(0)
	opts.Progress = func(done, total int64) {
		if last = max(last, done); done < last { // all was read
			bar.Steps("comparing", done, total)
		} else {
			bar.Bytes("reading", done, total)
		}
	}
	ctx, stopped := cli.UntilSignal(ctx)
	report, err := check.Run(ctx, files, opts)
	bar.Clear()
	if signal := stopped(); signal != 0 && err != nil {
		return &cli.Failure{Status: signal}
	}
	if err != nil {
		return cli.Refused("%s", cli.Unreadable(err))
	}
	if o.json {
		err = o.PrintJSON(show.CheckObject(report))
	} else {
		view := show.View{Pen: o.Pen(0), Zone: o.zone.Zone, Now: now}
		err = o.Print(view.Check(report))
	}
	if err == nil && !report.OK() {
		return &cli.Failure{Status: cli.StatusNegative}
	}
	return err
}
