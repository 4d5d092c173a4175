package throughput

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"idscope/bench/chart"
	"idscope/bench/stats"
)

// Figures draws a report: for each number of goroutines the ns per id of every
// case as a bar with its interval, one figure for each way of making ids. Strict
// is left out: there the clock is measured, not the code.
func Figures(r *Report) []chart.Figure {
	var all []chart.Figure
	for how := Next; how < Strict; how++ {
		for _, threads := range r.Threads() {
			f := chart.Figure{
				Title: fmt.Sprintf("Generating ids: %s, %s", how, goroutines(threads)),
				Note: fmt.Sprintf("medians of %d samples with intervals of %.0f %% or more; shorter is faster; "+
					"of several goroutines it is the time of all by all ids", r.Samples, 100*stats.Confidence),
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

// Label is the name in a table or a picture: that of a rival is its library's, with
// the form after a plus.
func (s *Subject) Label() string {
	if s.Package == "" {
		return s.Name
	}
	text := path.Join(path.Base(path.Dir(s.library())), s.By())
	if version, ok := strings.CutPrefix(s.Name, "uuid"); ok {
		text += " " + version
	}
	return text
}

// By is who makes the ids: idscope, or the last part of a library's path with the
// form after a plus, as uuid+pool.
func (s *Subject) By() string {
	switch {
	case s.Package == "":
		return "idscope"
	case s.Form == "":
		return path.Base(s.library())
	}
	return path.Base(s.library()) + "+" + s.Form
}

// library is the import path without a major version at its end.
func (s *Subject) library() string {
	if dir, name := path.Split(s.Package); len(name) == 2 && name[0] == 'v' {
		return path.Clean(dir)
	}
	return s.Package
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
