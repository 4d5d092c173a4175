//go:build unix

package cmd

import (
	"context"
	"os"
	"strings"
	"syscall"
	"testing"

	"idscope/bench/index"
	"idscope/bench/index/bolt"
	"idscope/gen"
)

// TestIndexClearsAway: a signal ends a run with its status, prints what there is so
// far, says that it is partial, and leaves no file.
func TestIndexClearsAway(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		dir := t.TempDir()
		t.Setenv("TMPDIR", dir)
		with := func(e *Environment) { e.Engines.Index = []index.Driver{signalling{s}} }
		got := call(t, with, "bench", "index", "uuidv7", "uuidv4", "--rows", "1000", "--batch", "100")
		if got.status != 128+int(s) || !strings.HasPrefix(got.out, "PARTIAL: interrupted after 500 rows of uuidv4\n") || !strings.Contains(got.out, "\nuuidv7 ") ||
			!strings.Contains(got.out, "\nuuidv4* ") || !strings.Contains(got.err, "warning: interrupted: the figures are partial") {
			t.Errorf("after %v: %+v; want status %d, a report that is partial, and word of it", s, got, 128+int(s))
		}
		if list, _ := os.ReadDir(dir); len(list) > 0 {
			t.Errorf("after %v %v stays behind", s, list)
		}
	}
}

// signalling is bbolt, and a signal to this process in the middle of the second
// table.
type signalling struct{ signal syscall.Signal }

func (signalling) Name() string      { return "bbolt" }
func (signalling) Schemes() []string { return []string{"bbolt"} }
func (s signalling) Open(ctx context.Context, dsn string) (index.Engine, error) {
	e, err := bolt.Driver{}.Open(ctx, dsn)
	return &signalled{Engine: e, signal: s.signal}, err
}

type signalled struct {
	index.Engine
	signal  syscall.Signal
	batches int
}

func (s *signalled) Insert(ctx context.Context, keys []gen.ID) error {
	if s.batches++; s.batches == 16 {
		if err := syscall.Kill(os.Getpid(), s.signal); err != nil {
			return err
		}
		<-ctx.Done()
	}
	return s.Engine.Insert(ctx, keys)
}
