package main

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// start adds a row of processes that are over at once. The launcher runs them: the
// memory of this program would be taken for theirs. What is smaller than the
// launcher, some 2 MiB, is shown as large as that.
func (m *measurement) start(what string, list ...process) {
	kept := m.installed(list)
	args := []string{strconv.Itoa(m.starts)}
	for _, p := range kept {
		words := strings.Fields(p.line)
		path, err := exec.LookPath(words[0])
		if err != nil {
			fail(err)
		}
		args = append(append(args, "--", path), words[1:]...)
	}
	c := exec.Command(m.launch, args...)
	c.Env = fewer(os.Environ())
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		fail(fmt.Errorf("launch: %w", err))
	}
	entries, err := parseLaunch(string(out))
	if err != nil {
		fail(err)
	}
	if len(entries) != len(kept) {
		fail(fmt.Errorf("launch wrote %d lines for %d commands", len(entries), len(kept)))
	}
	for i, p := range kept {
		entries[i].name = p.name
	}
	m.add(row{what: what, unit: "ms", entries: entries})
}

// fewer is the environment that is needed to make an id. The launcher copies it for
// each process, and with all of it would grow by a MiB.
func fewer(environ []string) []string {
	return slices.DeleteFunc(environ, func(s string) bool {
		name, _, _ := strings.Cut(s, "=")
		return name != "PATH" && name != "HOME" && !strings.HasPrefix(name, "IDSCOPE_")
	})
}

// parseLaunch reads what the launcher writes: for each command a line of the wall
// time as median, first quartile and best, the memory in KiB and the processor time.
func parseLaunch(text string) ([]entry, error) {
	var list []entry
	for line := range strings.Lines(text) {
		var wall, quarter, best, cpu time.Duration
		var memory int64
		words := strings.Fields(line)
		if len(words) != 5 {
			return nil, fmt.Errorf("launch wrote %q, want five numbers", line)
		}
		if _, err := fmt.Sscanf(line, "%d %d %d %d %d", &wall, &quarter, &best, &memory, &cpu); err != nil || wall <= 0 {
			return nil, fmt.Errorf("launch wrote %q, want five numbers", line)
		}
		list = append(list, entry{
			note:   fmt.Sprintf("a quarter within %.3g ms", milliseconds(quarter)),
			median: milliseconds(wall), best: milliseconds(best),
			cpu: cpu.Seconds() / wall.Seconds(), mem: memory << 10,
		})
	}
	return list, nil
}

func milliseconds(d time.Duration) float64 { return d.Seconds() * 1e3 }
