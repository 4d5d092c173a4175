package counter

import (
	"context"
	"sync"
)

// Shared hands the numbers of segments to any number of goroutines, in order. One of them
// takes the next ones from the host's file for all; the others wait for it, until their
// context ends.
type Shared struct {
	// Take takes up to n numbers, at least one: that of Segments.
	Take func(ctx context.Context, n uint64) (Block, error)

	mu      sync.Mutex
	have    Block
	loading chan struct{} // closed when numbers have come, or failed to; nil where nobody loads
	failed  error         // of the load that ended last
}

// handful is how many numbers are taken from the host's file at a time: a process that is
// killed loses them.
const handful = 256

// Next returns a number. Its error is that of the load that it waited for, or the
// context's.
func (s *Shared) Next(ctx context.Context) (uint64, error) {
	for waited := false; ; waited = true {
		s.mu.Lock()
		if s.have.Len() > 0 {
			n := s.have.take(1).First
			s.mu.Unlock()
			return n, nil
		}
		if waited && s.failed != nil && s.loading == nil {
			err := s.failed
			s.mu.Unlock()
			return 0, err
		}
		done := s.loading
		if done == nil {
			done = make(chan struct{})
			s.loading = done
			go s.load(context.WithoutCancel(ctx), done) // others wait for it, whatever ends this caller
		}
		s.mu.Unlock()
		select {
		case <-done:
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}

func (s *Shared) load(ctx context.Context, done chan struct{}) {
	b, err := s.Take(ctx, handful)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		s.have = b
	}
	s.failed, s.loading = err, nil
	close(done)
}
