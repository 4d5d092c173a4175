package cmd

import (
	"fmt"
	"math"
	"path"
	"strconv"
	"strings"
	"time"

	"idscope/bench/throughput"
	"idscope/cmd/internal/cli"
)

// write turns a report into the format asked for.
func (o *throughputOptions) write(r *throughput.Report, skipped []string) (string, error) {
	m := o.Machine()
	switch o.format.Value {
	case "gobench":
		return gobench(r, m), nil
	case "json":
		return throughputJSON(r, m, o.time)
	case "csv":
		return throughputCSV(r), nil
	}
	return o.screen(r, m, skipped), nil
}

func (o *throughputOptions) screen(r *throughput.Report, m cli.Machine, skipped []string) string {
	st := newStyles(o.Coloured())
	var b strings.Builder
	taken := fmt.Sprintf("%d samples of %s", r.Samples, cli.ShortDuration(o.time))
	if r.Partial {
		taken = fmt.Sprintf("PARTIAL: interrupted after %d of %s", mostTaken(r), taken)
	}
	fmt.Fprintf(&b, "%s\n%s\n\n", taken, m)
	cases, limits := caseRows(r), limitRows(r)
	look := func(row, column int) style {
		if row < 0 || column == 0 {
			return st.bold
		}
		return st.plain
	}
	if len(cases) > 0 {
		b.WriteString(st.grid([]string{"SCHEME", "HOW", ">THREADS", ">NS/ID", ">+-", ">IDS/S", ">ALLOCS", ">VS"}, cases, look) + "\n")
		b.WriteString(st.grid([]string{"SCHEME", ">CEILING/S", ">STRICT/S", ">OF CEILING", ">BORROWED", ">DUPLICATES"}, limits, look))
	}
	if busy(r) {
		b.WriteString("\n" + paragraph("note: ", "most intervals are wider than 10 %: other programs take the CPUs, or they change their speed; end those, or take more samples with --samples 30 --time 100ms"))
	}
	if len(skipped) > 0 {
		b.WriteString("\n" + paragraph("not measured: ", strings.Join(skipped, "; ")))
	}
	return b.String()
}

// busy reports whether most cases have wide intervals.
func busy(r *throughput.Report) bool {
	wide, all := 0, 0
	for _, m := range r.Subjects {
		for _, c := range m.Cases {
			if c.Ns.Level >= throughput.Confidence {
				all++
				if max(c.Ns.High-c.Ns.Median, c.Ns.Median-c.Ns.Low) > c.Ns.Median/10 {
					wide++
				}
			}
		}
	}
	return wide > all/2
}

func mostTaken(r *throughput.Report) int {
	n := 0
	for _, m := range r.Subjects {
		for _, c := range m.Cases {
			n = max(n, len(c.Samples))
		}
	}
	return n
}

// shown is the name of a subject in a table: that of a rival is its library's.
func shown(s *throughput.Subject) string {
	if s.Package == "" {
		return s.Name
	}
	if version, ok := strings.CutPrefix(s.Name, "uuid"); ok {
		return library(s) + " " + version
	}
	return library(s)
}

// library is the short name of another's library: google/uuid.
func library(s *throughput.Subject) string {
	dir, name := path.Split(s.Package)
	if len(name) == 2 && name[0] == 'v' { // a major version
		dir, name = path.Split(path.Clean(dir))
	}
	return path.Join(path.Base(dir), name)
}

func caseRows(r *throughput.Report) [][]string {
	var rows [][]string
	for i := range r.Subjects {
		m := &r.Subjects[i]
		for j := range m.Cases {
			c := &m.Cases[j]
			rows = append(rows, []string{shown(&m.Subject), c.How.String(), strconv.Itoa(c.Threads),
				nanoseconds(c.Ns.Median), spread(c.Ns), metric(c.PerSecond()), perID(c.Allocs), versus(c.Versus)})
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
		row := []string{shown(&m.Subject), "-", "-", "-", "-", "-"}
		if m.Subject.Ceiling > 0 {
			row[1] = metric(m.Subject.Ceiling)
			row[4] = m.Lead.Round(time.Millisecond).String()
		}
		if c := m.Case(throughput.Strict, 1); c != nil {
			row[2] = metric(c.PerSecond())
			row[3] = percent(c.PerSecond() / m.Subject.Ceiling)
		}
		if m.Checked > 0 {
			row[5] = fmt.Sprintf("%d of %d", m.Duplicates, m.Checked)
		}
		rows = append(rows, row)
	}
	return rows
}

// nanoseconds writes three digits, and microseconds from 100 000 ns on.
func nanoseconds(v float64) string {
	if v >= 1e5 {
		return digits3(v/1e3) + "us"
	}
	return digits3(v)
}

func digits3(v float64) string {
	switch {
	case v >= 99.95:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case v >= 9.995:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}

// metric writes a rate with a unit: 15.8M.
func metric(v float64) string {
	units := []string{"", "k", "M", "G", "T", "P", "E"}
	i := 0
	for v >= 999.5 && i < len(units)-1 {
		v, i = v/1000, i+1
	}
	if v >= 1e6 {
		return fmt.Sprintf("%.1e%s", v, units[i])
	}
	return digits3(v) + units[i]
}

// spread is the wider side of an interval as a share of the median; - where the
// samples are too few for one.
func spread(v throughput.Interval) string {
	if v.Level < throughput.Confidence || v.Median <= 0 {
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

func percent(share float64) string {
	switch v := 100 * share; {
	case v >= 0.1:
		return fmt.Sprintf("%.1f%%", v)
	default:
		return fmt.Sprintf("%.1g%%", v)
	}
}
