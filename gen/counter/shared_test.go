package counter

import (
	"context"
	"errors"
	"sync"
	"testing"

	"idscope/gen/store/memory"
)

// TestManyGoroutines: a thousand goroutines with step 10 and a store that does not answer
// wait for one load, see no error when it comes, and end at their deadline when it does
// not. (Leaf, issue 143: "Both two segments ... not ready".)
func TestManyGoroutines(t *testing.T) {
	const goroutines = 1000
	s, h, l := newStore(), newHost(t), newLedger(t)
	register(t, s, 10)
	answer := make(chan struct{})
	slow := &slowAllocator{Allocator: register(t, s, 10), answer: answer}
	g := NewSegments(SegmentsOptions{Host: h.of(orders), Ahead: true,
		Open: func(context.Context) (Allocator, error) { return slow, nil }})
	shared := &Shared{Take: g.Take}

	over, cancel := context.WithCancelCause(context.Background())
	cancel(context.DeadlineExceeded)
	if _, err := shared.Next(over); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v past the deadline; want the context's", err)
	}
	var running sync.WaitGroup
	for range goroutines {
		running.Go(func() {
			for range 3 {
				n, err := shared.Next(context.Background())
				if err != nil {
					t.Errorf("error %v; want it to wait", err)
					return
				}
				l.add(Block{n, n + 1})
			}
		})
	}
	close(answer)
	running.Wait()
	g.Close()
	if len(l.seen) != 3*goroutines || l.lost() != 0 {
		t.Errorf("%d numbers, %d missing; want %d in a row", len(l.seen), l.lost(), 3*goroutines)
	}
	if slow.at > 1 {
		t.Errorf("%d loads at a time; want one", slow.at)
	}
}

// slowAllocator answers when its channel is closed.
type slowAllocator struct {
	Allocator
	answer  chan struct{}
	mu      sync.Mutex
	now, at int
}

func (a *slowAllocator) Allocate(ctx context.Context, step uint64) (Block, error) {
	a.mu.Lock()
	a.now++
	a.at = max(a.at, a.now)
	a.mu.Unlock()
	<-a.answer
	defer func() { a.mu.Lock(); a.now--; a.mu.Unlock() }()
	return a.Allocator.Allocate(ctx, step)
}

// TestSharedFails: all that wait for a load that fails see its error, and the next call
// loads again.
func TestSharedFails(t *testing.T) {
	fail := true
	s := &Shared{Take: func(context.Context, uint64) (Block, error) {
		if fail {
			return Block{}, errDown
		}
		return Block{5, 7}, nil
	}}
	if _, err := s.Next(context.Background()); !errors.Is(err, memory.ErrDown) {
		t.Errorf("error %v; want that of the load", err)
	}
	fail = false
	for _, want := range []uint64{5, 6, 5} {
		if n, err := s.Next(context.Background()); n != want || err != nil {
			t.Errorf("Next = %d, %v; want %d", n, err, want)
		}
	}
}
