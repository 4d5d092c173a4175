package cmd

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	"idscope/gen"
	"idscope/gen/worker"
)

func newWorkerShow(a *cli.App) *cobra.Command {
	o := &workerOptions{App: a}
	c := &cobra.Command{
		Use:               "show <scheme>",
		Short:             "show the records of a scheme",
		Long:              "show tells all that is known of the records of a scheme, or of one worker number.",
		Example:           "  idscope worker show snowflake\n  idscope worker show snowflake --worker 7\n  idscope worker show snowflake --json",
		ValidArgsFunction: a.CompleteScheme,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				return nil
			}
			return cli.Usage("show takes one scheme, got %d; want idscope worker show SCHEME", len(args)).Hinted("idscope worker list shows those that have records")
		},
		RunE: func(_ *cobra.Command, args []string) error { return o.show(args) },
	}
	o.flags(c, true)
	return c
}

func (o *workerOptions) show(args []string) error {
	s, f, err := o.chosen(args)
	if err != nil {
		return err
	}
	list, err := o.records(f, s)
	if err != nil {
		return err
	}
	if o.json {
		return cli.StdoutError(o.writeRecords(list))
	}
	var b strings.Builder
	for i, r := range list {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(show.Record(o.Pen(0), s, &r))
	}
	_, err = io.WriteString(o.Out, b.String())
	return cli.StdoutError(err)
}

// records returns those of a scheme, or the one of the chosen number.
func (o *workerOptions) records(f worker.Folder, s *gen.Scheme) ([]worker.Info, error) {
	number := uint64(0)
	if o.worker != nil {
		number = *o.worker
	}
	list, err := f.ListOf(s, o.set...)
	if o.worker != nil {
		list = slices.DeleteFunc(list, func(i worker.Info) bool { return i.Worker != number })
	}
	if len(list) == 0 && err == nil {
		_, err = f.Show(s, number, o.set...) // says that there is none
	}
	return list, absent(err)
}
