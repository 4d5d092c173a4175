package throughput

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"idscope/gen/testing/try"
)

// TestQueue: this kernel counts how long a thread waits for a processor; to ask costs no memory.
func TestQueue(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	q := openQueue()
	defer q.close()
	if q.waited() == 0 {
		time.Sleep(time.Millisecond)
		if q.waited() == 0 {
			t.Skip("left out: this kernel does not count how long a thread waits for a processor")
		}
	}
	try.Equal(t, testing.AllocsPerRun(100, func() { q.waited() }), 0, "the allocations of waited are")
}

// TestQueueTime: what others had of the time of the work is taken off, within the margin that
// the clock shows, and no more where it shows that the wait was beside the work.
func TestQueueTime(t *testing.T) {
	const ms = time.Millisecond
	for _, test := range []struct {
		words              string
		work, beside, wait time.Duration
		low, high          time.Duration
	}{
		{"no wait", 50 * ms, ms, 0, 50 * ms, 50 * ms},
		{"a wait in the work", 50 * ms, 0, 30 * ms, 20 * ms, 20 * ms},
		{"a wait in the work, and some time beside it", 50 * ms, ms, 30 * ms, 20 * ms, 21 * ms},
		{"a wait beside the work", 50 * ms, 40 * ms, 40 * ms, 50 * ms, 50 * ms},
		{"more than all of it", 64 * ms, 0, 100 * ms, ms, ms},
	} {
		// the kernel's figures are in a file of the test, and grow while work is done
		path := filepath.Join(t.TempDir(), "schedstat")
		count := func(wait time.Duration) {
			try.Works(t, os.WriteFile(path, fmt.Appendf(nil, "7000 %d 3\n", 1000+wait.Nanoseconds()), 0o600))
		}
		count(0)
		file := try.Of(os.Open(path)).Or(t)
		defer file.Close()
		clock, reads := time.Unix(0, 0), 0
		took, err := (&queue{file: file}).time(func() time.Time {
			if reads++; reads == 2 { // between the first and the second the queue is read
				clock = clock.Add(test.beside)
			}
			return clock
		}, func() error {
			clock = clock.Add(test.work)
			count(test.wait)
			return nil
		})
		if err != nil || took < test.low || took > test.high {
			t.Errorf("%s: %s, %v; want %s to %s", test.words, took, err, test.low, test.high)
		}
	}
}
