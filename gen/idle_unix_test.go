//go:build unix

package gen

import (
	"context"
	"syscall"
	"testing"
	"time"

	"idscope/gen/testing/try"
)

// TestWaitingIsIdle: whoever waits for the next tick, or for a clock that was set back,
// sleeps; other generators spend a core on it.
func TestWaitingIsIdle(t *testing.T) {
	for name, wait := range map[string]func() error{
		"a tick that is full": func() error {
			s := testScheme(1)
			s.Tick, s.Epoch = 300*time.Millisecond, day
			g := mustNew(t, s, Options{Clock: SystemClock()})
			_, err := g.Fill(context.Background(), make([]ID, 6)) // a whole tick at least
			return err
		},
		"a clock that was set back": func() error {
			s := testScheme(4)
			s.Backward = BackwardWait
			ledger, long := new(memory), 2*time.Second
			now := time.Now().Add(400 * time.Millisecond)
			if _, err := mustNew(t, s, Options{Clock: FixedClock(now), Ledger: ledger}).Next(context.Background()); err != nil {
				return err
			}
			_, err := mustNew(t, s, Options{Clock: SystemClock(), Ledger: ledger, MaxWait: &long}).Next(context.Background())
			return err
		},
	} {
		before, start := processorTime(t), time.Now()
		if err := wait(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		took, used := time.Since(start), processorTime(t)-before
		if took < 200*time.Millisecond {
			t.Errorf("%s: it took %v; nothing was waited for", name, took)
		}
		if used > took/20 {
			t.Errorf("%s: %v of processor time in %v; want a twentieth at most", name, used, took)
		}
	}
}

// processorTime is what this process has used of all cores.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	try.Works(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
