package throughput

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"idscope/bench/chart"
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
	Cases      []Row   `json:"cases" csv:",rows"`
	Ceiling    float64 `json:"ceiling_per_second,omitempty"` // of one worker
	BorrowedNs int64   `json:"borrowed_ns"`
	Checked    int     `json:"checked"`
	Duplicates int     `json:"duplicates"`
	Form       string  `json:"form,omitempty"` // of the library
	Partial    bool    `json:"partial"`
}

// Row is a case.
type Row struct {
	How       string    `json:"how"`
	Threads   int       `json:"threads"`
	Samples   []float64 `json:"samples_ns_per_id" csv:"samples,count"`
	IDs       int       `json:"ids"` // of a sample
	NsPerID   float64   `json:"ns_per_id"`
	Low       float64   `json:"low"`
	High      float64   `json:"high"`
	Level     float64   `json:"level"` // confidence of low to high
	PerSecond float64   `json:"per_second"`
	Allocs    float64   `json:"allocs_per_id"`
	Bytes     float64   `json:"bytes_per_id"`
	Versus    *Versus   `json:"versus,omitempty"`
}

// Records are the subjects of a report, on a machine, of samples of a length.
func (r *Report) Records(machine any, sample time.Duration) []Record {
	list := make([]Record, len(r.Subjects))
	for i := range r.Subjects {
		m := &r.Subjects[i]
		s := &m.Subject
		one := Record{Schema: 2, Scheme: s.Name, Library: s.Package, Form: s.Form, Machine: machine, Samples: r.Samples,
			SampleNs: int64(sample), Partial: r.Partial, Ceiling: s.Ceiling, BorrowedNs: int64(m.Lead),
			Checked: m.Checked, Duplicates: m.Duplicates, Cases: []Row{}}
		if m.Err != nil {
			one.Error = m.Err.Error()
		}
		if c := m.Case(Strict, 1); c != nil {
			one.Reached = c.PerSecond() / s.Ceiling
		}
		for j := range m.Cases {
			c := &m.Cases[j]
			one.Cases = append(one.Cases, Row{c.How.String(), c.Threads, c.Samples, c.N, c.Ns.Median, c.Ns.Low,
				c.Ns.High, c.Ns.Level, c.PerSecond(), c.Allocs, c.Bytes, c.Versus})
		}
		list[i] = one
	}
	return list
}

// Table are the cases of all subjects for people.
func (r *Report) Table() chart.Table {
	var lines []*line
	for _, m := range r.Subjects {
		for _, c := range m.Cases {
			lines = append(lines, &line{m, c})
		}
	}
	return chart.Tabulate((*line).cells, lines...)
}

// line is a row of the table: a case of a subject.
type line struct {
	of Measured
	Case
}

func (l *line) cells() []chart.Cell {
	ceiling, lead := "-", "-"
	if l.of.Subject.Ceiling > 0 { // which ids that borrow time of the future may pass
		ceiling, lead = quantity.FormatMetric(l.of.Subject.Ceiling), "0"
		if l.Lead != 0 {
			lead = quantity.FormatSeconds(l.Lead.Seconds())
		}
	}
	return []chart.Cell{
		{Head: "SCHEME", Value: l.of.Subject.Label()},
		{Head: "HOW", Value: l.How.String()},
		{Head: ">THREADS", Text: ">goroutines", Value: strconv.Itoa(l.Threads)},
		{Head: ">NS/ID", Text: ">ns per id", Value: nanoseconds(l.Ns.Median)},
		{Head: ">+-", Value: l.Ns.Spread()},
		{Head: ">IDS/S", Value: quantity.FormatMetric(l.PerSecond())},
		{Head: ">CEILING/S", Text: ">at most", Value: ceiling},
		{Head: ">LEAD", Text: ">lead over the clock", Value: lead},
		{Head: ">ALLOCS", Text: ">allocations per id", Value: perID(l.Allocs)},
		{Head: ">VS", Text: ">against the first", Value: l.Versus.String()},
	}
}

// Gobench is what go test -bench would write of a report, a line for each sample, for benchstat:
// benchstat -col /by compares a rival with ours. The number after the name is that of goroutines.
func (r *Report) Gobench() string {
	var b strings.Builder
	for _, m := range r.Subjects {
		for _, c := range m.Cases {
			for _, ns := range c.Samples {
				fmt.Fprintf(&b, "BenchmarkMake/how=%s/scheme=%s/by=%s-%d\t%d\t%s ns/op\t%.0f B/op\t%.0f allocs/op\n",
					c.How,
					m.Subject.Name, m.Subject.By(), c.Threads, c.N, strconv.FormatFloat(ns, 'g', 6, 64), c.Bytes,
					c.Allocs)
			}
		}
	}
	return b.String()
}

// nanoseconds writes three digits, and microseconds from 100 000 ns on.
func nanoseconds(v float64) string {
	if v >= 1e5 {
		return quantity.FormatFixed(v/1e3) + "us"
	}
	return quantity.FormatFixed(v)
}

// perID writes a count per id; what is below half a hundredth is of the loop, not
// of an id.
func perID(v float64) string {
	if v < 0.005 {
		return "0"
	}
	return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
}

// String is the ratio; - of nil, and ~ where the difference may be chance.
func (v *Versus) String() string {
	switch {
	case v == nil:
		return "-"
	case v.Noise:
		return "~"
	}
	return strconv.FormatFloat(v.Ratio, 'f', 2, 64) + "x"
}
