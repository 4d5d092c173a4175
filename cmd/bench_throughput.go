package cmd

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"idscope/bench/stats"
	"idscope/bench/throughput"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen"
	"idscope/gen/quantity"
)

type throughputOptions struct {
	*cli.App
	custom  cli.LayoutFlags
	rivals  bool
	all     bool
	how     []throughput.How
	threads []int
	samples uint64
	time    time.Duration
	within  time.Duration
	lead    time.Duration
	check   uint64
	format  cli.Format
}

// usualSubjects are measured where no scheme is named, and usualTime is the length of their
// samples: so that it takes half a minute, on a busy machine too.
var usualSubjects = [...]string{"uuidv4", "uuidv7", "ulid", "ksuid", "xid", "objectid", "nanoid", "snowflake"}

const (
	usualTime   = 10 * time.Millisecond
	usualWithin = 25 * time.Second // of all samples
)

// throughputFormats are what the result is written as.
var throughputFormats = [...]gen.Choice{
	{Name: "text", Help: "tables for people"},
	{Name: "gobench", Help: "a line for each sample, as go test -bench writes and benchstat reads"},
	{Name: "json", Help: "one JSON object a line for each scheme"},
	{Name: "csv", Help: "one row for each case"},
	{Name: "tsv", Help: "the rows without headings and quotes"},
	{Name: "markdown", Help: "the rows as a table for documents"},
}

func newBenchThroughput(a *cli.App) *cobra.Command {
	o := &throughputOptions{App: a, samples: throughput.DefaultSamples, time: throughput.DefaultTime,
		lead: throughput.DefaultLead, check: throughput.DefaultCheck,
		threads: slices.Compact([]int{1, runtime.GOMAXPROCS(0)}),
		format:  cli.NewFormat(throughputFormats[:], "json", "csv")}
	c := &cobra.Command{
		Use:               "throughput [scheme...]",
		ValidArgsFunction: a.CompleteSchemes,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 && !o.all && !c.Flags().Changed("time") {
				o.time = usualTime
				if !c.Flags().Changed("samples") {
					o.within = usualWithin
				}
			}
			return o.run(c.Context(), args)
		},
	}
	f := a.Flags(c, "bench throughput")
	f.Switch("all", &o.all)
	f.Switch("rivals", &o.rivals)
	f.Var("how", cli.Value(&o.how, "all", parseHows))
	f.Var("threads", cli.Value(&o.threads, listText(o.threads), parseThreads))
	f.Var("samples", cli.CountWithin(&o.samples, 1, 1000))
	f.Var("time", cli.Value(&o.time, quantity.FormatDuration(o.time), parseSampleTime))
	f.Var("max-lead", cli.Value(&o.lead, quantity.FormatDuration(o.lead), cli.ParseLead))
	f.Var("check", cli.CountWithin(&o.check, 0, 1<<26))
	o.format.Add(f)
	f.Complete("how", func(*cobra.Command, []string, string) ([]cobra.Completion,
		cobra.ShellCompDirective) {
		return cli.Described(throughput.Hows()), cobra.ShellCompDirectiveNoFileComp
	})
	o.custom.Add(f)
	return c
}

func (o *throughputOptions) run(ctx context.Context, args []string) error {
	if err := o.format.Resolve(); err != nil {
		return err
	}
	subjects, skipped, err := o.subjects(ctx, args)
	if err != nil {
		return err
	}
	bar := o.Bar()
	ctx, stopped := cli.UntilSignal(ctx)
	report := throughput.Run(ctx, subjects, throughput.Options{
		Samples: int(o.samples), Time: o.time, Threads: o.threads, Hows: o.how, Check: int(o.check), Within: o.within,
		Step: func(done, total int) { bar.Steps("measuring", int64(done), int64(total)) },
	})
	bar.Clear()
	signal := stopped()
	if err := o.write(report, skipped); err != nil {
		return err
	}
	return o.failure(report, signal)
}

// write prints a report in the format asked for.
func (o *throughputOptions) write(r *throughput.Report, skipped []string) error {
	m := o.Machine()
	switch o.format.Value {
	case "text":
		return o.Print(throughputScreen(o.Pen(0), r, o.time, m.String(), skipped))
	case "gobench":
		return o.Print(gobenchHead(m, r.Partial) + r.Gobench())
	}
	return o.PrintRecords(o.format.Value, r.Records(m, o.time))
}

