package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// inspect is lines in, lines out, one processor.
func (m *measurement) inspect() {
	const n, fewer, slow = 3e6, 3e5, 1e5
	for _, c := range []struct{ scheme, flags string }{{"uuidv4", ""}, {"uuidv7", ""}, {"ulid", ""},
		{"snowflake --worker 6 --on-overflow borrow --max-lead 1h", " --as snowflake"}} {
		brief, full := "inspect --json=brief"+c.flags, "inspect --json"+c.flags
		line := m.idscope + " " + full + " < " + m.file(c.scheme, fewer)
		list := []process{
			{name: "idscope " + brief, line: m.idscope + " " + brief + " < " + m.file(c.scheme, n), units: n,
				env: "GOMAXPROCS=1"},
			{name: "idscope " + full, line: line, units: fewer, env: "GOMAXPROCS=1"},
		}
		if c.scheme == "uuidv4" {
			list = append(list, process{name: "uuidparse -J", line: "uuidparse -J < " + m.file(c.scheme, slow), units: slow})
		}
		r := m.compare("inspect lines of "+c.scheme, m.rounds, list...)
		m.add(r.output(1, "inspect to full --json, output", m.written(line)/fewer))
	}
}

// written is how many bytes a line writes.
func (m *measurement) written(line string) float64 {
	c := exec.Command("bash", "-c", "set -o pipefail; "+line+" | wc -c")
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		fail(fmt.Errorf("%s: %w", line, err))
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
	if err != nil {
		fail(err)
	}
	return n
}

// file is a file of so many ids of a scheme.
func (m *measurement) file(scheme string, n int) string {
	word, _, _ := strings.Cut(scheme, " ")
	name := filepath.Join(m.dir, fmt.Sprintf("%s-%d", word, n))
	if _, err := os.Stat(name); err == nil {
		return name
	}
	c := exec.Command("bash", "-c", fmt.Sprintf("%s gen %s -n %d > %s", m.idscope, scheme, n, name))
	c.Stderr = os.Stderr
	if err := c.Run(); err != nil {
		fail(err)
	}
	return name
}

// check is the search for duplicates. The memory of sort | uniq is sort's, the
// larger one.
func (m *measurement) check(full bool) {
	uuids, integers, rounds, small := 2_000_000, 5_000_000, 3, "8M"
	if full {
		uuids, integers, rounds, small = 20_000_000, 100_000_000, 1, "64M"
	}
	for _, c := range []struct {
		scheme string
		n      int
	}{{"uuidv4", uuids}, {"custom --layout random:64", integers}} {
		file := m.file(c.scheme, c.n)
		m.compare(fmt.Sprintf("duplicates among %d of %.6s", c.n, c.scheme), rounds,
			process{name: "idscope check", line: m.idscope + " check " + file, units: float64(c.n)},
			process{name: "idscope check --memory " + small + ", the rest in files", line: m.idscope + " check --memory " +
				small + " " + file, units: float64(c.n)},
			process{name: "sort | uniq -d", line: "LC_ALL=C sort -S 4G --parallel=2 " + file + " | uniq -d",
				units: float64(c.n)},
		)
		_ = os.Remove(file)
	}
}
