package server

import (
	"context"
	"errors"
	"sync"
	"time"

	"idscope/gen"
)

// counted is a generator of a layout without time: numbers that follow each other, which
// are reserved in blocks and handed out from memory. The next block is reserved when half
// of one is left.
type counted struct {
	scheme *gen.Scheme
	codec  *gen.Codec
	base   gen.ID // without a number
	last   uint64 // number of the layout
	block  uint64
	keep   *keeper

	store sync.Mutex // held while a block is reserved

	mu      sync.Mutex
	next    uint64
	limit   uint64 // numbers below it are reserved
	begun   bool
	loading bool
	broken  error // of the last reservation
	updates uint64
	spent   time.Duration
}

// defaultBlock is how many numbers are reserved at a time, where the file says nothing.
const defaultBlock = 10_000

// firstNumber is that of a new sequence, as INCR begins.
const firstNumber = 1

// errCounted ends a sequence.
var errCounted = errors.New("the numbers of the sequence are exhausted")

var _ Generator = (*counted)(nil)

// newCounted returns the generator of a term. Fields of the layout that are no sequence
// keep their values.
func newCounted(s *gen.Scheme, worker uint64, set []gen.Assignment, block uint64, k *keeper) (*counted, error) {
	codec, err := s.Layout.Compile()
	if err != nil {
		return nil, err
	}
	values := make([]gen.ID, len(s.Layout))
	for i, f := range s.Layout {
		if f.Source == gen.Const || f.Source == gen.Data {
			values[i] = gen.FromUint64(f.Value)
		}
		for _, a := range set {
			if a.Field == f.Name {
				values[i] = a.Value
			}
		}
	}
	base, err := codec.Pack(values)
	if err != nil {
		return nil, err
	}
	if s.WorkerBits() > 0 {
		base = codec.WithSource(base, gen.Worker, gen.FromUint64(worker))
	}
	last := min(gen.Mask(s.Layout.Width(gen.Seq)).Lo, 1<<64-2) // the number after it is kept too
	return &counted{scheme: s, codec: codec, base: base, last: last, block: block, keep: k}, nil
}

// Scheme implements [Generator].
func (g *counted) Scheme() *gen.Scheme { return g.scheme }

func (g *counted) id(n uint64) gen.ID { return g.codec.WithSource(g.base, gen.Seq, gen.FromUint64(n)) }

// Next implements [Generator].
func (g *counted) Next(ctx context.Context) (gen.ID, error) {
	n, err := g.take(ctx, 1)
	return g.id(n), err
}

// Fill implements [Generator].
func (g *counted) Fill(ctx context.Context, dst []gen.ID) (int, error) {
	first, err := g.take(ctx, uint64(len(dst)))
	if err != nil {
		return 0, err
	}
	for i := range dst {
		dst[i] = g.id(first + uint64(i))
	}
	return len(dst), nil
}

// Reserve implements [Generator].
func (g *counted) Reserve(ctx context.Context, n uint64) (gen.ID, error) {
	first, err := g.take(ctx, n)
	if err != nil {
		return gen.ID{}, err
	}
	if end, ok := g.id(first).MulAdd(1, n-1); !ok || end != g.id(first+n-1) {
		return gen.ID{}, errScattered
	}
	return g.id(first), nil
}

// take takes n numbers that follow each other.
func (g *counted) take(ctx context.Context, n uint64) (first uint64, err error) {
	for {
		g.mu.Lock()
		if g.begun && g.limit-g.next >= n {
			first = g.next
			g.next += n
			more := g.limit-g.next < g.block/2 && !g.loading && g.limit <= g.last
			g.loading = g.loading || more
			g.mu.Unlock()
			if more {
				go g.extendAhead()
			}
			return first, nil
		}
		g.mu.Unlock()
		if mustNotWait(ctx) {
			return 0, errBusy
		}
		if err := g.extend(ctx, n); err == errCounted {
			return 0, &gen.ClockError{Reason: gen.ErrUsedUp, Scheme: g.scheme.Name}
		} else if err != nil {
			return 0, err
		}
	}
}

func (g *counted) extendAhead() {
	err := g.extend(context.Background(), g.block/2+1)
	g.mu.Lock()
	g.loading = false
	if err != errCounted {
		g.broken = err
	}
	g.mu.Unlock()
}

// extend reserves so many numbers that n are left.
func (g *counted) extend(ctx context.Context, n uint64) error {
	g.store.Lock()
	defer g.store.Unlock()
	g.mu.Lock()
	begun, next, limit := g.begun, g.next, g.limit
	g.mu.Unlock()
	if begun && limit-next >= n { // another did
		return nil
	}
	began := time.Now()
	var from, to uint64
	err := g.keep.update(ctx, func(k *kept) error {
		k.Next = max(k.Next, firstNumber)
		if from = k.Next; begun && from == limit {
			from = next // what is left belongs to it
		}
		if to = k.Next + max(g.block, n); to > g.last+1 || to < k.Next {
			to = g.last + 1
		}
		if to-from < n || to == k.Next {
			return errCounted
		}
		k.Next = to
		return nil
	})
	g.mu.Lock()
	defer g.mu.Unlock()
	g.updates++
	g.spent += time.Since(began)
	if err != nil {
		return err
	}
	if !begun || from != next { // what is left is not next to it
		g.next = max(g.next, from)
	}
	g.begun, g.limit, g.broken = true, to, nil
	return nil
}

// Ready implements [Generator].
func (g *counted) Ready() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.broken
}

// reservations implements [reserving].
func (g *counted) reservations() reservations {
	g.mu.Lock()
	defer g.mu.Unlock()
	return reservations{number: g.updates, spent: g.spent}
}

// Close gives back the numbers that were reserved and not used.
func (g *counted) Close() error {
	g.store.Lock()
	defer g.store.Unlock()
	g.mu.Lock()
	begun, next, limit := g.begun, g.next, g.limit
	g.begun = false
	g.mu.Unlock()
	if !begun {
		return nil
	}
	err := g.keep.update(context.Background(), func(k *kept) error {
		if k.Next != limit {
			return errNothing
		}
		k.Next = next
		return nil
	})
	if err == errNothing {
		return nil
	}
	return err
}