// gobenchHead is what benchstat is told of a machine.
func gobenchHead(m cli.Machine, partial bool) string {
	text := fmt.Sprintf("goos: %s\ngoarch: %s\npkg: idscope/bench/throughput\n", m.OS, m.Arch)
	if m.CPU != "" {
		text += "cpu: " + m.CPU + "\n"
	}
	if partial {
		text += "partial: true\n"
	}
	return text
}

// subjects are the schemes that were named, or all that can be made; with rivals
// those that have one, each followed by its rivals. Skipped says what cannot be
// measured, and why.
func (o *throughputOptions) subjects(ctx context.Context, args []string) (list []throughput.Subject, skipped []string,
	err error) {
	usual := len(args) == 0 && !o.all && !o.rivals
	names := args
	if usual {
		names = usualSubjects[:]
	}
	schemes, err := o.Schemes(names, o.custom)
	if err != nil {
		return nil, nil, err
	}
	if o.rivals && o.Engines.Rivals == nil {
		return nil, nil, o.RunFull("bench throughput --rivals")
	}
	silent := 0 // of which nobody expects a figure
	var others, slow []string
	for _, s := range schemes {
		if len(args) == 0 && (!s.Generated() || !s.Varies() && !s.Named()) {
			silent++
			continue
		}
		var beside []throughput.Subject
		if o.rivals {
			beside = throughput.Against(o.Engines.Rivals(), s.Name)
		}
		if o.rivals && len(args) == 0 && beside == nil {
			continue
		}
		sub, err := throughput.Own(s, o.lead, o.Source(ctx))
		switch {
		case err != nil && len(args) > 0:
			return nil, nil, unmeasured(err)
		case err != nil:
			skipped = append(skipped, cli.OneLine(err.Error()))
			continue
		}
		if !slices.ContainsFunc(sub.Hows, func(h throughput.How) bool {
			return o.how == nil ||
				slices.Contains(o.how, h)
		}) {
			if len(args) > 0 {
				return nil, nil, cli.Usage("%s is not generated by --how %s; use %s", s.Name, listText(o.how),
					listText(sub.Hows))
			}
			others = append(others, s.Name)
			continue
		}
		if least := sub.StrictFrom(); least > o.time && (o.how == nil || slices.Contains(o.how, throughput.Strict)) {
			if len(o.how) == 1 && len(args) > 0 {
				return nil, nil, cli.Usage(
					"%s has ticks of %s, too long for --how strict in samples of %s; use --time %s or "+
						"more", s.Name, quantity.FormatDuration(s.Tick), quantity.FormatDuration(o.time),
					quantity.FormatDuration(least))
			}
			slow = append(slow, s.Name)
			if len(o.how) == 1 {
				continue
			}
		}
		list = append(append(list, sub), beside...)
	}
	if len(others) > 0 {
		skipped = append(skipped, strings.Join(others, ", ")+", which are not generated so")
	}
	if len(slow) > 0 {
		skipped = append(skipped, "strict of "+strings.Join(slow, ", ")+", whose ticks are too long for samples of "+
			""+quantity.FormatDuration(o.time))
	}
	if usual {
		skipped = append(skipped, "the other schemes: name them, or --all")
	}
	if silent > 0 && !o.rivals {
		skipped = append(skipped, fmt.Sprintf("%d schemes that are only read, or always the same", silent))
	}
	if o.rivals && !slices.ContainsFunc(list, func(s throughput.Subject) bool { return s.Package != "" }) {
		return nil, nil, cli.Usage("%s has no rival; use one of %s", strings.Join(args, ", "),
			rivalNames(o.Engines.Rivals()))
	}
	return list, skipped, nil
}

// unmeasured is why a scheme that was named cannot be measured.
func unmeasured(err error) error {
	switch {
	case errors.As(err, new(*cli.Failure)):
		return err
	case errors.As(err, new(*gen.ClockError)):
		return cli.Refused("%w", err)
	}
	return cli.Usage("%w", err)
}

func rivalNames(all []throughput.Subject) string {
	var names []string
	for _, r := range all {
		names = append(names, r.Against)
	}
	return strings.Join(slices.Compact(names), ", ")
}

// failure is how the call ends: interrupted, with a scheme that failed, or with a
// duplicate of ours.
func (o *throughputOptions) failure(r *throughput.Report, signal int) error {
	if r.Partial {
		o.Warn("interrupted: the figures are partial, of the samples taken until then")
		return &cli.Failure{Status: signal}
	}
	for _, m := range r.Subjects {
		if m.Err != nil {
			return cli.Refused("%s: %w", m.Subject.Label(), m.Err)
		}
	}
	for _, m := range r.Subjects {
		if m.Duplicates > 0 && m.Subject.Package == "" {
			return cli.Negative("%s generated %d duplicates among %d IDs", m.Subject.Name, m.Duplicates, m.Checked)
		}
	}
	return nil
}

