package store_test

import (
	"context"
	"testing"
	"time"

	"idscope/gen/store"
	"idscope/gen/store/storetest/memory"
	"idscope/gen/testing/try"
)

// TestWatched: a watch is told of each call, of the store's clock, and of errors but for
// those that say nothing against the store.
func TestWatched(t *testing.T) {
	calls, failures := 0, 0
	var ahead time.Duration
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	down := false
	s := store.Watched(&memory.Store{Clock: func() time.Time { return at.Add(3 * time.Second) },
		Fault: func(string, string) memory.Fault {
			if down {
				return memory.Down
			}
			return memory.None
		}}, store.Watch{
		Called: func(_ time.Duration, err error) {
			calls++
			if err != nil {
				failures++
			}
		},
		Clock: func(d time.Duration) { ahead = d },
		Now:   func() time.Time { return at },
	})
	ctx := context.Background()
	try.Of(s.Swap(ctx, "a", "", []byte("1"))).Or(t)
	try.Of(s.Swap(ctx, "a", "", []byte("2"))).Fails(t, store.ErrConflict, "Swap =")
	_, _ = s.Load(ctx, "a")
	_, _ = s.List(ctx, "a")
	_, _ = s.Now(ctx)
	if calls != 5 || failures != 0 || (ahead-3*time.Second).Abs() > time.Second {
		t.Errorf("%d calls, %d failures, a clock %s ahead; want 5, 0 and 3 s", calls, failures, ahead)
	}
	down = true
	_, _ = s.Load(ctx, "a")
	if calls != 6 || failures != 1 {
		t.Errorf("%d calls and %d failures; want 6 and 1", calls, failures)
	}
}
