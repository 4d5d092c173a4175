// Command measure times whole processes: idscope beside what else is installed
// that does the same, in turn, so that a busy machine slows all alike. It writes
// one Markdown table with medians, the best of the rounds and ratios, the machine
// and the versions.
//
//	go run ./.ci/measure                    some minutes
//	go run ./.ci/measure -full              with 100 million integers
//	go run ./.ci/measure -only pipe,strict  these alone
//
// What is not installed is left out and named at the end.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

func main() {
	if err := helper(os.Args[1:]); err != nil {
		fail(err)
	}
	full := flag.Bool("full", false, "measure the duplicates of 20 million UUIDs and 100 million integers too")
	rounds := flag.Int("rounds", 7, "how often each process runs")
	starts := flag.Int("starts", 150, "how often each process of the start-up rows runs")
	only := flag.String("only", "", "measure these alone, by commas: startup, bulk, pipe, strict, inspect, check")
	flag.Parse()
	m := &measurement{rounds: *rounds, starts: *starts}
	parts := []struct {
		name    string
		measure func()
	}{
		{"startup", m.startup}, {"bulk", m.bulk}, {"pipe", m.pipes}, {"strict", m.strict}, {"inspect", m.inspect},
		{"check", func() { m.check(*full) }},
	}
	wanted := map[string]bool{}
	for _, part := range parts {
		wanted[part.name] = *only == ""
	}
	for name := range strings.SplitSeq(*only, ",") {
		if _, known := wanted[name]; !known && *only != "" {
			fail(fmt.Errorf("-only %s is unknown", name))
		}
		wanted[name] = true
	}
	dir, err := os.MkdirTemp("", "idscope-measure")
	if err != nil {
		fail(err)
	}
	cleanup = func() { _ = os.RemoveAll(dir) }
	if err := m.prepare(dir); err != nil {
		fail(err)
	}
	for _, part := range parts {
		if wanted[part.name] {
			part.measure()
		}
	}
	cleanup()
	fmt.Print(m.markdown())
}

// helper is what else this program is: the loop over a library, and the writer that
// shows what a pipe can carry. It ends the process where it was one.
func helper(args []string) error {
	var err error
	switch {
	case len(args) == 3 && args[0] == "loop":
		err = loop(args[1], args[2])
	case len(args) == 2 && args[0] == "pipe":
		err = fillPipe(args[1])
	default:
		return nil
	}
	if err == nil {
		os.Exit(0)
	}
	return err
}

// measurement is what the rows share.
type measurement struct {
	dir                         string // everything is written here
	idscope, bare, launch, self string // the programs
	rounds, starts              int
	rows                        []row
	missing                     []string
	versions                    []string
}

// cleanup removes what was written, also where a measurement fails.
var cleanup = func() {}

func fail(err error) {
	cleanup()
	fmt.Fprintln(os.Stderr, "measure:", err)
	os.Exit(1)
}
