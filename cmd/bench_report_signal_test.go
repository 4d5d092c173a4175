//go:build unix

package cmd

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"idscope/bench/index"
	"idscope/bench/throughput"
)

// TestReportInterrupted: a signal ends the measurement with its status; the file
// holds what there is, and says in it that it is partial, and of what.
func TestReportInterrupted(t *testing.T) {
	opened := 0
	slow := throughput.Subject{Name: "ulid", Package: "example.org/x/ulid", Against: "ulid", Hows: []throughput.How{throughput.Next},
		Open: func(bool) (*throughput.Maker, error) {
			opened++
			return &throughput.Maker{Loop: func(ctx context.Context, _ throughput.How, n int) error {
				spend(n)
				if opened == 40 { // calibration takes fewer
					if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
						return err
					}
					<-ctx.Done()
				}
				return nil
			}}, nil
		}}
	for _, c := range []struct {
		words  string
		change func(*Environment)
		args   []string
		status int
		want   []string
		not    string
	}{
		{"in the middle of the speed", func(e *Environment) {
			e.Engines.Rivals = func() []throughput.Subject { return []throughput.Subject{slow} }
		},
			[]string{"ulid", "--rivals", "--samples", "1000"}, 128 + int(syscall.SIGTERM),
			[]string{"Partial: interrupted after ", " of 1000 samples of the speed; the index was not measured.", `id="odds"`}, `<section id="index"`},
		{"in the middle of the index", func(e *Environment) { e.Engines.Index = []index.Driver{signalling{syscall.SIGINT}} },
			[]string{"uuidv7", "uuidv4", "--rows", "10000"}, 128 + int(syscall.SIGINT),
			[]string{"Partial: interrupted while the index was measured, 1 of 2 schemes are complete.", `<section id="index"`}, "index was not measured"},
	} {
		dir := t.TempDir()
		with := func(e *Environment) { reporting(e); c.change(e) }
		got := call(t, with, quick(append(c.args, "-o", filepath.Join(dir, "report.html"))...)...)
		if got.status != c.status || got.out != "" || !strings.Contains(got.err, "warning: interrupted: the report is partial") {
			t.Errorf("%s: %+v; want status %d and word of it", c.words, got, c.status)
		}
		lonely(t, dir, "report.html")
		text, _ := os.ReadFile(filepath.Join(dir, "report.html"))
		readable(t, string(text))
		for _, want := range c.want {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s: the report has no %q", c.words, want)
			}
		}
		if strings.Contains(string(text), c.not) {
			t.Errorf("%s: the report has %q", c.words, c.not)
		}
	}
}
