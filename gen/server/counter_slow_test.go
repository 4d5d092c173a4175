package server

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"idscope/gen/store"
	"idscope/gen/store/storetest/memory"
	"idscope/gen/testing/try"
)

// slowDriver opens a store in memory, each time after a while.
type slowDriver struct {
	memoryDriver
	takes  time.Duration
	opened *atomic.Int64
}

func (d slowDriver) Open(ctx context.Context, u *url.URL, create bool) (store.Store, error) {
	d.opened.Add(1)
	select {
	case <-time.After(d.takes):
		return d.memoryDriver.Open(ctx, u, create)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// TestSlowOpening: a store that takes longer to be opened than a request waits is opened once
// all the same, beside the requests; the server is ready when it is.
func TestSlowOpening(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := slowDriver{memoryDriver{&memory.Store{}}, 12 * time.Second, new(atomic.Int64)}
		g := storedBy(t, d) // which ends after 5 s
		if g.Ready() == nil {
			t.Error("before its store is open the server is ready")
		}
		if id, err := g.Next(t.Context()); err == nil {
			t.Errorf("after 10 s Next = %v; want that the store did not answer in time", id)
		}
		var requests sync.WaitGroup
		for range 100 {
			requests.Go(func() {
				if _, err := g.Next(t.Context()); err != nil {
					t.Errorf("at 12 s a request that waits is told %v; want a number", err)
				}
			})
		}
		requests.Wait()
		if err := g.Ready(); err != nil {
			t.Errorf("with its store open the server is not ready: %v", err)
		}
		if n := d.opened.Load(); n != 1 {
			t.Errorf("the store was opened %d times; want once", n)
		}
	})
}

// TestCountersWithoutStore: where the store is down the server goes on with what it has, is
// not ready, says one documented error, and counts again when the store is back.
func TestCountersWithoutStore(t *testing.T) {
	var mu sync.Mutex
	down := false
	set := func(v bool) { mu.Lock(); down = v; mu.Unlock() }
	s := &memory.Store{Fault: func(string, string) memory.Fault {
		mu.Lock()
		defer mu.Unlock()
		if down {
			return memory.Down
		}
		return memory.None
	}}
	r := inMemory(t, t.TempDir(), strings.Replace(counterFile, "create", "step = 20\ncreate", 1), s)
	w := r.dial()
	if got := w.ask("INCR", "orders"); got != "1" {
		t.Fatal(got)
	}
	set(true)
	last, got := 1, ""
	for range 100_000 {
		if got = w.ask("INCR", "orders"); strings.HasPrefix(got, "-") {
			break
		}
		if n, err := strconv.Atoi(got); err != nil || n <= last {
			t.Fatalf("%s after %d", got, last)
		} else {
			last = n
		}
	}
	if !strings.HasPrefix(got, "-UNAVAILABLE counter orders: ") || !strings.Contains(got, memory.ErrDown.Error()) {
		t.Errorf("without the store INCR = %s; want UNAVAILABLE", got)
	}
	if last < 20 {
		t.Errorf("%d numbers were handed out without the store; want the rest of the segment", last)
	}
	if got := get(t, r, "/readyz"); !strings.HasPrefix(got, "503 ") || !strings.Contains(got, "orders: its store") {
		t.Errorf("/readyz = %s", got)
	}
	if got := get(t, r, "/api/segment/get/orders"); !strings.HasPrefix(got, "503 ") ||
		!strings.Contains(got, `"unavailable"`) {
		t.Errorf("Leaf's path = %s", got)
	}
	if n := strings.Count(r.log.String(), "a counter has no numbers"); n != 1 {
		t.Errorf("the log says %d times that there are no numbers; want once", n)
	}
	set(false)
	src := r.table.Load().sources["orders"].from.(*storeCounter)
	src.look()
	try.Equal(t, get(t, r, "/readyz"), "200 ready\n", "with the store again /readyz =")
	if n, err := strconv.Atoi(w.ask("INCR", "orders")); err != nil || n <= last {
		t.Errorf("with the store again INCR = %d, %v; want more than %d", n, err, last)
	}
}

// TestCountersLate: a server starts without its store, and counts when that comes.
func TestCountersLate(t *testing.T) {
	var mu sync.Mutex
	down := true
	s := &memory.Store{Fault: func(string, string) memory.Fault {
		mu.Lock()
		defer mu.Unlock()
		if down {
			return memory.Down
		}
		return memory.None
	}}
	r := inMemory(t, t.TempDir(), counterFile, s)
	try.Begins(t, get(t, r, "/readyz"), "503 ", "/readyz =")
	mu.Lock()
	down = false
	mu.Unlock()
	r.table.Load().sources["orders"].from.(*storeCounter).look()
	try.Equal(t, r.dial().ask("INCR", "orders"), "1", "INCR =")
}
