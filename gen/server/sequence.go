package server

import (
	"context"
	"errors"
	"sync"
	"time"

	"idscope/gen"
	"idscope/gen/internal/pool"
)

// sequence is a generator of a layout without time: consecutive numbers, which are reserved in blocks and handed out
// from memory.
type sequence struct {
	scheme *gen.Scheme
	codec  *gen.Codec
	base   gen.ID // without a number
	last   uint64 // number of the layout
	block  uint64
	keep   *stateStore
	pool   *pool.Pool[*span]

	mu      sync.Mutex
	begun   bool
	next    uint64
	limit   uint64 // numbers below it are reserved
	updates uint64
	spent   time.Duration
}

// span is a request for n consecutive numbers.
type span struct{ n, first uint64 }

// defaultBlock is how many numbers are reserved at a time, where the file says nothing.
const defaultBlock = 10_000

// firstNumber is that of a new sequence, as INCR begins.
const firstNumber = 1

var _ Generator = (*sequence)(nil)

// newSequence returns the generator of a term. Fields of the layout that are no sequence
// keep their values.
func newSequence(s *gen.Scheme, worker uint64, set []gen.Assignment, block uint64, k *stateStore) (*sequence, error) {
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
	g := &sequence{scheme: s, codec: codec, base: base, last: last, block: block, keep: k}
	g.pool = pool.New[*span](g, &g.mu, pool.Options{})
	return g, nil
}

// Scheme implements [Generator].
func (g *sequence) Scheme() *gen.Scheme { return g.scheme }

func (g *sequence) id(n uint64) gen.ID { return g.codec.WithSource(g.base, gen.Seq, gen.FromUint64(n)) }

// Next implements [Generator].
func (g *sequence) Next(ctx context.Context) (gen.ID, error) {
	n, err := g.take(ctx, 1)
	return g.id(n), err
}

// Fill implements [Generator].
func (g *sequence) Fill(ctx context.Context, dst []gen.ID) (int, error) {
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
func (g *sequence) Reserve(ctx context.Context, n uint64) (gen.ID, error) {
	first, err := g.take(ctx, n)
	if err != nil {
		return gen.ID{}, err
	}
	if end, ok := g.id(first).MulAdd(1, n-1); !ok || end != g.id(first+n-1) {
		return gen.ID{}, errScattered
	}
	return g.id(first), nil
}

// take takes n consecutive numbers.
func (g *sequence) take(ctx context.Context, n uint64) (uint64, error) {
	s := span{n: n}
	err := g.pool.Take(ctx, &s)
	return s.first, err
}

// Take implements [pool.Stock].
func (g *sequence) Take(_ context.Context, s *span) (bool, error) {
	if !g.begun || g.limit-g.next < s.n {
		return false, nil
	}
	s.first = g.next
	g.next += s.n
	return true, nil
}

// Low implements [pool.Stock].
func (g *sequence) Low() bool { return g.limit-g.next < g.block/2 && g.limit <= g.last }

// Refill implements [pool.Stock].
func (g *sequence) Refill(ctx context.Context, waiting []*span) error {
	n, size := g.block/2+1, g.block
	if len(waiting) > 0 {
		n, size = waiting[0].n, 0
		for _, s := range waiting {
			size += s.n
		}
	}
	return g.reserve(ctx, n, max(size, g.block))
}

// reserve reserves about so many numbers, so that n are left.
func (g *sequence) reserve(ctx context.Context, n, size uint64) error {
	began := time.Now()
	var from, to uint64
	err := g.keep.update(ctx, func(k *groupState) error {
		g.mu.Lock()
		defer g.mu.Unlock()
		k.Next = max(k.Next, firstNumber)
		if from = k.Next; g.begun && from == g.limit {
			from = g.next // what is left belongs to it
		}
		if to = k.Next + size; to > g.last+1 || to < k.Next {
			to = g.last + 1
		}
		if to-from < n || to == k.Next {
			return &gen.ClockError{Reason: gen.ErrUsedUp, Scheme: g.scheme.Name}
		}
		from, k.Next = k.Next, to
		return nil
	})
	g.mu.Lock()
	defer g.mu.Unlock()
	g.updates++
	g.spent += time.Since(began)
	if err != nil {
		return err
	}
	if !g.begun || from != g.limit { // what is left is not next to it
		g.next = max(g.next, from)
	}
	g.begun, g.limit = true, to
	return nil
}

// Ready implements [Generator].
func (g *sequence) Ready() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if err := g.pool.Err(); !errors.Is(err, gen.ErrUsedUp) {
		return err
	}
	return nil
}

// reservations implements [reserving].
func (g *sequence) reservations() reservations {
	g.mu.Lock()
	defer g.mu.Unlock()
	return reservations{number: g.updates, spent: g.spent, waits: g.pool.Waited()}
}

// Close implements [Generator].
func (g *sequence) Close() error { return g.pool.Close() }

// Return implements [pool.Stock].
func (g *sequence) Return(ctx context.Context) error {
	g.mu.Lock()
	begun, next, limit := g.begun, g.next, g.limit
	g.mu.Unlock()
	if !begun {
		return nil
	}
	err := g.keep.update(ctx, func(k *groupState) error {
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
