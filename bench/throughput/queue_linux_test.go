package throughput

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestQueued: a thread that shares its processor with others has waited, by less than the
// time that went by, and never less than before.
func TestQueued(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if queued() == 0 {
		time.Sleep(time.Millisecond)
		if queued() == 0 {
			t.Skip("left out: this kernel does not count how long a thread waits for a processor")
		}
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
	before := queued() // a wait between the two is of the time that went by, and not the other way round
	x := 0
	for waited := before; waited == before && time.Since(begun) < 10*time.Second; waited = queued() {
		for i := range 100_000 {
			x ^= i
		}
	}
	after, took := queued(), time.Since(begun)
	ended.Store(true)
	others.Wait()
	if runtime.KeepAlive(x); after <= before || after-before > took+time.Millisecond {
		t.Errorf("waited %s of %s beside %d others; want more than nothing, and no more than went by", after-before, took,
			2*runtime.NumCPU())
	}
}
