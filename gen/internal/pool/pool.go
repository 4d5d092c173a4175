// Package pool reserves ahead what is slow to get, and hands it out from what it has.
package pool

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// ErrClosed is the error of requests to a pool that was closed.
var ErrClosed = errors.New("the pool is closed")

// Stock is what a pool has reserved, and how it reserves more: R is a request for some of it.
type Stock[R any] interface {
	// Take answers a request; if not done, it is called again with the rest when more is reserved. The lock is held.
	Take(ctx context.Context, request R) (rest R, done bool, err error)

	// Low reports whether more is to be reserved in the background: less than half is left. The lock is held.
	Low() bool

	// Refill reserves what the waiting requests need and what is held ahead, or looks whether it could where neither is
	// needed; with no request it runs in the background. One runs at a time, without the lock; the context ends after
	// Options.Timeout, or when the pool is closed.
	Refill(ctx context.Context, waiting []R) error

	// Return gives back what is left. It is called once, when no other call runs or will come.
	Return(ctx context.Context) error
}

// Options of a pool; without more than Now it takes from what is reserved and has no limits.
type Options struct {
	// Patience is how long a request waits at most; its error is context.DeadlineExceeded then.
	Patience time.Duration
	// Timeout bounds one Refill.
	Timeout time.Duration
	// Again is how long after a Refill that failed none is tried: requests have its error meanwhile.
	Again time.Duration
	// Look is how long none is done at most; one that failed is tried again within a second. 0 waits for requests.
	Look time.Duration
	// Now is the clock for Again and Look.
	Now func() time.Time
}

// grace is how long Close waits for a Refill that is under way, whose result would be lost, before it ends its context.
const grace = time.Second

// Pool hands out of a stock, to any number of goroutines, in the order of the requests, each once or with an error.
// Those that come together wait for one Refill. For a request whose context ended nothing is taken. What was reserved
// is handed out at most once: after Close, when it has been returned, there are only errors.
type Pool[R any] struct {
	o     Options
	stock Stock[R]
	life  context.Context // of Refill
	end   context.CancelFunc
	runs  sync.WaitGroup
	once  sync.Once

	lock    sync.Locker
	waiting []*waiter[R] // not empty only while a Refill runs
	filling bool
	closed  bool
	waited  uint64
	failed  error // of the last Refill
	tried   time.Time
}

// waiter is a request that waits for a Refill.
type waiter[R any] struct {
	ctx     context.Context
	request R
	fresh   bool // it is answered after a Refill that began after it came
	asked   bool // that began
	done    chan struct{}
	err     error // once done is closed
}

// New returns a pool of a stock. The lock is the one that the stock uses for its own state.
func New[R any](stock Stock[R], lock sync.Locker, o Options) *Pool[R] {
	p := &Pool[R]{o: o, stock: stock, lock: lock}
	p.life, p.end = context.WithCancel(context.Background())
	if o.Look > 0 {
		time.AfterFunc(time.Second, p.look)
	}
	return p
}

// Take answers a request, and waits for a Refill where it must, until the context ends; a fresh one, as order needs,
// only from what was reserved after it came. Its errors are those of the stock, the context's and [ErrClosed].
func (p *Pool[R]) Take(ctx context.Context, request R, fresh bool) error {
	p.lock.Lock()
	if p.closed {
		p.lock.Unlock()
		return ErrClosed
	}
	if len(p.waiting) == 0 && !fresh {
		rest, ok, err := p.stock.Take(ctx, request)
		if ok || err != nil {
			if ok && !p.filling && p.stock.Low() && !p.resting() {
				p.refill()
			}
			p.lock.Unlock()
			return err
		}
		request = rest
	}
	if !p.filling && p.resting() {
		err := p.failed
		p.lock.Unlock()
		return err
	}
	w := &waiter[R]{ctx: ctx, request: request, fresh: fresh, done: make(chan struct{})}
	p.waiting = append(p.waiting, w)
	p.waited++
	p.refill()
	p.lock.Unlock()
	return p.wait(ctx, w)
}

