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

	"idscope/bench/throughput"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen"
	"idscope/gen/quantity"
)

type throughputOptions struct {
	*cli.App
	options throughput.Options
	custom  cli.LayoutFlags
	rivals  bool
	all     bool
	lead    time.Duration
	format  cli.Format
}

// addSpeed defines the flags of how speed is measured, here and in a report. Below a millisecond a reading
// of the clock counts, above a minute no sample repeats.
func addSpeed(f *cli.Flags, o *throughput.Options) {
	o.Threads = slices.Compact([]int{1, runtime.GOMAXPROCS(0)})
	f.Var("threads", cli.Value(&o.Threads, "", parseThreads))
	f.Var("samples", cli.CountWithin(&o.Samples, 1, 1000))
	f.Var("time", cli.Value(&o.Time, quantity.FormatDuration(o.Time),
		cli.Within(quantity.ParseDuration, time.Millisecond, time.Minute)))
}

// usualSubjects are measured where no scheme is named, and usualTime is the length of their
// samples: so that it takes half a minute, on a busy machine too.
var usualSubjects = [...]string{"uuidv4", "uuidv7", "ulid", "ksuid", "xid", "objectid", "nanoid", "snowflake"}

const (
	usualTime   = 10 * time.Millisecond
	usualWithin = 25 * time.Second // of all samples
)

func newBenchThroughput(a *cli.App, f *cli.Flags) cli.Run {
	o := &throughputOptions{App: a, lead: throughput.DefaultLead,
		options: throughput.Options{Samples: throughput.DefaultSamples, Time: throughput.DefaultTime,
			Check: throughput.DefaultCheck},
		format: cli.NewRecordFormat("one row for each case", gen.Choice{Name: "gobench",
			Help: "a line for each sample, as go test -bench writes and benchstat reads"})}
	f.Takes(nil, a.CompleteSchemes)
	f.Switch("all", &o.all)
	f.Switch("rivals", &o.rivals)
	f.Var("how", cli.Value(&o.options.Hows, "all", cli.ParseChoices[throughput.How](throughput.Hows)))
	addSpeed(f, &o.options)
	f.Var("max-lead", cli.Value(&o.lead, quantity.FormatDuration(o.lead), cli.ParseLead))
	f.Var("check", cli.CountWithin(&o.options.Check, 0, mostChecked))
	o.format.Add(f)
	f.Complete("how", cli.CompleteList(throughput.Hows))
	o.custom.Add(f)
	return func(ctx context.Context, args []string) error {
		if len(args) == 0 && !o.all && !f.Changed("time") {
			o.options.Time = usualTime
			if !f.Changed("samples") {
				o.options.Within = usualWithin
			}
		}
		return o.run(ctx, args)
	}
}

func (o *throughputOptions) run(ctx context.Context, args []string) error {
	o.format.Resolve()
	subjects, left, err := o.subjects(ctx, args)
	if err != nil {
		return err
	}
	var report *throughput.Report
	signal := o.Measured(ctx, func(ctx context.Context, show func(doing string, done, total int)) {
		o.options.Step = func(done, total int) { show("measuring", done, total) }
		report = throughput.Run(ctx, subjects, o.options)
	})
	if err := o.write(report, left); err != nil {
		return err
	}
	return o.failure(report, signal)
}

// write prints a report in the format asked for.
func (o *throughputOptions) write(r *throughput.Report, left []string) error {
	m := thisMachine()
	switch o.format.Value {
	case "text":
		return o.Print(throughputScreen(o.Pen(0), r, o.options.Time, m.String(), left))
	case "gobench":
		return o.Print(gobenchHead(m, r.Partial) + r.Gobench())
	}
	return o.PrintRecords(o.format.Value, r.Records(m, o.options.Time))
}

