package lease_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"idscope/gen/lease"
)

// TestTwoHundredForSixtyFour: a host that comes between another host's note of a number
// and its register takes that number for no lost one.
func TestTwoHundredForSixtyFour(t *testing.T) {
	w := newWorld(t)
	var mu sync.Mutex
	got, none := map[uint64]int{}, 0
	var wg sync.WaitGroup
	for i := range 200 {
		h := w.host("host" + string(rune('a'+i%26)) + string(rune('a'+i/26))).workers("time:41 worker:6 seq:12").holder()
		wg.Go(func() {
			err := h.Acquire(context.Background())
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				got[h.Worker()]++
			case errors.Is(err, lease.ErrNoNumber):
				none++
				for _, want := range []string{"; 64 taken", "; the next one is free at 2026-03-01T12:01:11Z"} {
					if !strings.Contains(err.Error(), want) {
						t.Errorf("error %q; want %q in it", err, want)
					}
				}
			default:
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if len(got) != 64 || none != 136 {
		t.Fatalf("%d numbers granted, %d hosts refused; want 64 and 136", len(got), none)
	}
	for n, times := range got {
		if times > 1 {
			t.Errorf("number %d was granted %d times", n, times)
		}
	}
	err := w.host("late").workers("time:41 worker:6 seq:12").refused(lease.ErrNoNumber)
	for _, want := range []string{"; 64 taken: 0 of host", " and 61 more;"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error %q; want %q in it", err, want)
		}
	}
}

func TestFortyRenewAtOnce(t *testing.T) {
	w := newWorld(t)
	a := w.host("a")
	for _, d := range []time.Duration{0, 2 * time.Minute, 60500 * time.Millisecond} {
		w.pass(d)
		before := w.store.swaps
		var wg sync.WaitGroup
		for range 40 {
			h := a.holder()
			wg.Go(func() {
				if err := h.Acquire(context.Background()); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		want := 1
		if d == 0 {
			want = 3 // the group, the register, and the group's note of a number that was never used
		}
		if n := w.store.swaps - before; n != want {
			t.Errorf("after %s 40 processes made %d swaps; want %d", d, n, want)
		}
	}
}
