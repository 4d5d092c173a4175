package throughput

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"idscope/bench/chart"
)

// Figures draws a report: for each number of goroutines the ns per id of every
// case as a bar with its interval, one figure for each way of making ids. Strict
// is left out: there the clock is measured, not the code.
func Figures(r *Report) []chart.Figure {
	var all []chart.Figure
	for how := Next; how < Strict; how++ {
		for _, threads := range r.Threads() {
			f := chart.Figure{
				Title: fmt.Sprintf("Making ids: %s, %s", how, goroutines(threads)),
				Note: fmt.Sprintf("medians of %d samples with intervals of %.0f %% or more; shorter is faster; "+
					"of several goroutines it is the time of all by all ids", r.Samples, 100*Confidence),
				X: chart.Axis{Label: "scheme"},
				Y: chart.Axis{Label: "ns per id"},
			}
			for i := range r.Subjects {
				m := &r.Subjects[i]
				if c := m.Case(how, threads); c != nil {
					f.Bars = append(f.Bars, chart.Bar{Name: m.Subject.Label(),
						Value: c.Ns.Median, Low: c.Ns.Low, High: c.Ns.High})
				}
			}
			clip(&f)
			if len(f.Bars) > 0 {
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
			f.Bars[i].Name += " (interval cut)"
		}
	}
}

// Label is the name in a table or a picture: that of a rival is its library's.
func (s *Subject) Label() string {
	dir, name := path.Split(s.Package)
	if len(name) == 2 && name[0] == 'v' { // a major version
		dir, name = path.Split(path.Clean(dir))
	}
	library := path.Join(path.Base(dir), name)
	if version, ok := strings.CutPrefix(s.Name, "uuid"); ok && s.Package != "" {
		return library + " " + version
	}
	if s.Package == "" {
		return s.Name
	}
	return library
}

// Threads lists the numbers of goroutines of a report, smallest first.
func (r *Report) Threads() []int {
	var list []int
	for _, m := range r.Subjects {
		for _, c := range m.Cases {
			list = append(list, c.Threads)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Taken is how many samples the case with the most has.
func (r *Report) Taken() int {
	n := 0
	for _, m := range r.Subjects {
		for _, c := range m.Cases {
			n = max(n, len(c.Samples))
		}
	}
	return n
}

func goroutines(n int) string {
	if n == 1 {
		return "one goroutine"
	}
	return fmt.Sprintf("%d goroutines", n)
}
