package pool

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"idscope/gen/testing/try"
)

// numbers is a stock of consecutive numbers over a place that counts.
type numbers struct {
	mu        sync.Mutex
	next, end uint64 // reserved
	block     uint64

	place    sync.Mutex
	reserved uint64 // numbers that the place gave out
	refills  int
	fault    func() error
	wait     func(context.Context) error
	returned uint64
	returns  int
}

// request is for n numbers that follow each other.
type request struct{ n, first uint64 }

func (s *numbers) Take(_ context.Context, r *request) (*request, bool, error) {
	if r == nil {
		return r, s.fault == nil, nil
	}
	if s.end-s.next < r.n {
		return r, false, nil
	}
	r.first = s.next
	s.next += r.n
	return r, true, nil
}

func (s *numbers) Low() bool { return s.end-s.next < s.block/2 }

func (s *numbers) Refill(ctx context.Context, waiting []*request) error {
	n := s.block
	for _, r := range waiting {
		if r != nil {
			n += r.n
		}
	}
	if s.wait != nil {
		if err := s.wait(ctx); err != nil {
			return err
		}
	}
	s.place.Lock()
	defer s.place.Unlock()
	s.refills++
	if s.fault != nil {
		if err := s.fault(); err != nil {
			return err
		}
	}
	s.reserved += n
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end += n
	return nil
}

func (s *numbers) Return(context.Context) error {
	s.returns++
	s.returned = s.end - s.next
	return nil
}

// count is how often was asked so far.
func (s *numbers) count() int {
	s.place.Lock()
	defer s.place.Unlock()
	return s.refills
}

func of(s *numbers, o Options) *Pool[*request] {
	o.Now = func() time.Time { return time.Unix(0, -time.Now().UnixNano()) } // a clock that is set back all the time
	return New[*request](s, &s.mu, o)
}

// TestUnique: requests of many goroutines, some of which give up, over a place that fails now and then, get each number
// once, and what is given back is what nobody got.
func TestUnique(t *testing.T) {
	faults := rand.New(rand.NewPCG(1, 2))
	broken := errors.New("broken")
	s := &numbers{block: 20, fault: func() error {
		if faults.IntN(10) == 0 {
			return broken
		}
		return nil
	}}
	p := of(s, Options{})
	var mu sync.Mutex
	seen := map[uint64]bool{}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			random := rand.New(rand.NewPCG(3, uint64(i)))
			last := uint64(0)
			for range 2000 {
				ctx, cancel := context.WithCancel(t.Context())
				if random.IntN(10) == 0 {
					cancel()
				}
				r := &request{n: 1 + random.Uint64N(30)}
				err := p.Take(ctx, r, false)
				cancel()
				if err != nil {
					if err != broken && err != context.Canceled {
						t.Errorf("Take: %v", err)
					}
					continue
				}
				if r.first < last {
					t.Errorf("%d came after %d", r.first, last)
				}
				last = r.first
				mu.Lock()
				for k := range r.n {
					if seen[r.first+k] {
						t.Errorf("%d came twice", r.first+k)
					}
					seen[r.first+k] = true
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	try.Works(t, p.Close())
	try.Equal(t, uint64(len(seen))+s.returned, s.reserved, "numbers handed out and returned:")
}

// TestTogether: requests that come while one Refill runs share the next, in the order in which they came.
func TestTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &numbers{block: 1, wait: func(ctx context.Context) error { time.Sleep(time.Second); return ctx.Err() }}
		p := of(s, Options{})
		defer p.Close()
		var all sync.WaitGroup
		for i := range 10 {
			all.Go(func() {
				time.Sleep(time.Duration(i) * time.Millisecond)
				r := &request{n: 10}
				if err := p.Take(t.Context(), r, false); err != nil || r.first != uint64(10*i) {
					t.Errorf("request %d has %d, %v; want %d", i, r.first, err, 10*i)
				}
			})
		}
		all.Wait()
		try.Equal(t, s.refills, 2, "refills for requests that came together:")
	})
}

// TestBelowHalf: below half of the stock the next is reserved in the background, and no request waits.
func TestBelowHalf(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &numbers{block: 10, end: 10, wait: func(context.Context) error { time.Sleep(time.Second); return nil }}
		p := of(s, Options{})
		defer p.Close()
		began := time.Now()
		for range 100 {
			try.Works(t, p.Take(t.Context(), &request{n: 3}, false))
			synctest.Wait()
			s.mu.Lock()
			low := s.Low()
			s.mu.Unlock()
			if low {
				time.Sleep(time.Second)
				began = began.Add(time.Second)
				synctest.Wait()
			}
		}
		try.Equal(t, time.Since(began), 0, "requests waited")
	})
}

