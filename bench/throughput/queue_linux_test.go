package throughput

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestQueue: a thread that shares its processor with others has waited, by less than the
// time that went by, and never less than before; to ask costs no memory.
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
	if n := testing.AllocsPerRun(100, func() { q.waited() }); n > 0 {
		t.Errorf("waited allocates %v times; want never", n)
	}
	var ended atomic.Bool
	var others sync.WaitGroup
	for range 2 * runtime.NumCPU() {
		others.Go(func() {
			runtime.LockOSThread()
			for !ended.Load() {
			}
		})
	}
	begun := time.Now()
	before := q.waited() // a wait between the two is of the time that went by, and not the other way round
	x := 0
	for waited := before; waited == before && time.Since(begun) < 10*time.Second; waited = q.waited() {
		for i := range 100_000 {
			x ^= i
		}
	}
	after, took := q.waited(), time.Since(begun)
	ended.Store(true)
	others.Wait()
	if runtime.KeepAlive(x); after <= before || after-before > took+time.Millisecond {
		t.Errorf("waited %s of %s beside %d others; want more than nothing, and no more than went by", after-before, took,
			2*runtime.NumCPU())
	}
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
			if err := os.WriteFile(path, fmt.Appendf(nil, "7000 %d 3\n", 1000+wait.Nanoseconds()), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		count(0)
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
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
