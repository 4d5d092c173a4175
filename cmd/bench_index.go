package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"idscope/bench/index"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen"
	"idscope/gen/quantity"
)

type indexOptions struct {
	*cli.App
	custom  cli.LayoutFlags
	options index.Options // what the flags say of them, completed by settings
	dsn     string
	at      string
	seed    *uint64
	format  cli.Format
}

// indexDefaults are the schemes that are compared where none is named: what people
// leave, and where they go.
var indexDefaults = [...]string{"uuidv4", "uuidv7", "snowflake"}

// mostPayload leaves room for the longest key in a row that no engine moves out of
// its page: SQLite's is the smallest, with a quarter of 4096 bytes.
const mostPayload = 900

func newBenchIndex(a *cli.App, f *cli.Flags) cli.Run {
	o := &indexOptions{App: a, dsn: "bbolt:", format: cli.NewRecordFormat("one row for each slice of the inserts"),
		options: usualIndex(a, 100_000)}
	set := &o.options.Setting
	set.Repeats = 6
	f.Takes(nil, a.CompleteSchemes)
	addDSN(f, &o.dsn)
	f.Var("rows", cli.CountWithin(&set.Rows, 1, 1e9))
	f.Switch("beyond-memory", &set.Beyond)
	f.Var("variant", cli.Value(&set.Variants, "", cli.ParseChoices[index.Variant](index.Variants)))
	f.Var("batch", cli.CountWithin(&set.Batch, 1, 10_000))
	f.Var("payload", cli.CountWithin(&set.Payload, 0, mostPayload))
	f.Var("repeats", cli.CountWithin(&set.Repeats, 1, 1000))
	f.Var("rate", cli.Value(&set.Rate, strconv.FormatFloat(set.Rate, 'g', -1, 64), parseIDRate))
	f.Var("nodes", cli.CountWithin(&set.Nodes, 1, 1024))
	f.Text("at", &o.at)
	f.Var("seed", cli.SeedFlag(&o.seed))
	o.format.Add(f)
	f.Complete("variant", cli.CompleteList(index.Variants))
	o.custom.Add(f)
	return o.run
}

func (o *indexOptions) run(ctx context.Context, args []string) error {
	o.format.Resolve()
	schemes, err := o.settings(args)
	if err != nil {
		return err
	}
	drivers := o.Engines.Index
	if drivers == nil {
		return o.RunFull("bench index")
	}
	if _, err := index.Find(drivers, o.dsn); err != nil {
		return cli.Usage("--dsn: %w", err)
	}
	var report *index.Report
	var about index.About
	signal := o.Measured(ctx, func(ctx context.Context, show func(doing string, done, total int)) {
		o.options.Progress = show
		report, about, err = index.Measure(ctx, drivers, o.dsn, schemes, o.options)
	})
	if report != nil && len(report.Results) > 0 {
		if err := o.write(report); err != nil {
			return err
		}
	}
	return o.failure(report, about, signal, err)
}

// write prints a report in the format asked for.
func (o *indexOptions) write(r *index.Report) error {
	if o.format.Value == "text" {
		return o.Print(indexScreen(o.Pen(0), r, thisMachine().String()))
	}
	return o.PrintRecords(o.format.Value, r.Records(thisMachine()))
}

// failure is how the call ends: done, interrupted, or refused by the database.
func (o *indexOptions) failure(r *index.Report, about index.About, signal int, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, index.ErrDSN), errors.Is(err, index.ErrVariant), errors.Is(err, index.ErrCache):
		return cli.Usage("%w", err)
	case errors.Is(err, index.ErrPlace):
		return cli.Refused("%w", err).Hinted("name a directory that can be written with $TMPDIR")
	case errors.Is(err, index.ErrExists):
		f := cli.Refused("%w; use a database without it: it is dropped at the end, with all in it", err)
		if about.Remedy != "" {
			return f.Hinted("if nobody else is measuring, a run that was killed left it behind: %s", about.Remedy)
		}
		return f
	case signal != 0 && errors.Is(err, context.Canceled):
		if r != nil && len(r.Results) > 0 {
			o.Warn("interrupted: the figures are partial, of the rows until then")
		}
		if errors.Is(err, index.ErrLeft) {
			o.Warn(fmt.Sprintf("%v; by hand: %s", err, about.Remedy))
		}
		return &cli.Failure{Status: signal}
	case r != nil && r.Partial && len(r.Results) > 0:
		return cli.Refused("%w; the figures are partial, of the rows until then", err)
	}
	f := cli.Refused("%w", err)
	if errors.Is(err, index.ErrLeft) && about.Remedy != "" {
		return f.Hinted("by hand: %s", about.Remedy)
	}
	return f
}

