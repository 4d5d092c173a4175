package main

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// process is a command line for the shell, and how many units it makes.
type process struct {
	name    string
	line    string
	units   float64 // ids or lines
	env     string
	borrows bool                       // it may use time that has not come, and each run gets folders of its own
	note    func(value float64) string // said beside the name, from the median
}

// sample is what one run took.
type sample struct {
	wall, cpu time.Duration
	memory    int64 // bytes, the largest of the processes
}

// compare runs processes in turn and adds a row of what they took, which it returns.
func (m *measurement) compare(what string, rounds int, list ...process) row {
	kept := m.installed(list)
	values, cpus, mems := make([][]float64, len(kept)), make([][]float64, len(kept)), make([][]int64, len(kept))
	leads := make([]time.Duration, len(kept))
	for round := range rounds + 1 {
		for i, p := range kept {
			var state string
			if p.borrows {
				state = m.fresh()
				p.env += " " + folders(state)
			}
			s, err := run(p)
			if err != nil {
				fail(fmt.Errorf("%s: %w", p.line, err))
			}
			if p.borrows && round == rounds {
				leads[i] = m.lead(p, state)
			}
			if round == 0 {
				continue // caches are cold
			}
			values[i] = append(values[i], p.units/s.wall.Seconds()/1e6)
			cpus[i] = append(cpus[i], s.cpu.Seconds()/s.wall.Seconds())
			mems[i] = append(mems[i], s.memory)
		}
	}
	r := row{what: what, unit: "M/s"}
	for i, p := range kept {
		e := entry{name: p.name, median: median(values[i]), best: slices.Max(values[i]), cpu: median(cpus[i]),
			mem: median(mems[i])}
		if leads[i] > 0 {
			e.note = fmt.Sprintf("ends with a lead of %.3g s over the clock", leads[i].Seconds())
		}
		if p.note != nil {
			e.note = p.note(e.median)
		}
		r.entries = append(r.entries, e)
	}
	m.add(r)
	return r
}

// add appends a row and shows it at once: the table comes at the very end.
func (m *measurement) add(r row) {
	m.rows = append(m.rows, r)
	fmt.Fprintln(os.Stderr, r.String())
}

// installed is those processes whose program is there; the others are remembered.
func (m *measurement) installed(list []process) []process {
	var kept []process
	for _, p := range list {
		words := strings.Fields(p.line)
		if strings.Contains(words[0], "=") {
			words = words[1:] // a variable of the shell
		}
		if _, err := exec.LookPath(words[0]); err != nil {
			m.missing = append(m.missing, words[0])
			continue
		}
		kept = append(kept, p)
	}
	return kept
}

// run starts one process, its output to /dev/null, and waits for it. A line with
// a pipe runs in a shell. An exit code other than 0 is an error also where it says
// that duplicates were found: there are none, and what fails at once is fast.
func run(p process) (sample, error) {
	words := strings.Fields(p.line)
	if strings.ContainsAny(p.line, "|<>") {
		line := p.line
		if !strings.HasPrefix(line, "yes ") { // which ends by the signal of a pipe that was closed
			line = "set -o pipefail; " + line
		}
		words = []string{"bash", "-c", line}
	}
	c := exec.Command(words[0], words[1:]...)
	c.Env = append(os.Environ(), strings.Fields(p.env)...)
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return sample{}, err
	}
	defer null.Close()
	c.Stdout, c.Stdin, c.Stderr = null, null, os.Stderr
	start := time.Now()
	if err := c.Run(); err != nil {
		return sample{}, err
	}
	wall := time.Since(start)
	return sample{wall, c.ProcessState.UserTime() + c.ProcessState.SystemTime(), peak(c.ProcessState)}, nil
}

// median is the middle of a list, which it sorts; of an even number, the upper one.
func median[T int64 | float64](list []T) T {
	slices.Sort(list)
	return list[len(list)/2]
}
