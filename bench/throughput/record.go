package throughput

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"idscope/bench/chart"
	"idscope/bench/stats"
	"idscope/gen/quantity"
)

// Record is a scheme, or a rival, of a report: one object of JSON, and a row of a table for each
// of its cases.
type Record struct {
	Schema     int     `json:"schema" csv:"-"`
	Scheme     string  `json:"scheme"`
	Library    string  `json:"library,omitempty"` // of a rival
	Machine    any     `json:"machine" csv:"-"`
	Samples    int     `json:"samples" csv:"-"` // of each case, asked for
	SampleNs   int64   `json:"sample_ns" csv:"-"`
	Error      string  `json:"error,omitempty" csv:"-"`
	Reached    float64 `json:"of_ceiling,omitempty" csv:"-"`
	Cases      []Case  `json:"cases" csv:",rows"`
	Ceiling    float64 `json:"ceiling_per_second,omitempty"` // of one worker
	BorrowedNs int64   `json:"borrowed_ns"`
	Checked    int     `json:"checked"`
	Duplicates int     `json:"duplicates"`
	Form       string  `json:"form,omitempty"` // of the library
	Partial    bool    `json:"partial"`
}

// Records are the subjects of a report, on a machine, of samples of a length.
func (r *Report) Records(machine any, sample time.Duration) (list []Record) {
	for _, m := range r.Subjects {
		s := &m.Subject
		one := Record{Schema: 2, Scheme: s.Name, Library: s.Package, Form: s.Form, Machine: machine, Samples: r.Samples,
			SampleNs: int64(sample), Partial: r.Partial, Ceiling: s.Ceiling, BorrowedNs: int64(m.Lead),
			Checked: m.Checked, Duplicates: m.Duplicates, Cases: append([]Case{}, m.Cases...)}
		if m.Err != nil {
			one.Error = m.Err.Error()
		}
		if c := m.Case(Strict, 1); c != nil {
			one.Reached = c.PerSecond / s.Ceiling
		}
		list = append(list, one)
	}
	return list
}

// Gobench is what go test -bench would write of a report, a line for each sample, for benchstat:
// benchstat -col /by compares a rival with ours. The number after the name is that of goroutines.
func (r *Report) Gobench() string {
	var b strings.Builder
	for m, c := range r.All() {
		for _, ns := range c.Samples {
			fmt.Fprintf(&b, "BenchmarkMake/how=%s/scheme=%s/by=%s-%d\t%d\t%s ns/op\t%.0f B/op\t%.0f allocs/op\n",
				c.How, m.Subject.Name, m.Subject.By(), c.Threads, c.IDs, strconv.FormatFloat(ns, 'g', 6, 64),
				c.Bytes, c.Allocs)
		}
	}
	return b.String()
}

// line is a row of the table: a case of a subject.
type line struct {
	of Subject
	Case
}

// Table are the cases of all subjects for people.
func (r *Report) Table() chart.Table {
	var lines []*line
	for m, c := range r.All() {
		lines = append(lines, &line{m.Subject, *c})
	}
	return chart.Tabulate((*line).cells, lines...)
}

func (l *line) cells() []chart.Cell {
	ceiling, lead, versus := "-", "-", "-"
	if l.of.Ceiling > 0 { // which ids that borrow time of the future may pass
		ceiling, lead = quantity.FormatMetric(l.of.Ceiling), "0"
		if l.Lead != 0 {
			lead = quantity.FormatSeconds(l.Lead.Seconds())
		}
	}
	switch v := l.Versus; {
	case v == nil:
	case v.Noise:
		versus = "~"
	default:
		versus = strconv.FormatFloat(v.Ratio, 'f', 2, 64) + "x"
	}
	return []chart.Cell{
		{Head: "SCHEME", Value: l.of.Label()},
		{Head: "HOW", Value: string(l.How)},
		{Head: ">THREADS", Text: ">goroutines", Value: strconv.Itoa(l.Threads)},
		{Head: ">NS/ID", Text: ">ns per id", Value: nanoseconds(l.NsPerID)},
		{Head: ">+-", Value: l.Interval().Spread()},
		{Head: ">IDS/S", Value: quantity.FormatMetric(l.PerSecond)},
		{Head: ">CEILING/S", Text: ">at most", Value: ceiling},
		{Head: ">LEAD", Text: ">lead over the clock", Value: lead},
		// what is below half a hundredth is of the loop, not of an id
		{Head: ">ALLOCS", Text: ">allocations per id",
			Value: strconv.FormatFloat(math.Round(l.Allocs*100)/100, 'f', -1, 64)},
		{Head: ">VS", Text: ">against the first", Value: versus},
	}
}

// nanoseconds writes three digits, and microseconds from 100 000 ns on.
func nanoseconds(v float64) string {
	if v >= 1e5 {
		return quantity.FormatFixed(v/1e3) + "us"
	}
	return quantity.FormatFixed(v)
}

// Figures draws a report: for each number of goroutines the ns per id of every
// case as a bar with its interval, one figure for each way of making ids. Strict
// is left out: there the clock is measured, not the code.
func Figures(r *Report) (all []chart.Figure) {
	for _, how := range hows[:len(hows)-1] {
		for _, threads := range r.Threads() {
			by := fmt.Sprintf("%d goroutines", threads)
			if threads == 1 {
				by = "one goroutine"
			}
			f := chart.Figure{
				Title: "Generating ids: " + how.Name + ", " + by,
				Note: fmt.Sprintf("medians of %d samples with intervals of %.0f %% or more; shorter is faster; "+
					"of several goroutines it is the time of all by all ids", r.Samples, 100*stats.Confidence),
				X: chart.Axis{Label: "scheme"},
				Y: chart.Axis{Label: "ns per id"},
			}
			for _, m := range r.Subjects {
				if c := m.Case(How(how.Name), threads); c != nil {
					f.Bars = append(f.Bars, chart.Bar{Name: m.Subject.Label(), Value: c.NsPerID, Low: c.Low,
						High: c.High})
				}
			}
			if clip(&f); len(f.Bars) > 0 {
				all = append(all, f)
			}
		}
	}
	return all
}

// clip ends intervals at three times the highest bar: one sample that something
// else disturbed would make stubs of all bars.
func clip(f *chart.Figure) {
	highest := 0.0
	for _, b := range f.Bars {
		highest = max(highest, b.Value)
	}
	for i := range f.Bars {
		if b := &f.Bars[i]; b.High > 3*highest {
			b.High = 3 * highest
			b.Name += " (interval cut)"
		}
	}
}
