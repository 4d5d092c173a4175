package lease_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"idscope/gen/fault"
	"idscope/gen/lease"
	"idscope/gen/worker"
)

// signalled is a keeper that tells when its lock is wanted.
type signalled struct {
	*worker.Grant
	wanted chan<- struct{}
}

func (s signalled) Lock(ctx context.Context) (func(), error) {
	s.wanted <- struct{}{}
	return s.Grant.Lock(ctx)
}

// TestCrowdBeyondCeiling: the network swallows every packet, and the grant has ended. Calls
// that wait for the one that asks have its error; one at another store, and one that comes
// later, ask for themselves.
func TestCrowdBeyondCeiling(t *testing.T) {
	const crowd = 8
	w := newWorld(t)
	a := w.host("a")
	a.must(1)
	w.pass(time.Hour)
	var asked atomic.Int32
	asks, answer := make(chan struct{}, crowd+3), make(chan struct{})
	w.store.hung = func(time.Duration) {
		asked.Add(1)
		asks <- struct{}{}
		<-answer
	}
	var all sync.WaitGroup
	wanted := make(chan struct{}, crowd+3)
	call := func(from string) {
		h := a.holder()
		h.From, h.Keeper = from, signalled{h.Keeper.(*worker.Grant), wanted}
		all.Go(func() {
			_, err := h.Acquire(context.Background())
			var e *fault.Error
			if !errors.Is(err, lease.ErrStore) || !errors.As(err, &e) || e.Text == "" {
				t.Errorf("error %v; want that the store does not answer", err)
			}
		})
		<-wanted
	}
	first := func() {
		call("")
		<-asks // it has the lock
	}
	expect := func(what string, times int32) {
		t.Helper()
		close(answer)
		all.Wait()
		if n := asked.Swap(0); n != times {
			t.Errorf("%s: the store was asked %d times; want %d", what, n, times)
		}
	}
	first()
	for range crowd {
		call("")
	}
	expect("a crowd", 1)
	answer = make(chan struct{})
	first()
	expect("a later call", 1)
	answer = make(chan struct{})
	first()
	call("another store")
	expect("two stores", 2)
}
