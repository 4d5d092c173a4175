package cmd

import (
	"encoding/json"
	"io"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	"idscope/gen/worker"
)

func newWorkerList(a *cli.App) *cobra.Command {
	o := &workerOptions{App: a}
	c := &cobra.Command{
		Use:               "list",
		Short:             "list all records",
		Long:              "list shows all records: how far each came, who wrote it last, and whether it can be used.",
		Example:           "  idscope worker list\n  idscope worker list --json\n  idscope worker list --state /tmp/state",
		Args:              cli.NoArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(*cobra.Command, []string) error { return o.list() },
	}
	o.flags(c, false)
	return c
}

func (o *workerOptions) list() error {
	_, f, err := o.chosen(nil)
	if err != nil {
		return err
	}
	list, damage := f.List()
	if o.json {
		err = o.writeRecords(list)
	} else {
		_, err = io.WriteString(o.Out, show.Records(o.Pen(0), list))
	}
	if err != nil {
		return cli.StdoutError(err)
	}
	return damage
}

func (o *workerOptions) writeRecords(list []worker.Info) error {
	e := json.NewEncoder(o.Out)
	for _, i := range list {
		if err := e.Encode(recordOf(i)); err != nil {
			return err
		}
	}
	return nil
}