// TestFresh: a fresh request has no number that was reserved before it came.
func TestFresh(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &numbers{block: 10, end: 10, wait: func(context.Context) error { time.Sleep(time.Second); return nil }}
		p := of(s, Options{})
		defer p.Close()
		var all sync.WaitGroup
		for i := range 3 {
			all.Go(func() {
				time.Sleep(time.Duration(i) * 300 * time.Millisecond)
				try.Equal(t, p.Take(t.Context(), &request{n: 1}, true), nil, "error")
				try.Equal(t, s.count(), 1+min(i, 1), "request %d is answered when the refills are", i)
			})
		}
		all.Wait()
	})
}

// TestFailures: an error reaches those for whom was asked, and for a while those who come after it; then it is tried
// again.
func TestFailures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("broken")
		s := &numbers{block: 10, fault: func() error { return broken }}
		p := of(s, Options{Again: time.Second})
		defer p.Close()
		for range 5 {
			try.Equal(t, p.Take(t.Context(), &request{n: 1}, false), broken, "the error is")
		}
		try.Equal(t, s.refills, 1, "refills within a second:")
		try.Equal(t, p.Err(), broken, "the error of the last refill is") // nobody else is here
		s.fault = nil
		time.Sleep(time.Second)
		try.Works(t, p.Take(t.Context(), &request{n: 1}, false))
		try.Works(t, p.Err())
		p.Note(broken)
		try.Equal(t, p.Err(), broken, "an error that was noted is")
		p.Note(nil)
		time.Sleep(time.Hour)
		try.Equal(t, s.refills, 2, "refills that nobody wants come with Look alone: all")
	})
}

// TestLook: a fresh request for nothing waits for a Refill, and has its error. Refills that are due come by themselves,
// each second after one that failed.
func TestLook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("broken")
		s := &numbers{block: 10, end: 10}
		p := of(s, Options{Look: 5 * time.Second})
		defer p.Close()
		looks := func(after time.Duration, want int) {
			time.Sleep(after)
			synctest.Wait()
			try.Equal(t, s.count(), want, "looks")
		}
		try.Works(t, p.Take(t.Context(), nil, true))
		looks(4*time.Second, 1)
		looks(time.Second, 2)
		s.fault = func() error { return broken }
		try.Equal(t, p.Take(t.Context(), nil, true), broken, "the error is")
		looks(3*time.Second, 6)
		try.Works(t, p.Close())
		looks(time.Minute, 6)
	})
}

// TestTimeout: a Refill has the time of the options, and one request gives up before.
func TestTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &numbers{block: 10, wait: func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }}
		p := of(s, Options{Timeout: 10 * time.Second})
		defer p.Close()
		began := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := p.Take(ctx, &request{n: 1}, false); err != context.DeadlineExceeded || time.Since(began) != time.Second {
			t.Errorf("after %v the error is %v", time.Since(began), err)
		}
		if err := p.Take(t.Context(), &request{n: 1}, false); err == nil || time.Since(began) < 10*time.Second {
			t.Errorf("after %v the error is %v", time.Since(began), err)
		}
	})
}

// TestClose: Close waits for the Refill that runs and answers its request, returns what is left once, and refuses what
// comes later. A Refill that does not end is given up after a second.
func TestClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &numbers{block: 10, wait: func(ctx context.Context) error {
			select {
			case <-time.After(500 * time.Millisecond):
			case <-ctx.Done():
			}
			return ctx.Err()
		}}
		p := of(s, Options{})
		answered := make(chan error, 1)
		go func() { answered <- p.Take(t.Context(), &request{n: 4}, false) }()
		synctest.Wait()
		late := make(chan error, 1)
		go func() { late <- p.Take(t.Context(), &request{n: 40}, false) }()
		synctest.Wait()
		try.Works(t, p.Close())
		try.Equal(t, <-answered, nil, "the request in flight has the error")
		try.Equal(t, <-late, ErrClosed, "one that came after it began has the error")
		if err := p.Close(); err != nil || s.returns != 1 || s.returned != 10 {
			t.Errorf("%d numbers returned %d times, %v; want 10 once", s.returned, s.returns, err)
		}
		try.Equal(t, p.Take(t.Context(), &request{n: 1}, false), ErrClosed, "after Close the error is")

		s = &numbers{block: 10, wait: func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }}
		p = of(s, Options{})
		go func() { answered <- p.Take(t.Context(), &request{n: 4}, false) }()
		synctest.Wait()
		began := time.Now()
		if err := p.Close(); err != nil || time.Since(began) != grace {
			t.Errorf("Close took %v, %v; want %v", time.Since(began), err, grace)
		}
		try.Equal(t, <-answered == nil, false, "a request is answered that nothing was reserved for:")
	})
}

// TestAbandon: nothing is given back, not by a later Close either, and requests are refused.
func TestAbandon(t *testing.T) {
	s := &numbers{block: 10}
	p := of(s, Options{})
	try.Works(t, p.Take(t.Context(), &request{n: 1}, false))
	p.Abandon()
	if err := p.Close(); err != nil || s.returns != 0 {
		t.Errorf("%d returns, %v; want none", s.returns, err)
	}
	try.Equal(t, p.Take(t.Context(), &request{n: 1}, false), ErrClosed, "the error is")
}
