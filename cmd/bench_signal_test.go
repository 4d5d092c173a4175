//go:build unix

package cmd

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"idscope/bench/index"
	"idscope/bench/index/bolt"
	"idscope/bench/throughput"
	"idscope/gen/testing/try"
)

// signallingRival is a library that sends the process a signal in the middle of what is sampled.
func signallingRival(s syscall.Signal) throughput.Subject {
	opened := 0
	return throughput.Subject{Name: "ulid", Package: "example.org/x/ulid",
		Hows: []throughput.How{throughput.Next},
		Open: func(throughput.How) (*throughput.Maker, error) {
			opened++
			return &throughput.Maker{Loop: func(ctx context.Context, _ throughput.How, n int) error {
				spend(n)
				if opened == 12 { // calibration takes fewer
					if err := syscall.Kill(os.Getpid(), s); err != nil {
						return err
					}
					<-ctx.Done()
				}
				return nil
			}}, nil
		}}
}

// TestThroughputInterrupted: a signal ends the measurement with its status; what
// was sampled until then is printed, and said to be partial.
func TestThroughputInterrupted(t *testing.T) {
	for s, formats := range map[syscall.Signal][]string{syscall.SIGINT: {"text", "json"},
		syscall.SIGTERM: {"csv", "gobench"}} {
		for _, format := range formats {
			rival := signallingRival(s)
			with := func(e *Environment) {
				e.Engines.Rivals = func() []throughput.Subject { return []throughput.Subject{rival} }
			}
			got := call(t, with, "bench", "throughput", "--rivals", "--how", "next", "--threads", "1", "--time", "1ms",
				"--samples", "1000", "--format", format)
			want := map[string]string{"text": "PARTIAL: interrupted after ", "json": `"partial":true`, "csv": ",true\n",
				"gobench": "\npartial: true\n"}[format]
			if got.status != 128+int(s) || !strings.Contains(got.out, want) || !strings.Contains(got.out, "ulid") ||
				!strings.Contains(got.err, "warning: interrupted: the figures are partial") {
				t.Errorf("after %v, as %s: status %d, %.200q, %q; want %d and %q", s, format, got.status, got.out, got.err,
					128+int(s), want)
			}
		}
	}
}

// TestIndexClearsAway: a signal ends a run with its status, prints what there is so
// far, says that it is partial, and leaves no file.
func TestIndexClearsAway(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		dir := t.TempDir()
		t.Setenv("TMPDIR", dir)
		with := func(e *Environment) { e.Engines.Index = []index.Driver{signalling(s)} }
		got := call(t, with, "bench", "index", "uuidv7", "uuidv4", "--rows", "1000", "--batch", "100")
		if got.status != 128+int(s) || !strings.HasPrefix(got.out, "PARTIAL: interrupted after 500 rows of uuidv4\n") ||
			!strings.Contains(got.out, "\nuuidv7 ") ||
			!strings.Contains(got.out, "\nuuidv4* ") ||
			!strings.Contains(got.err, "warning: interrupted: the figures are partial") {
			t.Errorf("after %v: %+v; want status %d, a report that is partial, and word of it", s, got, 128+int(s))
		}
		if list, _ := os.ReadDir(dir); len(list) > 0 {
			t.Errorf("after %v %v stays behind", s, list)
		}
	}
}

// signalling is bbolt, and a signal to this process in the middle of the second table.
func signalling(s syscall.Signal) index.Driver {
	return index.Driver{Schemes: []string{"bbolt"}, Open: func(ctx context.Context, dsn string) (index.Engine, error) {
		e, err := bolt.Driver.Open(ctx, dsn)
		return &signalled{Engine: e, signal: s}, err
	}}
}

type signalled struct {
	index.Engine
	signal  syscall.Signal
	batches int
}

func (s *signalled) Insert(ctx context.Context, rows []index.Row) error {
	if s.batches++; s.batches == 16 {
		if err := syscall.Kill(os.Getpid(), s.signal); err != nil {
			return err
		}
		<-ctx.Done()
	}
	return s.Engine.Insert(ctx, rows)
}

// signallingBar is a terminal that interrupts the call at the first sight of progress.
type signallingBar struct {
	io.Writer
	once sync.Once
}

func (s *signallingBar) Write(p []byte) (int, error) {
	if strings.Contains(string(p), "simulating") {
		s.once.Do(func() { syscall.Kill(os.Getpid(), syscall.SIGINT) })
	}
	return s.Writer.Write(p)
}

// TestCollisionsInterrupted: a signal ends a simulation with its status; what was counted until then is printed, and
// said to be partial.
func TestCollisionsInterrupted(t *testing.T) {
	got := call(t, func(e *Environment) {
		e.ErrTerminal, e.Err = true, &signallingBar{Writer: e.Err}
		e.Clock = &hurried{time.Unix(1_767_225_600, 0), time.Second}
	}, "bench", "collisions", "snowflake", "--count", "1e9")
	if got.status != 128+int(syscall.SIGINT) || !strings.Contains(got.out, "\n  partial      interrupted after ") ||
		!strings.Contains(got.err, "interrupted: the counts are partial") {
		t.Errorf("%+v; want status 130, the counts, and word of it", got)
	}
}

// TestReportInterrupted: a signal ends the measurement with its status; the file
// holds what there is, and says in it that it is partial, and of what.
func TestReportInterrupted(t *testing.T) {
	slow := signallingRival(syscall.SIGTERM)
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
			[]string{"Partial: interrupted after ", " of 1000 samples of the speed; the index was not measured.",
				`id="collisions"`}, `<section id="index"`},
		{"in the middle of the index", func(e *Environment) { e.Engines.Index = []index.Driver{signalling(syscall.SIGINT)} },
			[]string{"uuidv7", "uuidv4", "--rows", "10000"}, 128 + int(syscall.SIGINT),
			[]string{"Partial: interrupted while the index was measured, 1 of 2 schemes are complete.",
				"; partial: the run was ended early", `<section id="index"`}, "index was not measured"},
	} {
		dir := t.TempDir()
		with := func(e *Environment) { reporting(e); c.change(e) }
		got := call(t, with, quick(append(c.args, "-o", filepath.Join(dir, "report.html"))...)...)
		if got.status != c.status || got.out != "" ||
			!strings.Contains(got.err, "warning: interrupted: the report is partial") {
			t.Errorf("%s: %+v; want status %d and word of it", c.words, got, c.status)
		}
		lonely(t, dir, "report.html")
		text, _ := os.ReadFile(filepath.Join(dir, "report.html"))
		readable(t, string(text))
		for _, want := range c.want {
			try.Contains(t, string(text), want, "%s: the report has", c.words)
		}
		if strings.Contains(string(text), c.not) {
			t.Errorf("%s: the report has %q", c.words, c.not)
		}
	}
}
