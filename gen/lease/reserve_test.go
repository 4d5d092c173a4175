package lease_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"idscope/gen/lease"
	"idscope/gen/testing/try"
)

// TestReserveAny: every caller gets a number of its own, above what others generated.
func TestReserveAny(t *testing.T) {
	w := newWorld(t)
	a, ctx := w.host("a"), context.Background()
	a.must(1)
	var all sync.WaitGroup
	var mu sync.Mutex
	got := map[uint64]string{}
	for i := range 16 {
		g := a.group()
		all.Go(func() {
			note := fmt.Sprintf("database %d", i)
			n, err := g.ReserveAny(ctx, note)
			mu.Lock()
			defer mu.Unlock()
			if err != nil || got[n.Worker] != "" || n.Worker == 0 || n.Note != note {
				t.Errorf("%s: number %d with note %q, which %q has too, %v", note, n.Worker, n.Note, got[n.Worker], err)
			}
			got[n.Worker] = note
		})
	}
	all.Wait()
	_, err := a.group().ReserveAny(ctx, "database 3")
	if !errors.Is(err, lease.ErrNoNumber) || !strings.Contains(err.Error(), `for "database 3" already`) {
		t.Errorf("the same note once more: %v; want it refused", err)
	}
}

// TestReserveAnyWaits: a number whose last owner may still generate is not taken.
func TestReserveAnyWaits(t *testing.T) {
	w := newWorld(t)
	a, ctx := w.alone("a"), context.Background()
	a.must(1)
	try.Of(a.group().Reserve(ctx, 1, "another")).Or(t)
	try.Of(a.group().Evict(ctx, 0)).Or(t)
	high := w.register(a, 0).High
	_, err := a.group().ReserveAny(ctx, "database")
	if !errors.Is(err, lease.ErrNoNumber) || !strings.Contains(err.Error(), "granted up to a later time") {
		t.Errorf("reserving a number that was taken from its owner: %v; want it refused", err)
	}
	w.pass(63 * time.Second) // the lease, and what its owner may borrow
	if n, err := a.group().ReserveAny(ctx, "database"); err != nil || n.Worker != 0 || n.High != high {
		t.Errorf("a minute later: %+v, %v; want number 0 above tick %d", n, err, high)
	}
}
