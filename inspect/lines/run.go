package lines

import (
	"context"
	"errors"
	"io"
	"runtime"
	"sync"
)

// Worker does jobs whose results have an order.
type Worker[T any] interface {
	// Take takes the next job. One worker at a time does so, and results are in
	// the order of these calls. An error ends the run behind the jobs taken before;
	// io.EOF is its plain end.
	Take() error
	// Work does the job that this worker took last, while others take and do
	// theirs. old is a result that was written, for its memory, or the zero value.
	// An error ends the run behind the result that comes with it.
	Work(old T) (T, error)
}

// Pool is how many workers a run has. The zero value has one for each processor.
type Pool struct {
	Workers int // 0 is one for each processor
	// Alone is how many jobs the first worker takes before the others start: few
	// lines are not worth it.
	Alone int
	// Leave is for workers whose Take waits for input: when the run fails, it does
	// not wait for that. The worker does nothing more when Take returns.
	Leave bool
}

// ahead is how many jobs of each worker may wait for one before them to be written.
const ahead = 2

// Run has workers do all jobs. Each result goes to write as soon as those before it
// were written, one at a time, in the order in which the jobs were taken. Which
// goroutine calls write is not defined. It returns the first error in that order,
// of a worker or of write, or the cause of ctx's end; all results before it were
// written but where ctx ended. When it returns, the workers have, but for what
// Pool.Leave says. Workers come from calls of worker, one at a time; at most twice
// their number of results is kept.
func Run[T any](ctx context.Context, p Pool, worker func() Worker[T], write func(T) error) error {
	if p.Workers <= 0 {
		p.Workers = runtime.GOMAXPROCS(0)
	}
	r := &run[T]{pool: p, worker: worker, write: write, ring: make([]result[T], ahead*p.Workers)}
	r.turn.L, r.left.L = &r.mu, &r.mu
	stop := context.AfterFunc(ctx, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.end(context.Cause(ctx))
	})
	defer stop()
	if p.Workers == 1 && !p.Leave { // needs no goroutine, which one id as a process would feel
		r.running++
		r.work(r.worker())
		return r.err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.start(1); p.Alone <= 0 {
		r.start(p.Workers - 1)
	}
	for !r.over || r.running > 1 || r.running == 1 && !(p.Leave && r.taking) {
		r.left.Wait()
	}
	return r.err
}

// run is a run of workers. Nobody waits for his turn to write: he leaves the result,
// and who writes at the time, or the one whose result was missing, writes that too.
// Only who is too far ahead waits, before he takes the next job.
type run[T any] struct {
	pool   Pool
	worker func() Worker[T]
	write  func(T) error

	mu      sync.Mutex
	turn    sync.Cond // somebody may take a job, or nobody ever again
	left    sync.Cond // a worker has ended
	running int       // workers
	taking  bool      // by somebody
	writing bool      // by somebody
	last    bool      // the last job was taken
	over    bool      // nothing more is done
	err     error     // why
	taken   int       // jobs
	written int       // of them
	ring    []result[T]
	free    []T
}

// result is that of job k, in place k % len(ring).
type result[T any] struct {
	value T
	err   error // behind the value
	none  bool  // there is no value, only the error
	ready bool
}

func (r *run[T]) start(n int) {
	for range n {
		r.running++
		go r.work(r.worker())
	}
}

// work is a worker's goroutine.
func (r *run[T]) work(w Worker[T]) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.mayTake() {
		r.taking = true
		r.mu.Unlock()
		err := w.Take()
		r.mu.Lock()
		r.taking = false
		if r.over {
			break
		}
		job := r.taken
		r.taken++
		if err != nil {
			r.last = true
			r.turn.Broadcast()
			r.hand(job, result[T]{err: err, none: true})
			break
		}
		r.next()
		if r.taken == r.pool.Alone {
			r.start(r.pool.Workers - 1)
		}
		var value T
		if n := len(r.free) - 1; n >= 0 {
			value, r.free = r.free[n], r.free[:n]
		}
		r.mu.Unlock()
		value, err = w.Work(value)
		r.mu.Lock()
		r.hand(job, result[T]{value: value, err: err})
	}
	r.running--
	r.left.Signal()
}

// mayTake waits for the turn to take a job; it is false when there are no more.
func (r *run[T]) mayTake() bool {
	for !r.over && !r.last && !r.room() {
		r.turn.Wait()
	}
	return !r.over && !r.last
}

// room reports whether a job can be taken.
func (r *run[T]) room() bool { return !r.taking && r.taken-r.written < len(r.ring) }

// next wakes one who waits for room.
func (r *run[T]) next() {
	if r.room() {
		r.turn.Signal()
	}
}

// hand leaves a result, and writes what can be unless somebody does already.
func (r *run[T]) hand(job int, one result[T]) {
	one.ready = true
	r.ring[job%len(r.ring)] = one
	if r.writing {
		return
	}
	r.writing = true
	for !r.over {
		next := &r.ring[r.written%len(r.ring)]
		if !next.ready {
			break
		}
		one := *next
		*next = result[T]{}
		if !one.none {
			r.mu.Unlock()
			if err := r.write(one.value); err != nil {
				one.err = err
			}
			r.mu.Lock()
			r.free = append(r.free, one.value)
		}
		r.written++
		if r.next(); one.none && errors.Is(one.err, io.EOF) {
			r.end(nil)
		} else if one.err != nil {
			r.end(one.err)
		}
	}
	r.writing = false
}

// end ends the run, with an error or nil; the first call counts.
func (r *run[T]) end(err error) {
	if r.over {
		return
	}
	r.over, r.err = true, err
	r.turn.Broadcast()
	r.left.Signal()
}
