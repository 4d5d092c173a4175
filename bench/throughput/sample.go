package throughput

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"idscope/gen"
)

// heap counts what was allocated.
type heap struct{ objects, bytes uint64 }

// calibrate finds the number of ids that take the goal of the case, by doubling
// and more, as package testing does. Its own times are thrown away. A time that is long
// enough is taken twice, and the shorter counts: where another program had the processor
// in the first, a few ids would be all of a sample.
func (o Options) calibrate(ctx context.Context, s *Subject, c *Case) error {
	most := s.most()
	for n := 64.0; ; {
		c.N = max(c.Threads, int(min(n, most)))
		took, _, err := o.once(ctx, s, c)
		if err == nil && took >= c.goal/2 {
			var again time.Duration
			again, _, err = o.once(ctx, s, c)
			took = min(took, again)
		}
		if err != nil {
			return err
		}
		if took >= c.goal/2 || float64(c.N) >= most {
			if took > 0 {
				n = min(most, float64(c.N)*float64(c.goal)/float64(took))
			}
			c.N = max(c.Threads, int(n))
			return ctx.Err()
		}
		grow := 100.0
		if took > 0 {
			grow = min(grow, 1.2*float64(c.goal)/float64(took))
		}
		n = float64(c.N) * max(2, grow)
	}
}

// sample adds one sample to the case.
func (o Options) sample(ctx context.Context, s *Subject, c *Case) error {
	took, used, err := o.once(ctx, s, c)
	if err != nil {
		return err
	}
	if took <= 0 {
		return fmt.Errorf("%s: the clock stood still for %d ids; use one that runs", s.Name, c.N)
	}
	c.Samples = append(c.Samples, float64(took)/float64(c.N))
	c.heap.objects += used.objects
	c.heap.bytes += used.bytes
	return nil
}

// once makes c.N ids by the case's goroutines with a maker of its own, and
// returns how long that took and what it allocated. The maker is new so that
// what one sample borrowed of the future does not slow the next one down. The
// goroutines exist and wait before the clock is read.
//
// Of one goroutine the time in which other programs had the processor is taken off, where the
// kernel tells it: else two runs on a machine that does other work differ by what that was.
// Several goroutines wait for each other too, and what may not be ahead waits for the clock:
// their time is left as it is.
func (o Options) once(ctx context.Context, s *Subject, c *Case) (took time.Duration, used heap, err error) {
	m, err := s.Open(c.How)
	if err != nil {
		return 0, heap{}, err
	}
	defer func() { err = cmp.Or(err, m.close()) }()
	work := func() error { return m.Loop(ctx, c.How, c.N) }
	paced := c.How == Strict || s.Ceiling > 0 && s.Lead == 0
	alone := o.real && c.Threads == 1 && !paced
	var q *queue
	if alone {
		runtime.LockOSThread() // its queue is read before and after
		defer runtime.UnlockOSThread()
		q = openQueue()
		defer q.close()
	}
	if c.Threads > 1 {
		start, join := gang(ctx, m, c)
		work = func() error { close(start); return join() }
	}
	runtime.GC() // what others left is not paid here
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if c.How == Strict { // begin where a tick is used up, as the sample ends
		perTick := s.Ceiling * s.Tick.Seconds()
		if err := m.Loop(ctx, Fill, int(min(3*perTick, 1<<17))); err != nil {
			return 0, heap{}, err
		}
	}
	if alone {
		took, err = q.time(o.Now, work)
	} else {
		begun := o.Now()
		err = work()
		took = o.Now().Sub(begun)
	}
	runtime.ReadMemStats(&after)
	if m.Ahead != nil {
		c.Lead = max(c.Lead, m.Ahead())
	}
	return took, heap{after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc}, err
}

// time is how long work takes, without the time for which others had the processor. The queue
// is read before and after what is timed, and a wait may lie in that margin: only what does not
// fit into it is taken off.
func (q *queue) time(now func() time.Time, work func() error) (took time.Duration, err error) {
	outer := now()
	waited := q.waited()
	begun := now()
	err = work()
	took = now().Sub(begun)
	waited = q.waited() - waited
	margin := now().Sub(outer) - took
	return max(took-max(0, waited-margin), took/64), err // what is not measured is not nothing
}

// gang starts the goroutines of a case; they begin when start is closed.
func gang(ctx context.Context, m *Maker, c *Case) (start chan struct{}, join func() error) {
	start = make(chan struct{})
	errs := make([]error, c.Threads)
	var ready, done sync.WaitGroup
	ready.Add(c.Threads)
	for i := range c.Threads {
		n := c.N / c.Threads
		if i < c.N%c.Threads {
			n++
		}
		done.Go(func() {
			ready.Done()
			<-start
			errs[i] = m.Loop(ctx, c.How, n)
		})
	}
	ready.Wait()
	return start, func() error {
		done.Wait()
		return cmp.Or(errs...)
	}
}

// search makes o.Check ids with one maker, by as many goroutines as the largest
// case has, one by one and in bulk, and counts those that stand more than once.
// It is exact: all are sorted. A layout that would have to wait for the clock
// makes as many as it may borrow, and those of one second.
func (m *Measured) search(ctx context.Context, o Options) error {
	n := o.Check
	if c := m.Subject.Ceiling; c > 0 {
		n = int(min(float64(n), max(1, c*(m.Subject.Lead.Seconds()+1))))
	}
	maker, err := m.Subject.Open(Next)
	if err != nil {
		return err
	}
	ids := make([]gen.ID, n)
	err = take(ctx, maker, ids, max(2, slices.Max(o.Threads)), m.Subject.can(Fill))
	if err = cmp.Or(err, maker.close()); err != nil {
		return err
	}
	m.Checked, m.Duplicates = n, count(ids)
	return nil
}

// take fills ids by several goroutines at once, in turns of a few, so that their calls mix.
// Where it can be done in bulk most are: one by one, each may update a record.
func take(ctx context.Context, m *Maker, ids []gen.ID, threads int, bulk bool) error {
	errs := make([]error, threads)
	var wait sync.WaitGroup
	for t := range threads {
		own := ids[len(ids)*t/threads : len(ids)*(t+1)/threads]
		wait.Go(func() {
			for turn := 0; len(own) > 0 && errs[t] == nil && ctx.Err() == nil; turn++ {
				n, many := 100, bulk && turn%2 == 1
				switch {
				case many:
					n = Block
				case bulk:
					n = 8
				}
				n = min(len(own), n)
				errs[t] = m.Take(ctx, own[:n], many)
				own = own[n:]
			}
		})
	}
	wait.Wait()
	return cmp.Or(append(errs, ctx.Err())...)
}

// count sorts ids and counts those that are equal to the one before.
func count(ids []gen.ID) int {
	slices.SortFunc(ids, gen.ID.Cmp)
	n := 0
	for i := 1; i < len(ids); i++ {
		if ids[i] == ids[i-1] {
			n++
		}
	}
	return n
}
