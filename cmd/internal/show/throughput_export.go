package show

import (
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"time"

	"idscope/bench/throughput"
)

// Gobench writes what go test -bench would, a line for each sample, for benchstat:
// benchstat -col /by compares a rival with ours. The number behind the name is
// that of goroutines.
func Gobench(r *throughput.Report, system, arch, cpu string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "goos: %s\ngoarch: %s\npkg: idscope/bench/throughput\n", system, arch)
	if cpu != "" {
		fmt.Fprintf(&b, "cpu: %s\n", cpu)
	}
	if r.Partial {
		b.WriteString("partial: true\n")
	}
	for i := range r.Subjects {
		s := &r.Subjects[i].Subject
		for _, c := range r.Subjects[i].Cases {
			for _, ns := range c.Samples {
				fmt.Fprintf(&b, "BenchmarkMake/how=%s/scheme=%s/by=%s-%d\t%d\t%s ns/op\t%.0f B/op\t%.0f allocs/op\n",
					c.How, s.Name, s.By(), c.Threads, c.N, strconv.FormatFloat(ns, 'g', 6, 64), c.Bytes, c.Allocs)
			}
		}
	}
	return b.String()
}

// throughputObject is a scheme, or a rival, as JSON shows it.
type throughputObject struct {
	Schema     int        `json:"schema"`
	Scheme     string     `json:"scheme"`
	Library    string     `json:"library,omitempty"` // of a rival
	Form       string     `json:"form,omitempty"`    // of that library
	Machine    any        `json:"machine"`
	Samples    int        `json:"samples"`
	SampleNs   int64      `json:"sample_ns"`
	Partial    bool       `json:"partial"`
	Error      string     `json:"error,omitempty"`
	Ceiling    float64    `json:"ceiling_per_s,omitempty"`
	Reached    float64    `json:"of_ceiling,omitempty"`
	BorrowedNs int64      `json:"borrowed_ns"`
	Checked    int        `json:"checked"`
	Duplicates int        `json:"duplicates"`
	Cases      []caseJSON `json:"cases"`
}

type caseJSON struct {
	How       string      `json:"how"`
	Threads   int         `json:"threads"`
	IDs       int         `json:"ids"` // of a sample
	NsPerID   float64     `json:"ns_per_id"`
	Low       float64     `json:"low"`
	High      float64     `json:"high"`
	Level     float64     `json:"level"` // confidence of low to high
	PerSecond float64     `json:"ids_per_s"`
	Allocs    float64     `json:"allocs_per_id"`
	Bytes     float64     `json:"bytes_per_id"`
	Samples   []float64   `json:"samples_ns_per_id"`
	Versus    *versusJSON `json:"versus,omitempty"`
}

type versusJSON struct {
	Against string  `json:"against"`
	Ratio   float64 `json:"ratio"`
	P       float64 `json:"p"`
	Noise   bool    `json:"noise"`
}

// ThroughputObject is a scheme, or a rival, of a report on a machine, for its JSON.
func ThroughputObject(r *throughput.Report, of *throughput.Measured, machine any, sample time.Duration) any {
	out := throughputObject{Schema: 1, Scheme: of.Subject.Name, Library: of.Subject.Package, Form: of.Subject.Form,
		Machine: machine,
		Samples: r.Samples, SampleNs: int64(sample), Partial: r.Partial, Ceiling: of.Subject.Ceiling,
		BorrowedNs: int64(of.Lead), Checked: of.Checked, Duplicates: of.Duplicates, Cases: []caseJSON{}}
	if of.Err != nil {
		out.Error = of.Err.Error()
	}
	if c := of.Case(throughput.Strict, 1); c != nil {
		out.Reached = c.PerSecond() / of.Subject.Ceiling
	}
	for _, c := range of.Cases {
		one := caseJSON{c.How.String(), c.Threads, c.N, c.Ns.Median, c.Ns.Low, c.Ns.High, c.Ns.Level,
			c.PerSecond(), c.Allocs, c.Bytes, c.Samples, nil}
		if v := c.Versus; v != nil {
			one.Versus = &versusJSON{v.Against, v.Ratio, v.P, v.Noise()}
		}
		out.Cases = append(out.Cases, one)
	}
	return out
}

// ThroughputCSV is a row for each case. Of an interrupted measurement the column
// partial says so.
func ThroughputCSV(r *throughput.Report) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	_ = w.Write([]string{"scheme", "library", "how", "threads", "samples", "ids", "ns_per_id", "low", "high", "level",
		"ids_per_s", "allocs_per_id", "bytes_per_id", "versus", "ratio", "p", "noise", "ceiling_per_s", "borrowed_ns", "checked",
		"duplicates", "form", "partial"})
	for i := range r.Subjects {
		m := &r.Subjects[i]
		for j := range m.Cases {
			c := &m.Cases[j]
			against := []string{"", "", "", ""}
			if v := c.Versus; v != nil {
				against = []string{v.Against, number(v.Ratio), number(v.P), strconv.FormatBool(v.Noise())}
			}
			row := []string{m.Subject.Name, m.Subject.Package, c.How.String(), strconv.Itoa(c.Threads),
				strconv.Itoa(len(c.Samples)), strconv.Itoa(c.N), number(c.Ns.Median), number(c.Ns.Low), number(c.Ns.High),
				number(c.Ns.Level), number(c.PerSecond()), number(c.Allocs), number(c.Bytes)}
			row = append(append(row, against...), number(m.Subject.Ceiling), strconv.FormatInt(int64(m.Lead), 10),
				strconv.Itoa(m.Checked), strconv.Itoa(m.Duplicates), m.Subject.Form, strconv.FormatBool(r.Partial))
			_ = w.Write(row)
		}
	}
	w.Flush() // into memory
	return b.String()
}