// Throughput is the report of a measurement for people.
func throughputScreen(pen *screen.Pen, r *throughput.Report, sample time.Duration, machine string,
	skipped []string) string {
	taken := fmt.Sprintf("%d samples of %s", r.Samples, quantity.FormatDuration(sample))
	if r.Partial {
		taken = fmt.Sprintf("PARTIAL: interrupted after %d of %s", r.Taken(), taken)
	}
	p := pen.AtMost(screen.TextWidth).Page(0)
	p.Paragraph("", taken)
	p.Paragraph("", machine)
	p.Line()
	if cases := r.Table(); len(cases.Rows) > 0 {
		t := &screen.Table{Head: cases.Head, Rows: cases.Rows, Style: screen.BoldNames}
		t, left := t.Fit(pen.Width(), ">ALLOCS", ">LEAD", ">CEILING/S")
		p.Text(pen.Table(t))
		p.Line()
		p.Entries(2, 0, hows(r))
		p.Wider(left)
		if text := duplicates(r); text != "" {
			p.Line()
			p.Paragraph("duplicates: ", text)
		}
	}
	if busy(r) {
		p.Line()
		p.Paragraph("note: ", "most intervals are wider than 10 %: other programs take the CPUs, or they change their "+
			"speed; end those, or take more samples with --samples 30 --time 100ms")
	}
	if len(skipped) > 0 {
		p.Line()
		p.Paragraph("not measured: ", strings.Join(skipped, "; "))
	}
	return p.String()
}

// hows says what the ways are that were measured.
func hows(r *throughput.Report) (list []screen.Entry) {
	for how, c := range throughput.Hows() {
		for i := range r.Subjects {
			if slices.ContainsFunc(r.Subjects[i].Cases,
				func(c throughput.Case) bool { return c.How == throughput.How(how) }) {
				list = append(list, screen.Entry{Head: c.Name, Text: c.Help})
				break
			}
		}
	}
	return list
}

// busy reports whether most cases have wide intervals.
func busy(r *throughput.Report) bool {
	wide, all := 0, 0
	for _, m := range r.Subjects {
		for _, c := range m.Cases {
			if c.Ns.Level >= stats.Confidence {
				all++
				if max(c.Ns.High-c.Ns.Median, c.Ns.Median-c.Ns.Low) > c.Ns.Median/10 {
					wide++
				}
			}
		}
	}
	return wide > all/2
}

// duplicates says what was found among the ids that were searched.
func duplicates(r *throughput.Report) string {
	var found []string
	most := 0
	for i := range r.Subjects {
		m := &r.Subjects[i]
		if most = max(most, m.Checked); m.Duplicates > 0 {
			found = append(found, fmt.Sprintf("%d of %d of %s", m.Duplicates, m.Checked, m.Subject.Label()))
		}
	}
	switch {
	case most == 0:
		return ""
	case found == nil:
		return fmt.Sprintf("none among %d ids of each", most)
	}
	return strings.Join(found, ", ")
}

// The limits of what can be asked for.
const (
	mostThreads = 1024
	mostCases   = 16
)

// parseThreads reads a list of numbers of goroutines.
func parseThreads(text string) ([]int, error) {
	list, err := cli.ParseList("each number", func(word string) (n int, err error) {
		if n, err = strconv.Atoi(word); err != nil || n < 1 || n > mostThreads {
			err = fmt.Errorf("%q is not a number of goroutines; use 1 to %d, or several as 1,2,8", word, mostThreads)
		}
		return n, err
	})(text)
	if len(list) > mostCases {
		return nil, fmt.Errorf("%q has too many numbers; use at most %d", text, mostCases)
	}
	slices.Sort(list)
	return list, err
}

// parseHows reads a list of ways of generating ids.
func parseHows(text string) ([]throughput.How, error) {
	list, err := cli.ParseList("each way", throughput.ParseHow)(text)
	slices.Sort(list)
	return list, err
}

// listText writes what parseThreads and parseHows read.
func listText[T any](list []T) string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = fmt.Sprint(v)
	}
	return strings.Join(words, ",")
}

// parseSampleTime reads the length of a sample: below a millisecond a reading of the clock counts, above
// a minute no sample repeats.
func parseSampleTime(text string) (time.Duration, error) {
	return quantity.ParseDuration(text, time.Millisecond, time.Minute)
}
