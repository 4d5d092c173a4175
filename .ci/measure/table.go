package main

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
)

func (r *row) String() string {
	var b strings.Builder
	b.WriteString(r.what + ":")
	for i, name := range r.names {
		fmt.Fprintf(&b, "  %s %.3g %s", name, r.value[i], r.unit)
	}
	return b.String()
}

// ratio is how much better ours, the first, is than another: as many times as
// fast, or for times, the share of the other's.
func (r *row) ratio(i int) string {
	switch {
	case i == 0:
		return ""
	case r.unit == "ms":
		return fmt.Sprintf("%.2f x its time", r.value[0]/r.value[i])
	}
	return fmt.Sprintf("%.3g x its rate", r.value[0]/r.value[i])
}

// markdown is the table of all rows.
func (m *measurement) markdown() string {
	var b strings.Builder
	b.WriteString("| what | program | median | the first is | memory, at most | processors |\n|---|---|---:|---:|---:|---:|\n")
	for _, r := range m.rows {
		what := r.what
		for i, name := range r.names {
			fmt.Fprintf(&b, "| %s | `%s` | %.3g %s | %s | %s | %.2f |\n", what, strings.ReplaceAll(name, "|", "\\|"), r.value[i], r.unit, r.ratio(i), size(r.mem[i]), r.cpu[i])
			what = ""
		}
	}
	fmt.Fprintf(&b, "\n%d processors of %s; %s.", runtime.NumCPU(), model(), strings.Join(m.versions, "; "))
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

// model is the name of the processor.
func model() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}
