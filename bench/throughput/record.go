package throughput

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

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

	of *Measured
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

	of *Case
}

// Records are the subjects of a report, on a machine, of samples of a length.
func (r *Report) Records(machine any, sample time.Duration) []Record {
	list := make([]Record, len(r.Subjects))
	for i := range r.Subjects {
		m := &r.Subjects[i]
		s := &m.Subject
		one := Record{Schema: 2, Scheme: s.Name, Library: s.Package, Form: s.Form, Machine: machine, Samples: r.Samples,
			SampleNs: int64(sample), Partial: r.Partial, Ceiling: s.Ceiling, BorrowedNs: int64(m.Lead), Checked: m.Checked,
			Duplicates: m.Duplicates, Cases: []Row{}, of: m}
		if m.Err != nil {
			one.Error = m.Err.Error()
		}
		if c := m.Case(Strict, 1); c != nil {
			one.Reached = c.PerSecond() / s.Ceiling
		}
		for j := range m.Cases {
			c := &m.Cases[j]
			one.Cases = append(one.Cases, Row{c.How.String(), c.Threads, c.Samples, c.N, c.Ns.Median, c.Ns.Low, c.Ns.High,
				c.Ns.Level, c.PerSecond(), c.Allocs, c.Bytes, c.Versus, c})
		}
		list[i] = one
	}
	return list
}

// Head are the columns of [Table]; > aligns on the right.
func Head() []string {
	return []string{"SCHEME", "HOW", ">THREADS", ">NS/ID", ">+-", ">IDS/S", ">CEILING/S", ">LEAD", ">ALLOCS", ">VS"}
}

// Table are the cases of records for people.
func Table(records []Record) (rows [][]string) {
	for _, r := range records {
		ceiling := "-"
		if r.Ceiling > 0 {
			ceiling = quantity.FormatMetric(r.Ceiling)
		}
		for _, c := range r.Cases {
			rows = append(rows, []string{r.Label(), c.How, strconv.Itoa(c.Threads), nanoseconds(c.NsPerID),
				c.of.Ns.Spread(), quantity.FormatMetric(c.PerSecond), ceiling, r.lead(c.of), perID(c.Allocs),
				c.Versus.String()})
		}
	}
	return rows
}

// Gobench is what go test -bench would write of records, a line for each sample, for benchstat:
// benchstat -col /by compares a rival with ours. The number after the name is that of goroutines.
func Gobench(records []Record) string {
	var b strings.Builder
	for _, r := range records {
		for _, c := range r.Cases {
			for _, ns := range c.Samples {
				fmt.Fprintf(&b, "BenchmarkMake/how=%s/scheme=%s/by=%s-%d\t%d\t%s ns/op\t%.0f B/op\t%.0f allocs/op\n",
					c.How, r.Scheme, r.of.Subject.By(), c.Threads, c.IDs, strconv.FormatFloat(ns, 'g', 6, 64), c.Bytes, c.Allocs)
			}
		}
	}
	return b.String()
}

// Label is [Subject.Label].
func (r *Record) Label() string { return r.of.Subject.Label() }

// lead is how much time the ids of a case borrowed, which is how they come to be generated
// faster than the layout allows.
func (r *Record) lead(c *Case) string {
	switch {
	case r.Ceiling == 0:
		return "-"
	case c.Lead == 0:
		return "0"
	}
	return quantity.FormatSeconds(c.Lead.Seconds())
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
