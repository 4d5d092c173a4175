package report

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"idscope/bench/chart"
	"idscope/bench/index"
	"idscope/bench/throughput"
	"idscope/gen"
	"idscope/gen/testing/try"
)

func barred(n int) *chart.Figure {
	f := &chart.Figure{Title: "Speed", X: chart.Axis{Label: "scheme"}, Y: chart.Axis{Label: "ns per id"}}
	for i := range n {
		v := float64(10 * (i + 1))
		f.Bars = append(f.Bars, chart.Bar{Name: string(rune('a' + i)), Value: v, Low: v, High: v})
	}
	return f
}

// TestWords compares what is said of figures, and their tables, with testdata/words.txt: of bars, few and many, with an
// interval; of lines over the same X and over their own, of which the shorter length counts; and of nothing.
func TestWords(t *testing.T) {
	ranged, x := barred(2), []float64{1000, 20000}
	ranged.Bars[1].Low, ranged.Bars[1].High = 19, 22.5
	lines := func(list ...chart.Line) *chart.Figure {
		return &chart.Figure{Title: "Rate", X: chart.Axis{Label: "rows"}, Y: chart.Axis{Label: "rows per second"},
			Lines: list}
	}
	said := ""
	for _, f := range []*chart.Figure{barred(2), barred(12), barred(13), ranged, lines(), lines(chart.Line{Name: "uuidv4",
		X: []float64{1, 2, 3}, Y: []float64{9, 8, 7, 6}}, chart.Line{Name: "none"}),
		lines(chart.Line{Name: "a", X: x, Y: []float64{1, 2}}, chart.Line{Name: "b", X: x, Y: []float64{3, math.NaN()}}),
		lines(chart.Line{Name: "a", X: []float64{1, 2}, Y: []float64{2}}, chart.Line{Name: "b", X: []float64{3},
			Y: []float64{4, 5}})} {
		said += Alt(f) + "\n" + text(Data(f)) + "\n\n"
	}
	try.File(t, "testdata/words.txt", said)
}

// text is a table as lines of cells.
func text(t Table) string {
	out := strings.Join(t.Head, "|")
	for _, r := range t.Rows {
		out += "\n" + strings.Join(r, "|")
	}
	return out
}

// TestStates compares with testdata/states.txt what is said of surveys that ended early, or of which a part failed:
// before the first sample, in the speed, before the index and in it; and what and which sections are empty.
func TestStates(t *testing.T) {
	whole, part := &index.Result{Scheme: "ulid", PerSec: 7, Stats: index.Stats{DiskBytes: new(int64(2e6))}},
		&index.Result{Scheme: "xid", PerSec: 5, Stats: index.Stats{DiskBytes: new(int64(1e6))}, Partial: true,
			Samples: []index.Sample{{Rows: 1}}, Newest: &index.Reads{Rows: 1}}
	speed := func(partial bool, list ...*throughput.Measured) *throughput.Report {
		return &throughput.Report{Partial: partial, Samples: 9, Subjects: list}
	}
	timed := &throughput.Measured{Subject: throughput.Subject{Name: "ulid"}, Checked: 900, Duplicates: 3,
		Cases: []throughput.Case{{How: throughput.Next, Threads: 1, NsPerID: 5, Samples: []float64{5, 5}}}}
	failed := &throughput.Measured{Subject: throughput.Subject{Name: "xid"}, Err: errors.New("it\n burns"), Checked: 1}
	two, both := []*gen.Scheme{{Name: "ulid"}, {Name: "xid"}}, make([]throughput.Subject, 2)
	said := ""
	for _, s := range []*Survey{{Speed: speed(true, &throughput.Measured{})}, {Ended: true, subjects: both, indexed: two},
		{Ended: true, Speed: speed(true, timed), indexed: two}, {Ended: true, Speed: speed(false, timed)},
		{Ended: true, Speed: speed(false, timed, failed), indexed: two, Index: &index.Report{}},
		{Ended: true, Speed: speed(false), indexed: two, Index: &index.Report{Results: []*index.Result{whole, part},
			Partial: true}}, {Ended: true, indexed: two, Index: &index.Report{}, Err: index.ErrLeft},
		{Ended: true, Speed: speed(false), indexed: two}, {Ended: true, indexed: two, Index: &index.Report{
			Results: []*index.Result{whole}}}, {Ended: true, indexed: two, Index: &index.Report{
			Results: []*index.Result{whole, {}}}, Err: index.ErrLeft},
		{Err: index.ErrExists}, {Err: errors.New("full\ndisk")}, {}} {
		s.About.Remedy = "drop it"
		said += strings.Join(s.warnings(), "\n") + "\n" + s.Left() + "\n" + fmt.Sprintln(s.facts())
		for _, x := range []Section{s.speed(), s.inserts()} {
			said += fmt.Sprintln(x.Title, len(x.Pictures), x.Lead, x.Warnings, x.Notes)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for _, s := range []*Survey{{}, {indexed: two, subjects: both}} { // of nothing; ended before it begins
		s.Measure(ctx, nil)
		said += fmt.Sprintln(s.Speed, s.Index, s.Err, s.Ended, s.Reach(ctx))
		cancel()
	}
	for _, s := range []Section{{Notes: []string{"x"}, More: []Table{{}}}, {Tables: []Table{{}}},
		{Pictures: []Picture{{}}}, {Warnings: []string{"x"}}} {
		said += fmt.Sprintln(s.Empty())
	}
	try.File(t, "testdata/states.txt", said)
}
