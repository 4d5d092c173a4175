package counter

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"
)

// Segments gives out the numbers of a counter from the segments that the processes of
// this host share. One process asks the store for all; the others go on with what
// there is, and wait for it where there is nothing.
type Segments struct {
	o       SegmentsOptions
	opened  Allocator
	loading chan struct{} // holds one while a segment is loaded beside the caller
	stop    chan struct{} // closed when nobody waits for that any more
	epoch   uint64        // of the lease under which the last numbers were taken
}

// SegmentsOptions are what Segments need. Host is wanted; the others have defaults.
type SegmentsOptions struct {
	Host *Host
	// Open opens the counter in its store when it is needed. Nil says that it cannot be
	// reached from here.
	Open func(context.Context) (Allocator, error)
	// Step is that of the first segment, where the counter has none; 0 is DefaultStep.
	Step uint64
	Now  func() time.Time
	// Warn is told in one line that the store cannot be asked, while there are numbers left.
	Warn func(string)
	// Writer lets one host at a time give out numbers; nil lets all.
	Writer *Writer
	// Ahead loads the next segment beside the caller, which goes on with the present one.
	Ahead bool
}

// NewSegments returns the segments of a host. Close ends them.
func NewSegments(o SegmentsOptions) *Segments {
	if o.Step == 0 {
		o.Step = DefaultStep
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Warn == nil {
		o.Warn = func(string) {}
	}
	if o.Writer != nil {
		o.Writer.host, o.Writer.warn = o.Host, o.Warn
	}
	return &Segments{o: o, loading: make(chan struct{}, 1), stop: make(chan struct{})}
}

// grace is how long the end of a call waits for a segment that is being loaded.
const grace = time.Second

// Close waits for a segment that is being loaded, for a second at most, so that it is
// not lost.
func (s *Segments) Close() {
	t := time.AfterFunc(grace, func() { close(s.stop) })
	defer t.Stop()
	s.loading <- struct{}{}
}

// again is how long a store that could not be asked is left alone while there are
// numbers left.
const again = 5 * time.Second

// Take takes up to n numbers, at least one, in the order of the counter. It waits for
// the store until the context ends. Where the store cannot be reached from here it takes
// n at once, or none: ErrNotHere says that the store has to be asked.
func (s *Segments) Take(ctx context.Context, n uint64) (Block, error) {
	for {
		var got Block
		var empty bool
		err := s.o.Host.update(ctx, false, func(p *page) error {
			empty = s.left(p) == 0
			if empty || !s.o.Ahead && s.needed(p) || s.o.Open == nil && p.buffer.atOnce() < n {
				return errAsk
			}
			got = p.buffer.take(n)
			p.used = max(p.used, got.End-1)
			if s.o.Writer != nil {
				s.epoch = p.under
			}
			return nil
		})
		switch {
		case err == nil:
			if s.o.Ahead {
				s.ahead(ctx)
			}
			return got, nil
		case !errors.Is(err, errAsk):
			return Block{}, err
		case s.o.Open == nil:
			return Block{}, ErrNotHere
		}
		if err := s.load(ctx, n, empty); err != nil {
			return Block{}, err
		}
	}
}

// errAsk says that the store is to be asked first.
var errAsk = errors.New("the store is to be asked")

// left is how many numbers may be given out now without asking the store.
func (s *Segments) left(p *page) uint64 {
	if w := s.o.Writer; w != nil && !w.holds(&p.lease, p.under) {
		return 0
	}
	return p.buffer.left()
}

// needed reports whether the store is to be asked for another segment, or a longer lease.
func (s *Segments) needed(p *page) bool {
	low := p.buffer.low() || s.o.Writer != nil && !s.o.Writer.half(&p.lease)
	return s.left(p) == 0 || low && s.o.Now().Sub(p.failed).Abs() >= again
}

// Held says whether numbers that were taken may be printed still: a writer's lease may
// have ended, or have been given back, since they were taken. Whoever writes in strict
// order asks before they are printed, and once more, late, after that.
func (s *Segments) Held(ctx context.Context, late bool) error {
	if s.o.Writer == nil {
		return nil
	}
	return s.o.Host.update(ctx, false, func(p *page) error {
		if p.lease.epoch != s.epoch || !s.o.Writer.holds(&p.lease, p.lease.epoch) {
			return ended(s.o.Host.id, late)
		}
		return nil
	})
}

// ahead loads the next segment beside the caller, if nobody does.
func (s *Segments) ahead(ctx context.Context) {
	if s.o.Open == nil {
		return
	}
	select {
	case s.loading <- struct{}{}:
		go func() {
			defer func() { <-s.loading }()
			ctx, cancel := context.WithCancel(context.WithoutCancel(ctx)) // the caller may be gone before
			defer cancel()
			go func() {
				select {
				case <-s.stop:
					cancel()
				case <-ctx.Done():
				}
			}()
			_ = s.load(ctx, 0, false) // Take asks again when there is nothing left, and says why not
		}()
	default:
	}
}

// load asks the store for a segment, if there still is need of one when it is this
// process's turn. While the host has numbers left, a store that cannot be asked is no
// error. Where it is not empty it does not wait for its turn: another one asks.
func (s *Segments) load(ctx context.Context, n uint64, empty bool) error {
	begun := s.o.Writer.begin()
	release, ok, err := s.o.Host.file.Alone(ctx, empty)
	if err != nil || !ok {
		return s.waited(err)
	}
	defer release()
	p, err := s.o.Host.page(ctx)
	if err != nil || !s.needed(&p) {
		return err
	}
	if s.o.Writer != nil {
		err = s.hold(ctx, &p, begun)
	}
	if err == nil && (s.left(&p) == 0 || p.buffer.low()) {
		err = s.ask(ctx, n, &p)
	}
	left := s.left(&p)
	if err == nil || left == 0 || errors.Is(err, ErrBehind) {
		return s.waited(err)
	}
	s.o.Warn(fmt.Sprintf("%s gives out no numbers: %v; going on with the %d that this host has", s.o.Host.id, err,
		left))
	return s.o.Host.update(context.WithoutCancel(ctx), false, func(p *page) error {
		p.failed = s.o.Now()
		return nil
	})
}

// Hold acquires the lease of the writer, or renews it where less than half of it is left, and
// takes no number.
func (s *Segments) Hold(ctx context.Context) error {
	begun := s.o.Writer.begin()
	release, _, err := s.o.Host.file.Alone(ctx, true)
	if err != nil {
		return s.waited(err)
	}
	defer release()
	p, err := s.o.Host.page(ctx)
	if err == nil {
		err = s.hold(ctx, &p, begun)
	}
	return s.waited(err)
}

// hold is Hold of who is alone among the processes of this host, and has read the page.
func (s *Segments) hold(ctx context.Context, p *page, begun time.Duration) error {
	if s.o.Writer.half(&p.lease) {
		return nil
	}
	err := s.o.Writer.hold(ctx, begun)
	if err == nil {
		*p, err = s.o.Host.page(ctx)
	}
	return err
}

// ask allocates a segment and puts it behind the others.
func (s *Segments) ask(ctx context.Context, n uint64, p *page) error {
	if s.opened == nil {
		a, err := s.o.Open(ctx)
		if err != nil {
			return err
		}
		s.opened = a
	}
	limits := Limits{Least: cmp.Or(s.opened.Least(), s.o.Step), Most: MostStep}
	step := p.buffer.demand(limits, s.o.Now())
	b, err := s.opened.Allocate(ctx, max(step, min(n, limits.Most)))
	if err != nil {
		return err
	}
	if p.seen > 0 && b.First <= p.seen {
		_, _ = s.opened.Return(ctx, b) // or one attempt after the other would count past what was seen
		return behind(s.o.Host.id, b.First, p.seen, "")
	}
	// Whatever ends the caller: this segment is reserved, and others wait for it.
	under := p.lease.epoch // for a segment that came late may be above those of the next host
	if s.o.Writer == nil {
		under = 0
	}
	return s.o.Host.update(context.WithoutCancel(ctx), true, func(p *page) error {
		p.seen = max(p.seen, b.End-1)
		if p.under != under {
			p.buffer, p.under = buffer{step: p.buffer.step}, under
		}
		p.buffer.add(b, step, s.o.Now())
		p.failed = time.Time{}
		return nil
	})
}

// waited says what was waited for when time ran out.
func (s *Segments) waited(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%s did not answer in time, and this host has no number left: %w", s.o.Host.id, err)
	}
	return err
}