// usualIndex are the options of inserts where flags say nothing else.
func usualIndex(a *cli.App, rows int) index.Options {
	return index.Options{Clock: a.Clock,
		Setting: index.Setting{Rows: rows, Batch: 1000, Payload: 100, Rate: 1000, Nodes: 1}}
}

// settings turns the arguments into schemes, and completes the options, all checked.
func (o *indexOptions) settings(args []string) ([]*gen.Scheme, error) {
	if len(args) == 0 && o.custom == (cli.LayoutFlags{}) {
		args = indexDefaults[:]
	}
	schemes, err := o.Schemes(args, o.custom)
	if err != nil {
		return nil, err
	}
	start := o.Now()
	if o.at != "" {
		if start, err = o.Time("at", o.at, time.UTC); err != nil {
			return nil, err
		}
	}
	timed := slices.ContainsFunc(schemes, (*gen.Scheme).Timed)
	if o.seed != nil && timed && o.at == "" {
		return nil, cli.Usage("--seed needs --at: the ids have a time; use both")
	}
	opts := &o.options
	opts.Start, opts.Batch = start.UTC(), min(opts.Batch, opts.Rows)
	if o.seed != nil {
		opts.Random = func() io.Reader { return gen.SeededRandom(*o.seed) }
	}
	if err := opts.Check(schemes); err != nil {
		if errors.As(err, new(*gen.ClockError)) && o.at == "" {
			return nil, cli.Refused("%w", err)
		}
		return nil, cli.Usage("%w", err)
	}
	return schemes, nil
}

// parseIDRate reads how many ids are stamped per second.
func parseIDRate(text string) (float64, error) {
	rate, err := quantity.ParseRate(text)
	if err != nil {
		return 0, err
	}
	v, _ := rate.Float64()
	if v < 1e-6 || v > 1e12 {
		return 0, fmt.Errorf("%s is not a rate of IDs: use 1e-6 to 1e12 per second", text)
	}
	return v, nil
}

// indexScreen is the report of inserts for people: what was measured, the figures of each
// scheme with their ratios to the first, the rate as the table grew, and what one has
// to know to believe it.
func indexScreen(pen *screen.Pen, r *index.Report, machine string) string {
	p := pen.AtMost(screen.TextWidth).Page(0)
	if last := r.Results[len(r.Results)-1]; last.Partial {
		p.Paragraph("", fmt.Sprintf("PARTIAL: interrupted after %d rows of %s", last.Inserted, last.Scheme))
	} else if r.Partial {
		p.Paragraph("", fmt.Sprintf("PARTIAL: interrupted in run %d of %d", r.Complete+1, r.Repeats))
	}
	// A path stays in its line where nobody looks.
	p.Text(pen.Wrap(0, 0, screen.Plain.Of(r.Engine+": "+r.Target)) + "\n")
	p.Paragraph("", fmt.Sprintf("%d rows of each scheme, %d a transaction, %d bytes beside the id",
		r.Rows, r.Batch, r.Payload))
	p.Paragraph("", machine)
	p.Line()
	t, ratios := r.Table()
	p.Text(pen.Panels(&screen.Table{Head: t.Head, Rows: t.Rows, Style: func(row, column int) screen.Style {
		if row >= 0 && ratios[row] {
			return screen.Dim
		}
		return screen.BoldNames(row, column)
	}}))
	p.Line()
	if head, rows := growth(r); len(rows) > 0 {
		p.Text(pen.Panels(&screen.Table{Head: head, Rows: rows, Style: screen.BoldNames}))
		p.Line()
	}
	for _, note := range r.Facts() {
		p.Paragraph("- ", note)
	}
	return p.String()
}

// growthSteps is how many columns the rate over time has on a screen.
const growthSteps = 8

// growth is the table of the rate between one number of rows and the next.
func growth(r *index.Report) (head []string, rows [][]string) {
	head = []string{"ROWS/S UNTIL"}
	for step := 1; step <= growthSteps; step++ {
		head = append(head, ">"+quantity.FormatMetric(float64(r.Rows*step/growthSteps)))
	}
	for _, x := range r.Results {
		if len(x.Samples) < growthSteps {
			continue
		}
		row := []string{r.Name(x)}
		var before index.Sample
		for step := 1; step <= growthSteps; step++ {
			end := r.Rows * step / growthSteps
			at := slices.IndexFunc(x.Samples, func(s index.Sample) bool { return s.Rows >= end })
			if at < 0 || x.Samples[at].Rows == before.Rows {
				row = append(row, "-")
				continue
			}
			s := x.Samples[at]
			rate := "-"
			if took := s.Seconds - before.Seconds; took > 0 {
				rate = quantity.FormatMetric(float64(s.Rows-before.Rows) / took)
			}
			row, before = append(row, rate), s
		}
		rows = append(rows, row)
	}
	return head, rows
}
