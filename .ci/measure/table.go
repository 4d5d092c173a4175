package main

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"
)

// row is a group of the table: what each process took, the first one ours.
type row struct {
	what    string
	unit    string // "ms", "M/s", "GB/s"
	entries []entry
}

// entry is what the rounds of one process took; all but best are medians.
type entry struct {
	name, note   string
	median, best float64 // in the unit of the row
	cpu          float64 // processors
	mem          int64
}

func (r row) String() string {
	var b strings.Builder
	b.WriteString(r.what + ":")
	for _, e := range r.entries {
		fmt.Fprintf(&b, "  %s %.3g %s", e.name, e.median, r.unit)
	}
	return b.String()
}

// output is a row of the bytes that one process of a row in M/s wrote, so many a
// unit.
func (r row) output(i int, what string, bytes float64) row {
	e := r.entries[i]
	e.median, e.best, e.note = e.median*bytes/1e3, e.best*bytes/1e3, fmt.Sprintf("%.0f bytes a line", bytes)
	return row{what: what, unit: "GB/s", entries: []entry{e}}
}

// ratio is how much better ours, the first, is than another: as many times as
// fast, or for times, the share of the other's. In brackets is the ratio of the
// fastest rounds, the steadier one where others use the machine too.
func (r row) ratio(i int) string {
	if i == 0 {
		return ""
	}
	ours, other := r.entries[0], r.entries[i]
	median, best := ours.median/other.median, ours.best/other.best
	if r.unit == "ms" {
		return fmt.Sprintf("%.2f x its time (%.2f)", median, best)
	}
	return fmt.Sprintf("%.3g x its rate (%.3g)", median, best)
}

// markdown is the table of all rows.
func (m *measurement) markdown() string {
	var b strings.Builder
	b.WriteString("| what | program | median | fastest | the first is | memory, at most | processors " +
		"|\n|---|---|---:|---:|---:|---:|---:|\n")
	for _, r := range m.rows {
		what := r.what
		for i, e := range r.entries {
			name := "`" + strings.ReplaceAll(e.name, "|", "\\|") + "`"
			if e.note != "" {
				name += " (" + e.note + ")"
			}
			fmt.Fprintf(&b, "| %s | %s | %.3g %s | %.3g %s | %s | %s | %.2f |\n", what, name, e.median, r.unit, e.best, r.unit,
				r.ratio(i), size(e.mem), e.cpu)
			what = ""
		}
	}
	fmt.Fprintf(&b, "\nMeasured on %s: %d processors of %s; %s.", time.Now().UTC().Format(time.DateOnly), runtime.NumCPU(),
		model(), strings.Join(m.versions, "; "))
	if len(m.missing) > 0 {
		slices.Sort(m.missing)
		fmt.Fprintf(&b, " Not installed here: %s.", strings.Join(slices.Compact(m.missing), ", "))
	}
	return b.String() + "\n"
}

func size(n int64) string {
	if n < 100<<20 {
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%d MiB", n>>20)
}
