package cmd

import (
	"context"
	"math/big"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"idscope/bench/throughput"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/ui"
)

type reportOptions struct {
	*cli.App
	custom  cli.LayoutFlags
	output  string
	nodes   *big.Int
	rate    *big.Rat
	span    *big.Rat
	threads []int
	samples uint64
	time    time.Duration
	check   uint64
	rivals  bool
	dsn     string
	rows    uint64
}

// reportDefaults are the schemes of a report that names none: those that most
// people choose between, as many as a picture has colours.
var reportDefaults = [...]string{"uuidv4", "uuidv7", "ulid", "ksuid", "snowflake", "sonyflake", "xid", "objectid"}

func newBenchReport(a *cli.App) *cobra.Command {
	o := &reportOptions{App: a, nodes: big.NewInt(10), rate: big.NewRat(1000, 1), span: big.NewRat(31_556_952, 1),
		threads: slices.Compact([]int{1, runtime.GOMAXPROCS(0)}), samples: 6, time: 20 * time.Millisecond, check: 1 << 17, dsn: "bbolt:", rows: 50_000}
	c := &cobra.Command{
		Use: "report [scheme...]",
		Long: `report measures and calculates, in small, what bench and compare do, and writes all of it
into one HTML file: the table of compare, how fast ids are made, the odds of a collision,
what the order of ids does to an index, the machine and the versions. Without a name it
is of ` + strings.Join(reportDefaults[:], ", ") + `.

The file needs nothing beside it, has no script, and a browser that shows it fetches
nothing. It follows the reader's light or dark setting. Beneath each picture stand its
figures as a table, and how they were made.

idscope bench report -o report.html takes about half a minute; --samples, --time, --check
and --rows make that more or less.
--rate, --nodes and --for are the load that the odds are of. The file appears when it is
complete; a signal ends the measurement early, and the file, which then says that it is
partial, holds what there is.`,
		Example: strings.Join([]string{
			"  idscope bench report uuidv4 uuidv7 --samples 2 --time 1ms --check 0 --rows 500 -o report.html",
			"  idscope bench report ulid --rate 100k --nodes 64 --for 10y --samples 2 --time 1ms --check 0 --rows 500 -o report.html",
			"  idscope bench report xid --dsn sqlite: --threads 1 --samples 2 --time 1ms --check 0 --rows 500 > report.html",
		}, "\n"),
		ValidArgsFunction: a.CompleteSchemes,
		RunE:              func(c *cobra.Command, args []string) error { return o.run(c.Context(), args) },
	}
	f := c.Flags()
	f.StringVarP(&o.output, "output", "o", "", "write into this `FILE`, - for stdout")
	f.Var(cli.Flag(&o.rate, "N", "1000", cli.ParseRate), "rate", "odds: ids a second, all nodes together")
	f.Var(cli.Flag(&o.nodes, "N", "10", cli.ParseNodes), "nodes", "odds: how many nodes make ids")
	f.Var(cli.Flag(&o.span, "DURATION", "1y", cli.ParseSpan), "for", "odds: for how long, in s, m, h, d, w, y")
	f.BoolVar(&o.rivals, "rivals", false, "speed: other libraries beside ours")
	f.Var(cli.Flag(&o.threads, "LIST", cli.ThreadsText(o.threads), cli.ParseThreads), "threads", "speed: by so many goroutines, as 1,2,8")
	f.Var(cli.Flag(&o.samples, "N", strconv.FormatUint(o.samples, 10), cli.BoundedCount("samples", 1, 1000)), "samples", "speed: samples of each case")
	f.Var(cli.Flag(&o.time, "DURATION", ui.Duration(o.time), cli.ParseSampleTime), "time", "speed: length of a sample, 1ms to 1m")
	f.Var(cli.Flag(&o.check, "N", strconv.FormatUint(o.check, 10), cli.BoundedCount("ids", 0, 1<<26)), "check", "speed: ids to search for duplicates, of each scheme")
	f.StringVar(&o.dsn, "dsn", o.dsn, "index: insert into this `DATABASE`: bbolt:, sqlite:, postgres:// or mysql://")
	f.VarP(cli.Flag(&o.rows, "N", strconv.FormatUint(o.rows, 10), cli.BoundedCount("rows", 1, 1e9)), "rows", "n", "index: rows of each scheme")
	_ = c.RegisterFlagCompletionFunc("output", cobra.FixedCompletions([]cobra.Completion{"html"}, cobra.ShellCompDirectiveFilterFileExt))
	_ = c.RegisterFlagCompletionFunc("dsn", cobra.FixedCompletions([]cobra.Completion{"bbolt:", "sqlite:", "postgres://", "mysql://"},
		cobra.ShellCompDirectiveNoSpace|cobra.ShellCompDirectiveNoFileComp))
	o.custom.Add(c)
	return c
}

func (o *reportOptions) run(ctx context.Context, args []string) error {
	p, err := o.plan(args)
	if err != nil {
		return err
	}
	if o.output == "" && o.OutTerminal {
		return cli.Usage("report has no file to write into; want -o FILE").Hinted("idscope bench report -o report.html; -o - writes to the terminal all the same")
	}
	if o.Engines.Report == nil || o.Engines.Plot == nil || o.Engines.Index == nil || o.rivals && o.Engines.Rivals == nil {
		return o.RunFull("bench report")
	}
	if err := o.prepare(ctx, p); err != nil {
		return err
	}
	file, err := newWhole(o.output)
	if err != nil {
		return err
	}
	ctx, stopped := cli.UntilSignal(ctx)
	m := o.measure(ctx, p)
	m.signal = stopped()
	if err := o.writeReport(file, o.page(m)); err != nil {
		return err
	}
	return o.verdict(m)
}

// verdict is how the call ends when its file is written: interrupted, with a part
// that failed, or with a duplicate of ours.
func (o *reportOptions) verdict(m *survey) error {
	for _, text := range m.left {
		o.Warn(text)
	}
	if m.signal != 0 {
		o.Warn("interrupted: the report is partial, of what was measured until then")
		return &cli.Failure{Status: m.signal}
	}
	if m.indexErr != nil {
		f := cli.Refused("index: %w; the report is written without it, or with a part of it", m.indexErr)
		if m.remedy != "" {
			return f.Hinted("by hand: %s", m.remedy)
		}
		return f
	}
	return (&throughputOptions{App: o.App}).verdict(speedOrNone(m.speed), 0)
}

// speedOrNone is an empty report where nothing was to be measured.
func speedOrNone(r *throughput.Report) *throughput.Report {
	if r == nil {
		return &throughput.Report{}
	}
	return r
}
