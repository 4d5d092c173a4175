package lease_test

import (
	"fmt"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"idscope/gen/fault"
	"idscope/gen/internal/guard"
	"idscope/gen/testing/try"
	"idscope/gen/worker"
)

// waited is the files of a host whose locks are waited for by the clock of a bubble, which the kernel's queue is not.
type waited struct{ guard.System }

func (f waited) Lock(file guard.File, wait bool) (bool, error) {
	for {
		if ok, err := f.System.Lock(file, false); ok || err != nil || !wait {
			return ok, err
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// TestHeldLock: a process of this host that stands still holds the lock of the grant, whose end has come. A call says
// so after 20 s, names the process, and does not blame the store.
func TestHeldLock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		a := w.host("a")
		a.folder.FS = waited{}
		a.must(1)
		w.pass(time.Hour)
		unlock := try.Of(a.holder().Keeper.Lock(t.Context())).Or(t)
		w.store.step = func(what string) error {
			t.Errorf("the store was asked for %s", what)
			return nil
		}
		began := time.Now()
		err := a.holder().Acquire(t.Context())
		try.Within(t, time.Since(began), 20*time.Second, 21*time.Second, "the call waited")
		who := fmt.Sprintf("the grant of snowflake is being renewed by process %d (", os.Getpid())
		try.Fails(t, err, worker.ErrBusy, "error")
		try.Says(t, err, who, "error")
		try.Equal(t, fault.Hint(err), "end or continue that process; or look whether the store answers", "hint")
		unlock()
		w.store.step = nil
		time.Sleep(time.Second) // the call that gave up still has its place in the queue
		a.must(1)
	})
}