// wait waits until a request is answered, or gives it up.
func (p *Pool[R]) wait(ctx context.Context, w *waiter[R]) error {
	if p.o.Patience > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, p.o.Patience)
		defer cancel()
	}
	select {
	case <-w.done:
		return w.err
	case <-ctx.Done():
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	if !p.forget(w) { // it was answered
		return w.err
	}
	return ctx.Err()
}

// Waited is how many requests waited for a Refill. The lock has to be held.
func (p *Pool[R]) Waited() uint64 { return p.waited }

// Err is the error of the last Refill, nil where it went well or none ran. The lock has to be held.
func (p *Pool[R]) Err() error { return p.failed }

// Note makes an error that of the last Refill, until one ends. The lock has to be held.
func (p *Pool[R]) Note(err error) { p.failed = err }

// Close gives back what is left, after the Refill that runs: it is waited for, for a second, and its requests are
// answered. A second Close does nothing.
func (p *Pool[R]) Close() (err error) {
	p.once.Do(func() {
		p.stop()
		timer := time.AfterFunc(grace, p.end)
		p.runs.Wait()
		timer.Stop()
		p.end()
		err = p.stock.Return(context.Background())
	})
	return err
}

// Abandon ends the pool at once and gives nothing back: what was reserved is lost. Close does nothing after it.
func (p *Pool[R]) Abandon() {
	p.once.Do(func() {
		p.stop()
		p.end()
	})
}

func (p *Pool[R]) stop() {
	p.lock.Lock()
	p.closed = true
	p.lock.Unlock()
}

// look begins to reserve where that was not done for long, or failed.
func (p *Pool[R]) look() {
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.failed != nil || p.o.Now().Sub(p.tried).Abs() >= p.o.Look {
		p.refill()
	}
	if !p.closed {
		time.AfterFunc(time.Second, p.look)
	}
}

// resting reports whether the last Refill failed a short while ago.
func (p *Pool[R]) resting() bool {
	return p.failed != nil && p.o.Now().Sub(p.tried).Abs() < p.o.Again
}

// refill begins to reserve, if nobody does; the lock is held.
func (p *Pool[R]) refill() {
	if p.filling || p.closed {
		return
	}
	p.filling = true
	p.runs.Go(func() {
		for p.round() {
		}
	})
}

// round reserves once and answers who waits. It reports whether others wait still.
func (p *Pool[R]) round() bool {
	p.lock.Lock()
	requests := make([]R, len(p.waiting))
	for i, w := range p.waiting {
		w.asked, requests[i] = true, w.request
	}
	p.lock.Unlock()
	ctx, cancel := p.life, context.CancelFunc(func() {})
	if p.o.Timeout > 0 {
		ctx, cancel = context.WithTimeout(p.life, p.o.Timeout)
	}
	err := p.stock.Refill(ctx, requests)
	cancel()
	p.lock.Lock()
	defer p.lock.Unlock()
	p.failed, p.tried = err, p.o.Now()
	p.serve()
	if err != nil {
		p.refuse(err, false)
	}
	if p.closed {
		p.refuse(ErrClosed, true)
	}
	p.filling = len(p.waiting) > 0
	return p.filling
}

// serve answers requests in their order, as far as the stock goes.
func (p *Pool[R]) serve() {
	for len(p.waiting) > 0 {
		w := p.waiting[0]
		if w.fresh && !w.asked {
			return
		}
		var ok bool
		if w.request, ok, w.err = p.stock.Take(w.ctx, w.request); !ok && w.err == nil {
			return
		}
		p.waiting = p.waiting[1:]
		close(w.done)
	}
}

// refuse answers requests with an error: all, or those for which a Refill was tried.
func (p *Pool[R]) refuse(err error, all bool) {
	p.waiting = slices.DeleteFunc(p.waiting, func(w *waiter[R]) bool {
		if !all && !w.asked {
			return false
		}
		w.err = err
		close(w.done)
		return true
	})
}

// forget takes a request off the list; false says that it is not there any more.
func (p *Pool[R]) forget(w *waiter[R]) bool {
	n := len(p.waiting)
	p.waiting = slices.DeleteFunc(p.waiting, func(one *waiter[R]) bool { return one == w })
	return len(p.waiting) < n
}
