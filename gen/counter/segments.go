package counter

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"idscope/gen/internal/pool"
)

// segments gives out the numbers of a counter from the segments that the processes of
// this host share. One process asks the store for all; the others go on with what
// there is, and wait for it where there is nothing.
type segments struct {
	*place
	pool *pool.Pool[*request]

	mu    sync.Mutex
	empty bool // the host has no number
	low   bool // the next segment is to be loaded
	tried bool // it could not be: another process does, or the store failed
}

// request is for up to n numbers, at least one.
type request struct {
	n   uint64
	got Block
}

var _ pool.Stock[*request] = (*segments)(nil)

// newSegments returns the segments of a host.
func newSegments(p *place) *segments {
	s := &segments{place: p}
	s.pool = pool.New[*request](s, &s.mu, pool.Options{Now: p.c.Now})
	return s
}

// numbers takes up to n numbers, at least one, in the order of the counter. It waits for
// the store until the context ends. Where the store cannot be reached from here it takes
// n at once, or none: ErrNotHere says that the store has to be asked.
func (s *segments) numbers(ctx context.Context, n uint64) (Block, error) {
	r := request{n: min(n, MostStep)}
	err := s.pool.Take(ctx, &r, false)
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("%s did not answer in time, and this host has no number left: %w", s.host.id, err)
	}
	return r.got, err
}

// end puts back what nobody saw. It waits for a segment that is being loaded, for a second at most, so that it is not
// lost.
func (s *segments) end(have []Run) error {
	defer func() { _ = s.pool.Close() }()
	for _, r := range slices.Backward(have) { // the highest first, as they were taken last
		b := Block{r.First.Lo, r.First.Lo + r.N}
		if done, err := s.host.putBack(context.Background(), b); !done {
			return err
		}
	}
	return nil
}

// errAsk says that the store is to be asked first.
var errAsk = errors.New("the store is to be asked")

// Take implements [pool.Stock]. Without Ahead a segment is loaded before numbers are taken, else beside the caller.
func (s *segments) Take(ctx context.Context, r *request) (*request, bool, error) {
	err := s.host.update(ctx, false, func(host *state) error {
		s.empty, s.low = host.Buffer.left() == 0, s.needed(host)
		if s.empty || !s.c.Ahead && s.low && !s.tried || s.c.Open == nil && host.Buffer.atOnce() < r.n {
			return errAsk
		}
		r.got = host.Buffer.take(r.n)
		host.Used = max(host.Used, r.got.End-1)
		s.low, s.tried = s.needed(host), false
		return nil
	})
	switch {
	case !errors.Is(err, errAsk):
		return r, err == nil, err
	case s.c.Open == nil:
		return r, false, ErrNotHere
	}
	return r, false, nil
}

// again is how long a store that could not be asked is left alone while there are
// numbers left.
const again = 5 * time.Second

// needed reports whether the store is to be asked for another segment.
func (s *segments) needed(host *state) bool {
	return host.Buffer.left() == 0 || host.Buffer.low() && s.c.Now().Sub(host.Failed).Abs() >= again
}

// Low implements [pool.Stock].
func (s *segments) Low() bool { return s.c.Ahead && s.c.Open != nil && s.low }

// Return implements [pool.Stock]: what the host has is for its other processes.
func (s *segments) Return(context.Context) error { return nil }

// Refill implements [pool.Stock]. It asks the store for a segment, if there still is need of one when it is this
// process's turn. While the host has numbers left, a store that cannot be asked is no error, and who asks it is not
// waited for.
func (s *segments) Refill(ctx context.Context, waiting []*request) error {
	s.mu.Lock()
	wait := s.empty && len(waiting) > 0
	s.tried = true
	s.mu.Unlock()
	release, ok, err := s.host.file.Alone(ctx, wait)
	if err != nil || !ok {
		return err
	}
	defer release()
	host, err := s.host.state(ctx)
	if err != nil || !s.needed(&host) {
		return err
	}
	n := uint64(0)
	for _, r := range waiting {
		n = max(n, r.n)
	}
	err = s.ask(ctx, n, &host)
	left := host.Buffer.left()
	if err == nil || left == 0 {
		return err
	}
	s.c.Warn(fmt.Sprintf("%s gives out no numbers: %v; going on with the %d that this host has", s.host.id, err,
		left))
	return s.host.update(context.WithoutCancel(ctx), false, func(host *state) error {
		host.Failed = s.c.Now()
		return nil
	})
}

// ask allocates a segment and puts it behind the others.
func (s *segments) ask(ctx context.Context, n uint64, host *state) error {
	a, err := s.allocator(ctx)
	if err != nil {
		return err
	}
	step := host.Buffer.demand(cmp.Or(a.Least(), s.Step, DefaultStep), s.c.Now())
	b, err := s.allocate(ctx, a, max(step, min(n, MostStep)), host.Seen)
	if err != nil {
		return err
	}
	// Whatever ends the caller: this segment is reserved, and others wait for it.
	return s.host.update(context.WithoutCancel(ctx), true, func(host *state) error {
		host.Seen = max(host.Seen, b.End-1)
		host.Buffer.add(b, step, s.c.Now())
		host.Failed = time.Time{}
		return nil
	})
}

