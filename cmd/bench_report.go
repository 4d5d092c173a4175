package cmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"idscope/bench/compare"
	"idscope/bench/index"
	"idscope/bench/report"
	"idscope/bench/throughput"
	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/gen/quantity"
)

type reportOptions struct {
	*cli.App
	set    report.Settings // what the flags say of them, completed by plan
	custom cli.LayoutFlags
	output string
	rivals bool
}

func newBenchReport(a *cli.App, f *cli.Flags) cli.Run {
	o := &reportOptions{App: a, set: report.Settings{
		Selection: compare.Selection{Load: compare.UsualLoad()}, DSN: "bbolt:",
		Speed: throughput.Options{Samples: 6, Time: 20 * time.Millisecond, Check: 1 << 17},
		Index: usualIndex(a, 50_000)}}
	f.Takes(nil, a.CompleteSchemes)
	f.Text("output", &o.output)
	cli.AddLoad(f, &o.set.Load.Rate, &o.set.Load.Nodes, &o.set.Load.For)
	f.Switch("rivals", &o.rivals)
	addSpeed(f, &o.set.Speed)
	f.Var("check", cli.CountWithin(&o.set.Speed.Check, 0, mostChecked))
	addDSN(f, &o.set.DSN)
	f.Var("rows", cli.CountWithin(&o.set.Index.Rows, 1, 1e9))
	f.Complete("output", cobra.FixedCompletions([]cobra.Completion{"html"},
		cobra.ShellCompDirectiveFilterFileExt))
	o.custom.Add(f)
	return o.run
}

func (o *reportOptions) run(ctx context.Context, args []string) error {
	v, err := o.plan(ctx, args)
	if err != nil {
		return err
	}
	if o.output == "" && o.OutTerminal {
		return cli.Usage("report has no file to write into; use -o FILE").
			Hinted("idscope bench report -o report.html; -o - writes to the terminal anyway")
	}
	e := o.Engines
	if e.Report == nil || e.Plot == nil || e.Index == nil || o.rivals && e.Rivals == nil {
		return o.RunFull("bench report")
	}
	if _, err := index.Find(e.Index, o.set.DSN); err != nil {
		return cli.Usage("--dsn: %w", err)
	}
	if err := v.Reach(ctx); errors.Is(err, index.ErrDSN) {
		return cli.Usage("%w", err)
	} else if err != nil {
		return cli.Refused("%w", err)
	}
	var file *cli.WholeFile
	if o.output != "" && o.output != "-" {
		if file, err = cli.NewWholeFile(o.output); err == nil {
			err = file.Probe()
		}
		if err != nil {
			return err
		}
	}
	signal := o.Measured(ctx, v.Measure)
	var page bytes.Buffer
	var about []report.Fact
	m := thisMachine()
	if m.CPU != "" {
		about = append(about, report.Fact{Name: "processor", Value: m.CPU})
	}
	about = append(about, report.Fact{Name: "CPUs used", Value: strconv.Itoa(m.CPUs)},
		report.Fact{Name: "system", Value: m.OS + "/" + m.Arch}, report.Fact{Name: "Go", Value: m.Go})
	if err := e.Report(&page, v.Page(about, o.flags()), e.Plot); err != nil {
		return cli.Refused("the report cannot be written: %w", err)
	}
	if file != nil {
		err = file.Put(page.Bytes())
	} else {
		_, err = o.Out.Write(page.Bytes())
	}
	if err != nil {
		return err
	}
	return o.failure(v, signal)
}

// plan turns the arguments and flags into what is to be done.
func (o *reportOptions) plan(ctx context.Context, args []string) (*report.Survey, error) {
	if len(args) == 0 && o.custom == (cli.LayoutFlags{}) {
		args = report.DefaultSchemes()
	}
	schemes, err := o.Schemes(args, o.custom)
	if err != nil {
		return nil, err
	}
	s := &o.set
	s.Now = o.Now()
	s.Find = func(name string) (*gen.Scheme, error) { return o.Scheme(name, cli.LayoutFlags{}) }
	s.Source = o.Source(ctx)
	s.Index.Batch, s.Index.Start = min(s.Index.Batch, s.Index.Rows), s.Now.UTC()
	s.Drivers = o.Engines.Index
	if o.rivals && o.Engines.Rivals != nil {
		s.Rivals = o.Engines.Rivals()
	}
	v, err := report.Plan(schemes, *s)
	if err != nil {
		return nil, cli.Usage("%w; use a scheme that generates many", err)
	}
	return v, nil
}

// flags are those that the survey was called with.
func (o *reportOptions) flags() string {
	rate := strings.ReplaceAll(quantity.FormatRational(o.set.Load.Rate), ",", "") // as the flag takes it
	set := &o.set
	return fmt.Sprintf("--samples %d --time %s --threads %s --check %d --rows %d --rate %s --nodes %s --for %s",
		set.Speed.Samples, quantity.FormatDuration(set.Speed.Time), listText(set.Speed.Threads), set.Speed.Check,
		set.Index.Rows, rate, set.Load.Nodes, quantity.FormatSpan(set.Load.For))
}

// failure is how the call ends when its file is written: interrupted, with a part
// that failed, or with a duplicate of ours.
func (o *reportOptions) failure(v *report.Survey, signal int) error {
	remedy := v.Left()
	if signal != 0 {
		if remedy != "" {
			o.Warn(fmt.Sprintf("%v; by hand: %s", v.Err, remedy))
		}
		o.Warn("interrupted: the report is partial, of what was measured until then")
		return &cli.Failure{Status: signal}
	}
	if v.Err != nil {
		f := cli.Refused("index: %w; the report is written without it, or with a part of it", v.Err)
		if remedy != "" {
			return f.Hinted("by hand: %s", remedy)
		}
		return f
	}
	if v.Speed == nil { // nothing was to be timed
		return nil
	}
	return (&throughputOptions{App: o.App}).failure(v.Speed, 0)
}
