package cmd

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"idscope/gen"
	"idscope/gen/worker"
)

func newWorkerShow(a *app) *cobra.Command {
	o := &workerOptions{app: a}
	c := &cobra.Command{
		Use:               "show <scheme>",
		Short:             "show the records of a scheme",
		Long:              "show tells all that is known of the records of a scheme, or of one worker number.",
		Example:           "  idscope worker show snowflake\n  idscope worker show snowflake --worker 7\n  idscope worker show snowflake --json",
		ValidArgsFunction: a.completeScheme,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				return nil
			}
			return usage("show takes one scheme, got %d; want idscope worker show SCHEME", len(args)).hinted("idscope worker list shows those that have records")
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
		return stdout(o.writeRecords(list))
	}
	var b strings.Builder
	for i, r := range list {
		if i > 0 {
			b.WriteString("\n")
		}
		o.card(&b, s, r)
	}
	_, err = io.WriteString(o.out, b.String())
	return stdout(err)
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

func (o *workerOptions) card(b *strings.Builder, s *gen.Scheme, r worker.Info) {
	st := o.styles()
	title := s.Name
	if s.WorkerBits() > 0 {
		title += " worker " + strconv.FormatUint(r.Worker, 10)
	}
	if r.Values != "" {
		title += " with " + r.Values
	}
	fmt.Fprintf(b, "%s\n\n", st.bold.Render(title))
	last := or(instant(r.LastTime), "not known")
	if !r.Used {
		last = "none was made"
	}
	facts := []fact{{"state", r.State}, {"last id", last}}
	if r.Lead > 0 {
		facts = append(facts, fact{"longest lead", shortDuration(r.Lead)})
	}
	if !r.Updated.IsZero() {
		facts = append(facts, fact{"written", fmt.Sprintf("%s by process %d", instant(r.Updated), r.PID)})
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
