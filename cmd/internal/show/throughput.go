package show

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"idscope/bench/stats"
	"idscope/bench/throughput"
	"idscope/cmd/internal/ui"
)

// Throughput is the report of a measurement for people.
func Throughput(pen *ui.Pen, r *throughput.Report, sample time.Duration, machine string, skipped []string) string {
	taken := fmt.Sprintf("%d samples of %s", r.Samples, ui.Duration(sample))
	if r.Partial {
		taken = fmt.Sprintf("PARTIAL: interrupted after %d of %s", r.Taken(), taken)
	}
	p := pen.Wide(textWidth).Page(0)
	p.Line(ui.Plain.Of(taken))
	p.Line(ui.Plain.Of(machine))
	p.Line()
	if cases := CaseRows(r); len(cases) > 0 {
		head := []string{"SCHEME", "HOW", ">THREADS", ">NS/ID", ">+-", ">IDS/S", ">ALLOCS", ">VS"}
		p.Text(pen.Table(&ui.Table{Head: head, Rows: cases, Style: ui.BoldNames}))
		p.Line()
		head = []string{"SCHEME", ">CEILING/S", ">STRICT/S", ">OF CEILING", ">BORROWED", ">DUPLICATES"}
		p.Text(pen.Table(&ui.Table{Head: head, Rows: limitRows(r), Style: ui.BoldNames}))
	}
	if busy(r) {
		p.Line()
		p.Paragraph("note: ", "most intervals are wider than 10 %: other programs take the CPUs, or they change their "+
			"speed; end those, or take more samples with --samples 30 --time 100ms")
	}
	if len(skipped) > 0 {
		p.Line()
		p.Paragraph("not measured: ", strings.Join(skipped, "; "))
	}
	return p.String()
}

// busy reports whether most cases have wide intervals.
func busy(r *throughput.Report) bool {
	wide, all := 0, 0
	for _, m := range r.Subjects {
		for _, c := range m.Cases {
			if c.Ns.Level >= stats.Confidence {
				all++
				if max(c.Ns.High-c.Ns.Median, c.Ns.Median-c.Ns.Low) > c.Ns.Median/10 {
					wide++
				}
			}
		}
	}
	return wide > all/2
}

// CaseRows are the rows of the cases that were measured.
func CaseRows(r *throughput.Report) [][]string {
	var rows [][]string
	for i := range r.Subjects {
		m := &r.Subjects[i]
		for j := range m.Cases {
			c := &m.Cases[j]
			rows = append(rows, []string{m.Subject.Label(), c.How.String(), strconv.Itoa(c.Threads),
				Nanoseconds(c.Ns.Median), spread(c.Ns), ui.Metric(c.PerSecond()), perID(c.Allocs), versus(c.Versus)})
		}
	}
	return rows
}

func limitRows(r *throughput.Report) [][]string {
	var rows [][]string
	for i := range r.Subjects {
		m := &r.Subjects[i]
		if len(m.Cases) == 0 {
			continue
		}
		row := []string{m.Subject.Label(), "-", "-", "-", "-", "-"}
		if m.Subject.Ceiling > 0 {
			row[1] = ui.Metric(m.Subject.Ceiling)
			row[4] = m.Lead.Round(time.Millisecond).String()
		}
		if c := m.Case(throughput.Strict, 1); c != nil {
			row[2] = ui.Metric(c.PerSecond())
			row[3] = ui.Percent(c.PerSecond() / m.Subject.Ceiling)
		}
		if m.Checked > 0 {
			row[5] = fmt.Sprintf("%d of %d", m.Duplicates, m.Checked)
		}
		rows = append(rows, row)
	}
	return rows
}

// Nanoseconds writes three digits, and microseconds from 100 000 ns on.
func Nanoseconds(v float64) string {
	if v >= 1e5 {
		return ui.Rounded(v/1e3) + "us"
	}
	return ui.Rounded(v)
}

// spread is the wider side of an interval as a share of the median; - where the
// samples are too few for one.
func spread(v stats.Interval) string {
	if v.Level < stats.Confidence || v.Median <= 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f%%", 100*math.Max(v.High-v.Median, v.Median-v.Low)/v.Median)
}

// perID writes a count per id; what is below half a hundredth is of the loop, not
// of an id.
func perID(v float64) string {
	if v < 0.005 {
		return "0"
	}
	return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
}

func versus(v *throughput.Versus) string {
	switch {
	case v == nil:
		return "-"
	case v.Noise():
		return "~"
	}
	return strconv.FormatFloat(v.Ratio, 'f', 2, 64) + "x"
}
