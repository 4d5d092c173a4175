package server

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"idscope/gen/counter"
	"idscope/gen/lease"
	"idscope/gen/store/memory"
)

// strictServers are servers of two hosts over one counter in strict order.
type strictServers struct {
	t    *testing.T
	d    memoryDriver
	dirs [2]string
	last uint64
}

const strictTerm = 8 * time.Second

func (s *strictServers) start(host int) *stored {
	s.t.Helper()
	return storedAs(s.t, s.dirs[host], s.d, &fileCounter{Create: true, Order: orderStrict, Lease: strictTerm.String()})
}

// asks wants numbers of a server, above all before.
func (s *strictServers) asks(g *stored, n int) {
	s.t.Helper()
	for range n {
		id, err := g.Next(s.t.Context())
		if err != nil || id.Lo <= s.last {
			s.t.Fatalf("Next = %d, %v; want more than %d", id.Lo, err, s.last)
		}
		s.last = id.Lo
	}
}

// refused wants a server to say that the other one writes, and not to be ready.
func (s *strictServers) refused(g *stored) {
	s.t.Helper()
	id, err := g.Next(s.t.Context())
	if !errors.Is(err, counter.ErrTaken) || !errors.As(err, new(*storeError)) {
		s.t.Errorf("of a server that does not write Next = %d, %v; want that the other one does", id.Lo, err)
	}
	if g.Ready() == nil {
		s.t.Error("a server that does not write is ready")
	}
}

// eventually asks each 50 ms until it is so, for a minute.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !is(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited a minute for this: %s", what)
		}
	}
}

// kill ends a server as a crash does: nothing is given back. A segment that it loads ahead is
// waited for: the goroutine would outlive the crash, and hold the lease anew later. It may
// sleep until the file of this host is free.
func kill(g *stored) {
	g.end()
	g.loads.Wait()
	time.Sleep(time.Second)
	synctest.Wait()
}

// TestStrictCounters: of servers over a counter in strict order one writes, for as long as it
// runs, and the others say who does. After a crash it goes on when it is started again, or
// another host does when the lease has ended; one that is told to end hands it over at once.
func TestStrictCounters(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &strictServers{t: t, d: memoryDriver{&memory.Store{}}, dirs: [2]string{t.TempDir(), t.TempDir()}}
		first, second := s.start(0), s.start(1)
		for range 20 { // longer than the lease; the server renews it
			s.asks(first, 3)
			s.refused(second)
			time.Sleep(2 * time.Second)
		}
		time.Sleep(time.Hour) // nobody asks
		s.refused(second)
		s.asks(first, 3)

		kill(first)
		first = s.start(0)
		before := s.last
		s.asks(first, 3)
		if s.last != before+3 {
			t.Errorf("after a crash of a server that nobody asked the number %d follows %d; want none lost", s.last-2,
				before)
		}
		s.refused(second)

		begun := time.Now()
		if err := first.Close(); err != nil {
			t.Fatal(err)
		}
		eventually(t, "a server takes over that another one gave back", func() bool { return second.Ready() == nil })
		s.asks(second, 3)
		if took := time.Since(begun); took > strictTerm/2 {
			t.Errorf("that took %s; want less than %s", took, strictTerm/2)
		}

		first = s.start(0)
		s.refused(first)
		kill(second)
		begun = time.Now()
		eventually(t, "a server takes over after a crash", func() bool { return first.Ready() == nil })
		s.asks(first, 3)
		if took := time.Since(begun); took < strictTerm || took > 3*strictTerm+lease.Skew {
			t.Errorf("that took %s; want what the lease and the tolerance of clocks are, and not much more", took)
		}
		kill(first)
	})
}

// TestStrictCountersTogether: requests of many goroutines, alone and of many numbers, are
// answered in order: a number is above all that were answered before it was asked for.
func TestStrictCountersTogether(t *testing.T) {
	s := &strictServers{t: t, d: memoryDriver{&memory.Store{}}, dirs: [2]string{t.TempDir(), t.TempDir()}}
	g := s.start(0)
	defer g.Close()
	var mu sync.Mutex
	var running sync.WaitGroup
	most := uint64(0)
	seen := func() uint64 { mu.Lock(); defer mu.Unlock(); return most }
	for i := range 20 {
		running.Go(func() {
			for k := range 50 {
				before, n := seen(), uint64(1)
				if i%5 == 0 {
					n = uint64(1 + k*37)
				}
				id, err := g.Reserve(t.Context(), n)
				if err != nil || id.Lo <= before {
					t.Errorf("Reserve(%d) = %d, %v; want more than %d", n, id.Lo, err, before)
				}
				mu.Lock()
				most = max(most, id.Lo+n-1)
				mu.Unlock()
			}
		})
	}
	running.Wait()
}

// TestStrictCounterMissing: a lease that never was is a mistake in a file without create, as
// a counter is.
func TestStrictCounterMissing(t *testing.T) {
	d, dir := memoryDriver{&memory.Store{}}, t.TempDir()
	if err := storedAs(t, dir, d, &fileCounter{Create: true}).Close(); err != nil {
		t.Fatal(err)
	}
	_, err := openStored(dir, d, &fileCounter{Order: orderStrict})
	if err == nil || !strings.Contains(err.Error(), "the lease of the writer") ||
		!strings.HasSuffix(err.Error(), "is missing; want create = true") {
		t.Errorf("without create the error is %v; want that the lease is missing", err)
	}
}
