package counter

import "context"

// Ordered takes the numbers of a counter without a segment: all of a call are above those of
// every call, of any host, that ended before it began. Each call asks the store.
type Ordered struct {
	Allocator Allocator
	Host      *Host
}

// Take takes n numbers, at most MostStep.
func (o *Ordered) Take(ctx context.Context, n uint64) (Block, error) {
	w := watch{host: o.Host}
	if err := w.begin(); err != nil {
		return Block{}, err
	}
	b, err := o.Allocator.Allocate(ctx, min(n, MostStep))
	if err != nil {
		return b, err
	}
	if err := w.check(b.First, b.End-1); err != nil {
		_, _ = o.Allocator.Return(ctx, b) // or one attempt after the other would count past what was seen
		return Block{}, err
	}
	return b, w.note(ctx)
}
