package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

// process is a command line for the shell, and how many units it makes.
type process struct {
	name  string
	line  string
	units float64 // ids, lines, bytes
	env   string
}

// sample is what one run took.
type sample struct {
	wall, cpu time.Duration
	memory    int64 // bytes, the largest of the processes
}

// row is a line of the table: what each process took, the first one ours.
type row struct {
	what  string
	unit  string // "ms", "M/s", "GB/s"
	names []string
	value []float64 // medians
	cpu   []float64 // processors, medians
	mem   []int64
}

// compare runs processes in turn and adds a row of their medians. value turns a
// sample into the unit of the row.
func (m *measurement) compare(what, unit string, rounds int, value func(process, sample) float64, list ...process) {
	r := row{what: what, unit: unit}
	var kept []process
	for _, p := range list {
		words := strings.Fields(p.line)
		if strings.Contains(words[0], "=") {
			words = words[1:] // a variable of the shell
		}
		if name := words[0]; name != "" {
			if _, err := exec.LookPath(name); err != nil {
				m.missing = append(m.missing, name)
				continue
			}
		}
		kept = append(kept, p)
	}
	values, cpus, mems := make([][]float64, len(kept)), make([][]float64, len(kept)), make([][]int64, len(kept))
	for round := range rounds + 1 {
		for i, p := range kept {
			s, err := run(p)
			if err != nil {
				fail(fmt.Errorf("%s: %w", p.line, err))
			}
			if round == 0 {
				continue // caches are cold
			}
			values[i] = append(values[i], value(p, s))
			cpus[i] = append(cpus[i], s.cpu.Seconds()/s.wall.Seconds())
			mems[i] = append(mems[i], s.memory)
		}
	}
	for i, p := range kept {
		r.names = append(r.names, p.name)
		r.value = append(r.value, median(values[i]))
		r.cpu = append(r.cpu, median(cpus[i]))
		r.mem = append(r.mem, median(mems[i]))
	}
	m.rows = append(m.rows, r)
	fmt.Fprintln(os.Stderr, r.String())
}

// run starts one process, its output to /dev/null, and waits for it. A line with
// a pipe runs in a shell.
func run(p process) (sample, error) {
	words := strings.Fields(p.line)
	if strings.ContainsAny(p.line, "|<>") {
		words = []string{"bash", "-c", p.line}
	}
	c := exec.Command(words[0], words[1:]...)
	if p.env != "" {
		c.Env = append(os.Environ(), strings.Fields(p.env)...)
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return sample{}, err
	}
	defer null.Close()
	c.Stdout, c.Stdin = null, null
	start := time.Now()
	err = c.Run()
	wall := time.Since(start)
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) { // check and uniq find duplicates
		return sample{}, err
	}
	usage := c.ProcessState.SysUsage().(*syscall.Rusage)
	return sample{wall, c.ProcessState.UserTime() + c.ProcessState.SystemTime(), usage.Maxrss << 10}, nil
}

func median[T int64 | float64](list []T) T {
	slices.Sort(list)
	return list[len(list)/2]
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// millis and rate are the two units.
func millis(_ process, s sample) float64 { return s.wall.Seconds() * 1e3 }
func rate(p process, s sample) float64   { return p.units / s.wall.Seconds() / 1e6 }
