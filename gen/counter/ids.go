package counter

import (
	"context"
	"errors"
	"sync"
	"time"

	"idscope/gen"
)

// IDs gives out the numbers of a source as IDs.
type IDs struct {
	Source *Source
	Total  uint64        // how many the caller wants at least: so many are taken at a time, where that can be
	Limit  time.Duration // for each time that numbers are taken

	// Elsewhere goes on in a program that can reach the store, where this one cannot; its error is told.
	Elsewhere func() error

	mu   sync.Mutex
	rest []Run // taken, but not given out
}

var _ gen.IDs = (*IDs)(nil)

// Fill implements [gen.IDs]. It gives out what is left of the numbers that were taken last, before it
// takes more.
func (f *IDs) Fill(ctx context.Context, dst []gen.ID) (n int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.rest) == 0 {
		if err = f.take(ctx, uint64(len(dst))); len(f.rest) == 0 {
			return 0, err
		}
	}
	for ; n < len(dst) && len(f.rest) > 0; n++ {
		r := &f.rest[0]
		dst[n] = r.First
		r.First, _ = r.First.MulAdd(1, 1)
		if r.N--; r.N == 0 {
			f.rest = f.rest[1:]
		}
	}
	return n, err
}

func (f *IDs) take(ctx context.Context, n uint64) (err error) {
	ctx, cancel := context.WithTimeout(ctx, f.Limit)
	defer cancel()
	if f.Source.Consecutive() {
		n = max(n, f.Total)
	}
	f.rest, err = f.Source.Take(ctx, n)
	if errors.Is(err, ErrNotHere) && f.Elsewhere != nil {
		return f.Elsewhere()
	}
	for _, r := range f.rest {
		f.Total -= min(r.N, f.Total)
	}
	return err
}

// Close implements [gen.IDs].
func (f *IDs) Close() error { return f.Source.Close(nil) }
