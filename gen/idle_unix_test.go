//go:build unix

package gen

import (
	"syscall"
	"testing"
	"time"

	"idscope/gen/testing/try"
)

// TestWaitingIsIdle: whoever waits, sleeps; other generators spend a core on it. That all waits are the clock's, once
// each, say TestWaiterSleepsOnce and TestLongWaits.
func TestWaitingIsIdle(t *testing.T) {
	const most = 15 * time.Millisecond
	used := time.Hour
	for times := 0; times < 10 && used > most; times++ { // the runtime may have something to do meanwhile
		before, start := processorTime(t), time.Now()
		try.Works(t, SystemClock().Sleep(t.Context(), 300*time.Millisecond))
		if took := time.Since(start); took < 300*time.Millisecond {
			t.Errorf("a sleep of 300 ms took %v", took)
		}
		used = min(used, processorTime(t)-before)
	}
	if used > most {
		t.Errorf("a sleep of 300 ms took %v of processor time; want a twentieth at most", used)
	}
}

// processorTime is what this process has used of all cores.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	try.Works(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
