package main

import (
	"fmt"
	"runtime"
)

// startup is one id as a process.
func (m *measurement) startup() {
	m.start("one id, a process each",
		process{name: "idscope gen uuidv4", line: m.idscope + " gen uuidv4"},
		process{name: "idscope gen snowflake --worker 7", line: m.idscope + " gen snowflake --worker 7"},
		process{name: "idscope gen snowflake", line: m.idscope + " gen snowflake"},
		process{name: "idscope version", line: m.idscope + " version"},
		process{name: "a bare Go program", line: m.bare},
		process{name: "uuidgen -r", line: "uuidgen -r"},
		process{name: "uuid -v4 (OSSP)", line: "uuid -v4"},
	)
}

// bulk is many ids to /dev/null, one processor each, and ours with two as well.
// ULIDs count up within a millisecond, ours as the library's.
func (m *measurement) bulk() {
	const ours, theirs = 20e6, 2e6
	const borrow = " --on-overflow borrow --max-lead 1h"
	for _, c := range []struct{ scheme, flags, name, rival string }{
		{"uuidv4", "", "", "google/uuid-pool"}, {"uuidv7", "", "", "google/uuid-v7"},
		{"ulid", "", ", monotonic", "oklog/ulid"},
		{"xid", borrow, "", "rs/xid"}, {"ksuid", "", "", "segmentio/ksuid"}, {"nanoid", "", "", "go-nanoid"},
		{"snowflake", " --worker 9" + borrow, "", "bwmarrin/snowflake"},
	} {
		mine := process{
			name:  "idscope gen " + c.scheme + c.flags + c.name,
			line:  fmt.Sprintf("%s gen %s -n %.0f", m.idscope, c.scheme+c.flags, ours),
			units: ours, env: "GOMAXPROCS=1", borrows: c.flags != "",
		}
		list := []process{mine, {name: "a loop over " + c.rival, line: fmt.Sprintf("%s loop %s %.0f", m.self, c.rival,
			theirs), units: theirs, env: "GOMAXPROCS=1"}}
		if c.scheme == "uuidv4" {
			list = append(list, process{name: "uuid -v4 -n (OSSP)", line: "uuid -v4 -n 500000", units: 500000})
		}
		if runtime.NumCPU() > 1 {
			mine.name, mine.env = "idscope, two processors", "GOMAXPROCS=2"
			list = append(list, mine)
		}
		m.compare("many ids to /dev/null", m.rounds, list...)
	}
}

// pipes is UUIDs to another process, beside yes with a line of that length and what
// the pipe can carry. Each has one writer and one reader.
func (m *measurement) pipes() {
	const n = 20e6
	const size = n * 37 // bytes
	m.compare("UUIDs through a pipe, lines of 37 bytes", m.rounds,
		process{name: "idscope gen uuidv4 | cat", line: fmt.Sprintf("%s gen uuidv4 -n %.0f | cat", m.idscope, n), units: n},
		process{name: "yes UUID | dd, which reads as cat does",
			line: fmt.Sprintf("yes 0f8fad5b-d9cb-469f-a165-70867728950e | dd bs=128K iflag=fullblock,count_bytes "+
				"count=%.0f status=none", size), units: n},
		process{name: "the pipe alone, 32 KiB writes | cat", line: fmt.Sprintf("%s pipe %.0f | cat", m.self, size), units: n},
	)
}

// strict is a snowflake that never uses a millisecond that has not come: 4096 ids
// each. A process starts inside a millisecond and ends inside one, and both count in
// full: of 10 000 a little over 100 % is possible.
func (m *measurement) strict() {
	const n, most = 40960000, 4.096
	m.compare("strict snowflake, 4 096 000 a second is all there is", m.rounds, process{
		name: "idscope gen snowflake", line: fmt.Sprintf("%s gen snowflake --worker 8 -n %d", m.idscope, n), units: n,
		note: func(value float64) string { return fmt.Sprintf("%.2f %% of all there is", 100*value/most) },
	})
}