// gobenchHead is what benchstat is told of a machine.
func gobenchHead(m machine, partial bool) string {
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
// those that have one, each followed by its rivals. Left says what is not
// measured, and why.
func (o *throughputOptions) subjects(ctx context.Context, args []string) (list []throughput.Subject, left []string,
	err error) {
	named, names := len(args) > 0, args
	usual := !named && !o.all && !o.rivals
	if usual {
		names = usualSubjects[:]
	}
	schemes, err := o.Schemes(names, o.custom)
	if err != nil {
		return nil, nil, err
	}
	var rivals []throughput.Subject
	if o.rivals && o.Engines.Rivals == nil {
		return nil, nil, o.RunFull("bench throughput --rivals")
	} else if o.rivals {
		rivals = o.Engines.Rivals()
	}
	silent := 0
	var others, slow []string
	for _, s := range schemes {
		beside := throughput.Against(rivals, s.Name)
		if !named && (!s.Generated() || !s.Varies() && !s.Named()) { // nobody expects a figure
			silent++
			continue
		} else if !named && o.rivals && len(beside) == 0 {
			continue
		}
		sub, err := throughput.Own(s, o.lead, o.Source(ctx))
		if err != nil && named {
			if errors.As(err, new(*gen.ClockError)) && !errors.As(err, new(*cli.Failure)) {
				return nil, nil, cli.Refused("%w", err)
			}
			return nil, nil, cli.AsUsage(err)
		} else if err != nil {
			left = append(left, cli.OneLine(err.Error()))
			continue
		}
		fits, tooSlow, err := o.ways(&sub)
		switch {
		case err != nil && named:
			return nil, nil, err
		case tooSlow:
			slow = append(slow, s.Name)
		case !fits:
			others = append(others, s.Name)
		}
		if fits {
			list = append(append(list, sub), beside...)
		}
	}
	if len(others) > 0 {
		left = append(left, strings.Join(others, ", ")+", which are not generated so")
	}
	if len(slow) > 0 {
		left = append(left, "strict of "+strings.Join(slow, ", ")+", whose ticks are too long for samples of "+
			quantity.FormatDuration(o.options.Time))
	}
	if usual {
		left = append(left, "the other schemes: name them, or --all")
	}
	if silent > 0 && !o.rivals {
		left = append(left, fmt.Sprintf("%d schemes that are only read, or always the same", silent))
	}
	if o.rivals && !slices.ContainsFunc(list, func(s throughput.Subject) bool { return s.Package != "" }) {
		var with []string
		for _, r := range rivals {
			with = append(with, r.Name)
		}
		return nil, nil, cli.Usage("%s has no rival; use one of %s", strings.Join(args, ", "),
			strings.Join(slices.Compact(with), ", "))
	}
	return list, left, nil
}

// ways reports whether a subject can be measured in one of the ways that were asked for, and whether its
// ticks are too long for one of them; the error says so where there is no other.
func (o *throughputOptions) ways(s *throughput.Subject) (fits, slow bool, err error) {
	asked := o.options.Hows
	if asked == nil {
		asked = s.Hows
	}
	if !slices.ContainsFunc(s.Hows, func(h throughput.How) bool { return slices.Contains(asked, h) }) {
		return false, false, cli.Usage("%s is not generated by --how %s; use %s", s.Name, listText(o.options.Hows),
			listText(s.Hows))
	}
	least := s.StrictFrom()
	if least <= o.options.Time || !slices.Contains(asked, throughput.Strict) {
		return true, false, nil
	}
	if len(o.options.Hows) == 1 {
		err = cli.Usage("%s has ticks of %s, too long for --how strict in samples of %s; use --time %s or more", s.Name,
			quantity.FormatDuration(s.Tick), quantity.FormatDuration(o.options.Time), quantity.FormatDuration(least))
	}
	return len(o.options.Hows) != 1, true, err
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

// throughputScreen is the report of a measurement for people; left is what was not measured.
func throughputScreen(pen *screen.Pen, r *throughput.Report, sample time.Duration, machine string,
	left []string) string {
	taken := quantity.Counted(r.Samples, "sample") + " of " + quantity.FormatDuration(sample)
	if r.Partial {
		taken = fmt.Sprintf("PARTIAL: interrupted after %d of %s", r.Taken(), taken)
	}
	p := pen.AtMost(screen.TextWidth).Page(0)
	p.Paragraph("", taken)
	p.Paragraph("", machine)
	p.Line()
	if cases := r.Table(); len(cases.Rows) > 0 {
		t, spare := screen.TableOf(cases).Fit(pen.Width(), ">ALLOCS", ">LEAD", ">CEILING/S", ">+-")
		p.Text(pen.Panels(t))
		p.Line()
		p.Entries(2, 0, hows(r))
		p.Wider(spare)
		if text := r.Found(); text != "" {
			p.Line()
			p.Paragraph("duplicates: ", text)
		}
	}
	if busy(r) {
		p.Line()
		p.Paragraph("note: ", "most intervals are wider than 10 %: other programs take the CPUs, or they change their "+
			"speed; end those, or take more samples with --samples 30 --time 100ms")
	}
	if len(left) > 0 {
		p.Line()
		p.Paragraph("not measured: ", strings.Join(left, "; "))
	}
	return p.String()
}

// hows says what the ways are that were measured.
func hows(r *throughput.Report) (list []screen.Entry) {
	measured := map[throughput.How]bool{}
	for _, c := range r.All() {
		measured[c.How] = true
	}
	for _, c := range throughput.Hows() {
		if measured[throughput.How(c.Name)] {
			list = append(list, screen.Entry{Head: c.Name, Text: c.Help})
		}
	}
	return list
}

// busy reports whether most cases have wide intervals.
func busy(r *throughput.Report) bool {
	wide, all := 0, 0
	for _, c := range r.All() {
		if share, ok := c.Interval().Share(); ok {
			all++
			if share > 0.1 {
				wide++
			}
		}
	}
	return wide > all/2
}

// The limits of what can be asked for.
const (
	mostThreads = 1024
	mostCases   = 16
	mostChecked = 1 << 26
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

// listText writes a list as its flag reads it.
func listText[T any](list []T) string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = fmt.Sprint(v)
	}
	return strings.Join(words, ",")
}
