package cmd

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
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
			b.WriteString("\n")
		}
		o.card(&b, s, r)
	}
	_, err = io.WriteString(o.Out, b.String())
	return cli.StdoutError(err)
}

// records returns those of a scheme, or the one of the chosen number.
func (o *workerOptions) records(f worker.Folder, s *gen.Scheme) ([]worker.Info, error) {
	if o.worker != nil {
		i, err := f.Show(s, *o.worker)
		return []worker.Info{i}, absent(err)
	}
	all, err := f.List()
	var list []worker.Info
	for _, i := range all {
		if own, e := f.Show(s, i.Worker); e == nil && own.Path == i.Path {
			list = append(list, own)
		}
	}
	if len(list) == 0 && err == nil {
		_, err = f.Show(s, 0) // says that there is none
	}
	return list, absent(err)
}

func (o *workerOptions) card(b *strings.Builder, s *gen.Scheme, r worker.Info) {
	st := newStyles(o.Coloured())
	title := s.Name
	if s.WorkerBits() > 0 {
		title += " worker " + strconv.FormatUint(r.Worker, 10)
	}
	fmt.Fprintf(b, "%s\n\n", st.bold.Render(title))
	last := or(cli.Instant(r.LastTime), "not known")
	if !r.Used {
		last = "none was made"
	}
	facts := []fact{{"state", r.State}, {"last id", last}}
	if r.Lead > 0 {
		facts = append(facts, fact{"longest lead", cli.ShortDuration(r.Lead)})
	}
	if !r.Updated.IsZero() {
		facts = append(facts, fact{"written", fmt.Sprintf("%s by process %d", cli.Instant(r.Updated), r.PID)})
	}
	if r.Owner != "" {
		facts = append(facts, fact{"claimed by", r.Owner + ", for " + r.Folder})
	}
	facts = append(facts, fact{"file", r.Path}, fact{"layout", r.Layout})
	if r.State != "ok" {
		facts = append(facts, fact{"way out", "idscope worker repair; see its --help"})
	}
	writeFacts(b, st, facts)
}
