package show

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"idscope/bench/stats"
	"idscope/bench/throughput"
	"idscope/cmd/internal/ui"
	"idscope/gen/quantity"
)

// Throughput is the report of a measurement for people.
func Throughput(pen *ui.Pen, r *throughput.Report, sample time.Duration, machine string, skipped []string) string {
	taken := fmt.Sprintf("%d samples of %s", r.Samples, quantity.FormatDuration(sample))
	if r.Partial {
		taken = fmt.Sprintf("PARTIAL: interrupted after %d of %s", r.Taken(), taken)
	}
	p := pen.AtMost(textWidth).Page(0)
	p.Paragraph("", taken)
	p.Paragraph("", machine)
	p.Line()
	if cases := CaseRows(r); len(cases) > 0 {
		head := []string{"SCHEME", "HOW", ">THREADS", ">NS/ID", ">+-", ">IDS/S", ">CEILING/S", ">LEAD", ">ALLOCS", ">VS"}
		t := &ui.Table{Head: head, Rows: cases, Style: ui.BoldNames}
		t, left := t.Fit(pen.Width(), ">ALLOCS", ">LEAD", ">CEILING/S")
		p.Text(pen.Table(t))
		p.Line()
		p.Entries(2, 0, hows(r))
		p.Wider(left)
		if text := duplicates(r); text != "" {
			p.Line()
			p.Paragraph("duplicates: ", text)
		}
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

// hows says what the ways are that were measured.
func hows(r *throughput.Report) (list []ui.Entry) {
	for how, c := range throughput.Hows() {
		for i := range r.Subjects {
			if slices.ContainsFunc(r.Subjects[i].Cases, func(c throughput.Case) bool { return c.How == throughput.How(how) }) {
				list = append(list, ui.Entry{Head: c.Name, Text: c.Help})
				break
			}
		}
	}
	return list
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
				Nanoseconds(c.Ns.Median), spread(c.Ns), quantity.FormatMetric(c.PerSecond()), ceiling(m), lead(m,
					c), perID(c.Allocs),
				versus(c.Versus)})
		}
	}
	return rows
}

// ceiling is what the layout allows one worker each second.
func ceiling(m *throughput.Measured) string {
	if m.Subject.Ceiling == 0 {
		return "-"
	}
	return quantity.FormatMetric(m.Subject.Ceiling)
}

// lead is how much time the ids borrowed, which is how they come to be made faster than
// the layout allows.
func lead(m *throughput.Measured, c *throughput.Case) string {
	switch {
	case m.Subject.Ceiling == 0:
		return "-"
	case c.Lead == 0:
		return "0"
	}
	return quantity.FormatSeconds(c.Lead.Seconds())
}

// duplicates says what was found among the ids that were searched.
func duplicates(r *throughput.Report) string {
	var found []string
	most := 0
	for i := range r.Subjects {
		m := &r.Subjects[i]
		if most = max(most, m.Checked); m.Duplicates > 0 {
			found = append(found, fmt.Sprintf("%d of %d of %s", m.Duplicates, m.Checked, m.Subject.Label()))
		}
	}
	switch {
	case most == 0:
		return ""
	case found == nil:
		return fmt.Sprintf("none among %d ids of each", most)
	}
	return strings.Join(found, ", ")
}

// Nanoseconds writes three digits, and microseconds from 100 000 ns on.
func Nanoseconds(v float64) string {
	if v >= 1e5 {
		return quantity.FormatFixed(v/1e3) + "us"
	}
	return quantity.FormatFixed(v)
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
