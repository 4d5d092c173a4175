package cmd

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"idscope/bench/index"
	"idscope/bench/index/bolt"
	"idscope/bench/index/sqlengine"
	"idscope/bench/stats"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen/testing/try"
)

// runs are six whose rates are within 10 % of each other.
func runs(perSec float64) index.Runs {
	list := []float64{0.95 * perSec, perSec, perSec, 1.05 * perSec, perSec, 0.99 * perSec}
	return index.Runs{PerSec: list, Interval: stats.Summarize(list)}
}

// filled is a report with known figures.
func filled() *index.Report {
	one := func(name, by string, perSec float64, disk int64, fill float64) *index.Result {
		r := &index.Result{Scheme: name, Column: "uuid", KeyBytes: 16, Order: "none", Inserted: 80_000,
			Seconds: 80_000 / perSec, PerSec: perSec, Runs: runs(perSec),
			Stats: index.Stats{DiskBytes: new(disk), IndexBytes: new(disk / 2), Fill: &fill,
				LogBytes: new(disk * 3)},
			Newest: &index.Reads{Rows: 10_000, Seconds: 1, PerSec: 10_000, Runs: runs(10_000)},
			Window: &index.Window{By: by, Reads: index.Reads{Rows: 10_000, Seconds: 1, PerSec: perSec, Runs: runs(perSec)}}}
		for i := 1; i <= 8; i++ {
			r.Samples = append(r.Samples, index.Sample{Rows: i * 10_000, Seconds: float64(i) * 10_000 / perSec, PerSec: perSec})
		}
		return r
	}
	r := &index.Report{About: index.About{Engine: "Tree 1.2", Target: "tree://h/", Order: "rows lie in a tree",
		LogKind: "log", Notes: []string{"a note"}, Cache: &index.Cache{Name: "pages", Bytes: 4_500_000}},
		Setting: index.Setting{Rows: 80_000, Batch: 1000, Payload: 100, Rate: 1000, Nodes: 2, Repeats: 6,
			Start: time.Date(2026, 1, 31, 0, 0, 0, 0, time.UTC)},
		Results: []*index.Result{one("uuidv4", index.ByScan, 20_000, 12_000_000, 0.67),
			one("uuidv7", index.ByKey, 80_000, 9_000_000, 0.9)}}
	r.Results[1].Splits, r.Results[1].Newest = new(int64(77)), nil
	return r
}

// TestIndexScreen: one that is whole, one whose rates differ by noise, one of a single run, one that was ended in a
// later run, and one that was ended in its first.
func TestIndexScreen(t *testing.T) {
	text := ""
	show := func(r *index.Report) {
		m := machine{Go: "go1.26", OS: "linux", Arch: "amd64", CPUs: 2, CPU: strings.Repeat("X", r.Complete)}
		text += indexScreen(screen.New(false, 0), r, m.String()) + "\n"
	}
	show(filled())
	same := filled()
	same.Results[0].Splits, same.Results[1].Runs, same.Results[1].PerSec = new(int64), runs(20_100), 20_100
	show(same)
	same.Repeats, same.Results[0].Runs, same.Results[1].Runs = 1, index.Runs{}, index.Runs{}
	same.Results[1].IndexBytes = nil
	show(same)
	r := filled()
	r.Partial, r.Complete, r.Cache.Bytes = true, 2, 0
	show(r)
	r.Results[0].Samples[2].Rows, r.Results[0].Samples[7].Rows = 40_000, 79_999 // a batch that passes a step
	r.Results[1].Partial, r.Results[1].Inserted, r.Results[1].Samples = true, 25_000, r.Results[1].Samples[:2]
	show(r)
	var out strings.Builder
	try.Works(t, screen.Write(&out, "csv", r.Records(nil)))
	try.File(t, "testdata/screens/index.txt", text+out.String())
}

// embedded are the engines that need no server.
func embedded(e *Environment) { e.Engines.Index = []index.Driver{bolt.Driver, sqlengine.SQLite} }

// TestIndexFailure: how a run ends, by what happened.
func TestIndexFailure(t *testing.T) {
	part := filled()
	part.Partial = true
	full, left := errors.New("disk full"), fmt.Errorf("%w: no", index.ErrLeft)
	const until = "the figures are partial, of the rows until then"
	tests := []struct {
		words  string
		report *index.Report
		remedy string
		signal int
		err    error
		want   string
	}{
		{"done", filled(), "", 0, nil, "0"},
		{"interrupted", part, "", 130, context.Canceled, "130 idscope: warning: interrupted: " + until},
		{"interrupted before there was anything", nil, "", 143, context.Canceled, "143"},
		{"interrupted in the first row", &index.Report{}, "", 143, context.Canceled, "143"},
		{"interrupted as the disk was full", part, "", 130, full, "3 disk full; " + until},
		{"the disk is full", part, "DROP IT", 0, full, "3 disk full; " + until},
		{"the disk is full at once", &index.Report{Partial: true}, "DROP IT", 0, full, "3 disk full"},
		{"interrupted, and not dropped", nil, "DROP IT", 130, errors.Join(context.Canceled, left), "130 idscope: " +
			"warning: context canceled; " + left.Error() + "; by hand: DROP IT"},
		{"not dropped at the end", filled(), "DROP IT", 0, left, "3 " + left.Error() + " by hand: DROP IT"},
		{"nor known how", filled(), "", 0, left, "3 " + left.Error()},
		{"left behind by a run", nil, "DROP IT", 0, index.ErrExists, "3 " + index.ErrExists.Error() + "; use a " +
			"database without it: it is dropped at the end, with all in it if nobody else is measuring, a run that " +
			"was killed left it behind: DROP IT"},
		{"left behind", nil, "", 0, index.ErrExists, "3 " + index.ErrExists.Error() + "; use a database " +
			"without it: it is dropped at the end, with all in it"},
	}
	for _, test := range tests {
		var said strings.Builder
		o := &indexOptions{App: &cli.App{Environment: Environment{Err: &said, Getenv: func(string) string { return "" }}}}
		err := o.failure(test.report, index.About{Remedy: test.remedy}, test.signal, test.err)
		got := "0"
		if f := (*cli.Failure)(nil); errors.As(err, &f) {
			got = strings.Join(strings.Fields(fmt.Sprintln(f.Status, said.String(), f, f.Hint())), " ")
		}
		try.Equal(t, got, test.want, "%s:", test.words)
	}
}