// putBack gives the host a block back that was taken and nobody saw a number of. It
// reports false where another process took numbers since, which is no error: they are
// lost then.
func (h *Host) putBack(ctx context.Context, b Block) (done bool, err error) {
	err = h.update(ctx, false, func(host *state) error {
		of := &host.Buffer
		done = b.Len() > 0 && host.Used == b.End-1 && (of.Current.Len() == 0 || of.Current.First == b.End)
		if !done {
			return nil
		}
		of.Current, host.Used = Block{b.First, max(b.End, of.Current.End)}, b.First-1
		return nil
	})
	return done && err == nil, err
}

// Released is how many numbers a host had left, and how many it gave back of them.
type Released struct{ Left, Returned uint64 }

// Release gives the store back what the host has left of the segments of a key, where no other host took numbers since.
func (s *Source) Release(ctx context.Context) (r Released, err error) {
	p := s.places[0]
	a, err := p.allocator(ctx) // before the lock: another program may have to reach the store
	if err != nil {
		return r, err
	}
	release, _, err := p.host.file.Alone(ctx, true)
	if err != nil {
		return r, err
	}
	defer release()
	var rest Block
	// The host forgets it before the store gets it back: else both could give it out.
	err = p.host.update(ctx, true, func(host *state) error {
		b := &host.Buffer
		r.Left = b.left()
		switch rest = b.Current; {
		case b.Next.Len() > 0 && b.Current.End == b.Next.First:
			rest.End = b.Next.End
		case b.Next.Len() > 0:
			rest = b.Next
		}
		if rest.Len() > 0 && host.Seen == rest.End-1 { // else higher ones were asked for, and the store keeps these
			host.Seen = rest.First - 1 // what is given back may come from the store again, to other hosts too
		}
		host.Buffer = buffer{Step: b.Step}
		return nil
	})
	if err != nil || rest.Len() == 0 {
		return r, err
	}
	done, err := a.Return(ctx, rest)
	if done {
		r.Returned = rest.Len()
	} else if err == nil {
		err = p.host.update(ctx, true, func(host *state) error {
			host.Seen = max(host.Seen, rest.End-1)
			return nil
		})
	}
	return r, err
}

// The step of a counter that has none of its own, and how far steps grow, as in Leaf
// (SegmentIDGenImpl, MAX_STEP).
const (
	DefaultStep = 1000
	MostStep    = 1_000_000
)

// How long a segment should last (SegmentIDGenImpl, SEGMENT_DURATION): the step
// doubles where one was shorter, and halves where it was twice as long.
const lasting = 15 * time.Minute

// buffer is two segments of a counter, of which the second is loaded while the first
// one is used. It is pure: its owner does the loading.
type buffer struct {
	Current Block     `json:"current"`
	Next    Block     `json:"next"`
	Step    uint64    `json:"step"`            // of the last load; 0 for none
	Size    uint64    `json:"size"`            // of Current when it was loaded
	Loaded  time.Time `json:"loaded,omitzero"` // when the last load was
}

// take takes up to n numbers; none where both segments are empty.
func (b *buffer) take(n uint64) Block {
	if b.Current.Len() == 0 {
		b.Current, b.Next, b.Size = b.Next, Block{}, b.Next.Len()
	}
	return b.Current.take(n)
}

// atOnce is how many numbers the next take has at most.
func (b *buffer) atOnce() uint64 { return cmp.Or(b.Current.Len(), b.Next.Len()) }

// left is how many numbers there are.
func (b *buffer) left() uint64 { return b.Current.Len() + b.Next.Len() }

// low reports whether it is time to load another segment: there is no second one, and
// half of the first is used.
func (b *buffer) low() bool { return b.Next.Len() == 0 && b.Current.Len() <= b.Size/2 }

// demand is the step by which to load now: that of the last load, or twice or half as
// much by how long it lasted, and no less than the counter's.
func (b *buffer) demand(least uint64, now time.Time) uint64 {
	step := b.Step
	switch lasted := now.Sub(b.Loaded); {
	case step == 0:
		step = least
	case lasted < lasting:
		step = min(2*step, MostStep)
	case lasted >= 2*lasting:
		step /= 2
	}
	return max(step, least, 1)
}

// add puts a segment behind the first, where there is one; there is no second.
func (b *buffer) add(s Block, step uint64, now time.Time) {
	if b.Current.Len() == 0 {
		b.Current, b.Size = s, s.Len()
	} else {
		b.Next = s
	}
	b.Step, b.Loaded = step, now
}
