package counter

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"idscope/gen/fault"
	"idscope/gen/store"
	"idscope/gen/store/storetest/memory"
	"idscope/gen/testing/try"
	"idscope/gen/worker"
)

// host is a machine of a test: its folders, and a boot id that tests change.
type host struct {
	t    testing.TB
	dir  string
	boot string
}

func newHost(t testing.TB) *host { return &host{t, t.TempDir(), "boot 1"} }

func (h *host) folder() worker.Folder {
	return worker.Folder{State: filepath.Join(h.dir, "state"), Claims: filepath.Join(h.dir, "claims"),
		ClaimsGiven: true,
		Host:        worker.Host{BootID: func() string { return h.boot }}}
}

func (h *host) of(id ID) *Host {
	h.t.Helper()
	host := try.Of(OpenHost(h.folder(), id)).Or(h.t)
	return host
}

// orders is the counter of most tests.
var orders = ID{Kind: "segment", Store: "memory:", Key: "orders"}

// counted is a memory store that counts its swaps and loads.
type counted struct {
	memory.Store
	mu    sync.Mutex
	calls map[string]int
	fault func(method string) memory.Fault
}

func newStore() *counted {
	s := &counted{calls: map[string]int{}}
	s.Fault = func(method, _ string) memory.Fault {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.calls[method]++
		if s.fault != nil {
			return s.fault(method)
		}
		return memory.None
	}
	return s
}

// register opens the counter in a store, made with a step.
func register(t testing.TB, s store.Store, step uint64) *Register {
	t.Helper()
	r := try.Of(OpenRegister(context.Background(), s, orders, true, step)).Or(t)
	return r
}

// segments are those of a host over a store; each call is like one of a process of its own.
func (h *host) segments(s store.Store, step uint64) *Segments {
	return NewSegments(SegmentsOptions{Host: h.of(orders), Step: step, Now: time.Now,
		Open: func(ctx context.Context) (Allocator, error) { return OpenRegister(ctx, s, orders, true, step) }})
}

// ledger is all numbers that were handed out.
type ledger struct {
	t    testing.TB
	mu   sync.Mutex
	seen map[uint64]bool
	most uint64
}

func newLedger(t testing.TB) *ledger { return &ledger{t: t, seen: map[uint64]bool{}} }

func (l *ledger) add(b Block) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for ; b.Len() > 0; b.First++ {
		if l.seen[b.First] {
			l.t.Fatalf("%d was handed out twice", b.First)
		}
		l.seen[b.First] = true
		l.most = max(l.most, b.First)
	}
}

// lost is how many numbers below the highest were not handed out.
func (l *ledger) lost() uint64 { return l.most - uint64(len(l.seen)) }

func mustTake(t testing.TB, s *Segments, n uint64) Block {
	t.Helper()
	b := try.Of(s.Take(context.Background(), n)).Or(t)
	return b
}

// refuses expects an error of a kind, in one line.
func refuses(t testing.TB, err, reason error) {
	t.Helper()
	if !errors.Is(err, reason) || !errors.As(err, new(*fault.Error)) {
		t.Fatalf("error %v; want one whose reason is: %v", err, reason)
	}
	for _, c := range err.Error() {
		if c == '\n' {
			t.Errorf("error %q has several lines", err)
		}
	}
}

var errDown = fmt.Errorf("down: %w", memory.ErrDown)
