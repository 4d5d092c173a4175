package counter

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"idscope/gen"
	"idscope/gen/store"
)

// writing are segments of a host that wants to be the writer, and waits for that long.
func (h *host) writing(s *counted, wait time.Duration) *Segments {
	place := Place{Key: orders.Key, Setup: Setup{Create: true}}
	folder := h.folder()
	folder.Host.Uptime = func() (time.Duration, bool) { return time.Duration(time.Now().UnixNano()), true }
	folder.Host.MachineID = func() string { return h.dir }
	w := place.Writer(folder, gen.SystemClock(), func(context.Context) (store.Store, error) { return s, nil })
	w.Wait = wait
	return NewSegments(SegmentsOptions{Host: h.of(orders), Writer: w,
		Open: func(ctx context.Context) (Allocator, error) { return OpenRegister(ctx, s, orders, true, 10) }})
}

// TestWaitTogether: calls of a host that wait for the lease of another one wait for the time
// that they were given, however many they are.
func TestWaitTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, a, b := newStore(), newHost(t), newHost(t)
		mustTake(t, a.writing(s, 0), 1)
		begun := time.Now()
		var calls sync.WaitGroup
		for range 20 {
			calls.Go(func() {
				if b, err := b.writing(s, 2*time.Second).Take(t.Context(), 1); !errors.Is(err, ErrTaken) {
					t.Errorf("Take = %v, %v; want that another host writes", b, err)
				}
			})
		}
		calls.Wait()
		if took := time.Since(begun); took < 2*time.Second || took > 3*time.Second {
			t.Errorf("20 calls that wait for 2 s took %s together", took)
		}
	})
}
