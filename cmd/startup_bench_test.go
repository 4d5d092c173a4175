package cmd_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"idscope/gen/testing/try"
)

// bare is the smallest Go program that prints a line: what every Go tool pays.
const bare = `package main

import "os"

func main() { os.Stdout.WriteString("0\n") }
`

// BenchmarkStartup runs whole processes in turn and reports the medians as
// ratios: one id with its state against the same binary's version and against a
// bare Go program.
func BenchmarkStartup(b *testing.B) {
	dir := b.TempDir()
	build := func(name, pkg string) string {
		linked, out := filepath.Join(dir, name+".linked"), filepath.Join(dir, name)
		c := exec.Command("go", "build", "-o", linked, pkg)
		c.Env = append(os.Environ(), "CGO_ENABLED=0") // as the README installs it
		if text, err := c.CombinedOutput(); err != nil {
			b.Fatalf("go build %s: %v\n%s", pkg, err, text)
		}
		program, err := os.ReadFile(linked) // a copy: what was just linked is in the page cache in small pieces
		if err == nil {
			err = os.WriteFile(out, program, 0o755)
		}
		if err != nil {
			b.Fatal(err)
		}
		return out
	}
	source := filepath.Join(dir, "bare.go")
	try.Works(b, os.WriteFile(source, []byte(bare), 0o666))
	hello, idscope := build("bare", source), build("idscope", "idscope")
	commands := [][]string{{hello}, {idscope, "version"}, {idscope, "gen", "snowflake", "--worker", "7"},
		{idscope, "gen", "uuidv4"}}
	env := append(os.Environ(), "HOME="+dir, "XDG_STATE_HOME=", "IDSCOPE_STATE="+filepath.Join(dir, "state"),
		"IDSCOPE_CLAIMS="+filepath.Join(dir, "claims"))
	took := make([][]time.Duration, len(commands))
	for b.Loop() {
		for i, words := range commands {
			c := exec.Command(words[0], words[1:]...)
			c.Env = env
			start := time.Now()
			if err := c.Run(); err != nil {
				b.Fatalf("%v: %v", words, err)
			}
			took[i] = append(took[i], time.Since(start))
		}
	}
	median := func(i int) float64 {
		slices.Sort(took[i])
		return float64(took[i][len(took[i])/2])
	}
	b.ReportMetric(median(2)/median(1), "snowflake/version")
	b.ReportMetric(median(3)/median(1), "uuidv4/version")
	b.ReportMetric(median(2)/median(0), "snowflake/bare")
	b.ReportMetric(median(1)/median(0), "version/bare")
}
