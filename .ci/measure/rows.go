package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// startup is one id as a process.
func (m *measurement) startup() {
	m.compare("one id, a process each", "ms", m.starts, millis,
		process{name: "idscope gen uuidv4", line: m.idscope + " gen uuidv4"},
		process{name: "idscope gen snowflake --worker 7", line: m.idscope + " gen snowflake --worker 7"},
		process{name: "idscope gen snowflake", line: m.idscope + " gen snowflake"},
		process{name: "idscope version", line: m.idscope + " version"},
		process{name: "a bare Go program", line: m.bare},
		process{name: "uuidgen -r", line: "uuidgen -r"},
		process{name: "uuid -v4 (OSSP)", line: "uuid -v4"},
	)
}

// bulk is many ids to /dev/null, one processor each.
func (m *measurement) bulk() {
	const ours, theirs = 20e6, 2e6
	for _, c := range []struct{ flags, rival string }{
		{"uuidv4", "google/uuid-pool"}, {"uuidv7", "google/uuid-v7"}, {"ulid", "oklog/ulid"}, {"xid --on-overflow borrow --max-lead 1h", "rs/xid"}, {"ksuid", "segmentio/ksuid"},
		{"nanoid", "go-nanoid"}, {"snowflake --worker 9 --on-overflow borrow --max-lead 1h", "bwmarrin/snowflake"},
	} {
		list := []process{
			{name: "idscope gen " + c.flags, line: fmt.Sprintf("%s gen %s -n %.0f", m.idscope, c.flags, ours), units: ours, env: "GOMAXPROCS=1 IDSCOPE_STATE=" + m.fresh()},
			{name: "a loop over " + c.rival, line: fmt.Sprintf("%s loop %s %.0f", m.self, c.rival, theirs), units: theirs, env: "GOMAXPROCS=1"},
		}
		if c.flags == "uuidv4" {
			list = append(list, process{name: "uuid -v4 -n (OSSP)", line: "uuid -v4 -n 500000", units: 500000},
				process{name: "idscope, two processors", line: list[0].line, units: ours, env: "GOMAXPROCS=2"})
		}
		m.compare("many ids to /dev/null", "M/s", m.rounds, rate, list...)
	}
}

// fresh is a state folder that nobody used: borrowed time is of one run alone.
func (m *measurement) fresh() string {
	dir, err := os.MkdirTemp(m.dir, "state")
	if err != nil {
		fail(err)
	}
	return dir
}

// pipe is UUIDs through cat, beside yes with a line of that length.
func (m *measurement) pipe() {
	const n = 20e6
	m.compare("UUIDs through cat", "M/s", m.rounds, rate,
		process{name: "idscope gen uuidv4 | cat", line: fmt.Sprintf("%s gen uuidv4 -n %.0f | cat", m.idscope, n), units: n},
		process{name: "yes UUID | cat", line: fmt.Sprintf("yes 0f8fad5b-d9cb-469f-a165-70867728950e | head -c %.0f | cat", n*37), units: n},
	)
}

// strict is a snowflake that never uses a millisecond that has not come.
func (m *measurement) strict() {
	const n = 8192000
	m.compare("strict snowflake, 4 096 000 a second is all there is", "M/s", m.rounds, rate,
		process{name: "idscope gen snowflake", line: fmt.Sprintf("%s gen snowflake --worker 8 -n %d", m.idscope, n), units: n},
	)
}

// inspect is lines in, lines out, one processor.
func (m *measurement) inspect() {
	const n = 3e6
	for _, c := range []struct{ scheme, flags string }{{"uuidv4", ""}, {"uuidv7", ""}, {"ulid", ""}, {"snowflake --worker 6 --on-overflow borrow --max-lead 1h", "--as snowflake"}} {
		file := m.file(c.scheme, n)
		list := []process{
			{name: "idscope inspect --json=brief " + c.flags, line: m.idscope + " inspect --json=brief " + c.flags + " < " + file, units: n, env: "GOMAXPROCS=1"},
			{name: "idscope inspect --json " + c.flags, line: "head -n 300000 " + file + " | " + m.idscope + " inspect --json " + c.flags, units: 300000, env: "GOMAXPROCS=1"},
		}
		if c.scheme == "uuidv4" {
			list = append(list, process{name: "uuidparse -J", line: "uuidparse -J < " + m.file(c.scheme, 1e5), units: 1e5})
			if _, err := exec.LookPath("uuidparse"); err != nil {
				list = list[:2]
			}
		}
		m.compare("inspect lines of "+c.scheme, "M/s", m.rounds, rate, list...)
	}
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

// check is the search for duplicates.
func (m *measurement) check(full bool) {
	uuids, integers, rounds := 2_000_000, 5_000_000, 3
	if full {
		uuids, integers, rounds = 20_000_000, 100_000_000, 1
	}
	for _, c := range []struct {
		scheme string
		n      int
	}{{"uuidv4", uuids}, {`custom --layout random:64`, integers}} {
		file := m.file(c.scheme, c.n)
		m.compare(fmt.Sprintf("duplicates among %d of %.6s", c.n, c.scheme), "M/s", rounds, rate,
			process{name: "idscope check", line: m.idscope + " check " + file, units: float64(c.n)},
			process{name: "sort | uniq -d", line: "LC_ALL=C sort -S 4G --parallel=2 " + file + " | uniq -d", units: float64(c.n)},
		)
		_ = os.Remove(file)
	}
}
