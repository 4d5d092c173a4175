package show

import (
	"fmt"
	"slices"
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
	if cases := throughput.Table(r.Records(nil, sample)); len(cases) > 0 {
		t := &ui.Table{Head: throughput.Head(), Rows: cases, Style: ui.BoldNames}
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
