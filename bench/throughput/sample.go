package throughput

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"time"

	"idscope/gen"
)

// calibrate finds the number of ids that take the goal of the case, by doubling
// and more, as package testing does. What it measures is thrown away. A time that is long
// enough is taken twice, and the shorter counts: where another program had the processor
// in the first, a few ids would be all of a sample.
func (o Options) calibrate(ctx context.Context, s *Subject, c *Case) error {
	for n, most := 64.0, s.most(); ; {
		c.IDs = max(c.Threads, int(min(n, most)))
		took, err := o.once(ctx, s, c)
		if err == nil && took >= c.goal/2 {
			var again time.Duration
			again, err = o.once(ctx, s, c)
			took = min(took, again)
		}
		if err != nil {
			return err
		}
		grow := float64(c.goal) / float64(max(took, 1))
		if took >= c.goal/2 || float64(c.IDs) >= most {
			c.IDs, c.Allocs, c.Bytes = max(c.Threads, int(min(most, float64(c.IDs)*grow))), 0, 0
			return ctx.Err()
		}
		n = float64(c.IDs) * max(2, min(100, 1.2*grow))
	}
}

// sample adds one sample to the case.
func (o Options) sample(ctx context.Context, s *Subject, c *Case) error {
	took, err := o.once(ctx, s, c)
	if err != nil {
		return err
	}
	if took <= 0 {
		return fmt.Errorf("%s: the clock stood still for %d ids; use one that runs", s.Name, c.IDs)
	}
	c.Samples = append(c.Samples, float64(took)/float64(c.IDs))
	return nil
}

// once makes the ids of a sample by the case's goroutines with a maker of its own, and
// returns how long that took; what it allocated is added to the case. The maker is new so that
// what one sample borrowed of the future does not slow the next one down. The
// goroutines exist and wait before the clock is read.
//
// Of one goroutine the time in which other programs had the processor is taken off, where the
// kernel tells it: else two runs on a machine that does other work differ by what that was.
// Several goroutines wait for each other too, and what may not be ahead waits for the clock:
// their time is left as it is.
func (o Options) once(ctx context.Context, s *Subject, c *Case) (took time.Duration, err error) {
	m, err := s.Open(c.How)
	if err != nil {
		return 0, err
	}
	defer func() { err = cmp.Or(err, m.close()) }()
	paced := c.How == Strict || s.Ceiling > 0 && s.Lead == 0
	q := &queue{}
	if o.real && c.Threads == 1 && !paced {
		runtime.LockOSThread() // its queue is read before and after
		defer runtime.UnlockOSThread()
		q = openQueue()
		defer q.close()
	}
	work := func() error { return m.Loop(ctx, c.How, c.IDs) }
	if c.Threads > 1 {
		work = gang(ctx, m, c)
	}
	runtime.GC() // what others left is not paid here
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if c.How == Strict { // begin where a tick is used up, as the sample ends
		perTick := s.Ceiling * s.Tick.Seconds()
		if err := m.Loop(ctx, Fill, int(min(3*perTick, 1<<17))); err != nil {
			return 0, err
		}
	}
	took, err = q.time(o.Now, work)
	if runtime.ReadMemStats(&after); err == nil {
		c.Allocs += float64(after.Mallocs - before.Mallocs)
		c.Bytes += float64(after.TotalAlloc - before.TotalAlloc)
	}
	if m.Ahead != nil {
		c.Lead = max(c.Lead, m.Ahead())
	}
	return took, err
}

// gang starts the goroutines of a case; what it returns sets them to work, and waits for them.
func gang(ctx context.Context, m *Maker, c *Case) (work func() error) {
	start := make(chan struct{})
	errs := make([]error, c.Threads)
	var ready, done sync.WaitGroup
	ready.Add(c.Threads)
	for i := range c.Threads {
		n := c.IDs*(i+1)/c.Threads - c.IDs*i/c.Threads
		done.Go(func() {
			ready.Done()
			<-start
			errs[i] = m.Loop(ctx, c.How, n)
		})
	}
	ready.Wait()
	return func() error {
		close(start)
		done.Wait()
		return cmp.Or(errs...)
	}
}

// search makes o.Check ids with one maker, by as many goroutines as the largest
// case has, one by one and in bulk, and counts those that are there more than once.
// It is exact: all are sorted. A layout that would have to wait for the clock
// makes as many as it may borrow, and those of one second.
func (o Options) search(ctx context.Context, m *Measured) error {
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
	slices.SortFunc(ids, gen.ID.Cmp)
	m.Checked, m.Duplicates = n, n-len(slices.Compact(ids))
	return nil
}

// take fills ids by several goroutines at once, in turns of a few, so that their calls mix.
// Where it can be done in bulk most are: one by one, each may update a record.
func take(ctx context.Context, m *Maker, ids []gen.ID, threads int, bulk bool) error {
	turns := [2]int{100, 100}
	calls := turns // ids that each in a turn asks for
	if bulk {
		turns, calls = [2]int{8, Block}, [2]int{1, Block}
	}
	errs := make([]error, threads)
	var wait sync.WaitGroup
	for t := range threads {
		own := ids[len(ids)*t/threads : len(ids)*(t+1)/threads]
		wait.Go(func() {
			for turn := 0; len(own) > 0 && errs[t] == nil && ctx.Err() == nil; turn ^= 1 {
				n := min(len(own), turns[turn])
				for part := range slices.Chunk(own[:n], calls[turn]) {
					errs[t] = cmp.Or(errs[t], m.Take(ctx, part))
				}
				own = own[n:]
			}
		})
	}
	wait.Wait()
	return cmp.Or(append(errs, ctx.Err())...)
}

// queue is the count that Linux keeps of how long a thread waits for a processor. Reading it takes
// a microsecond or two, and allocates nothing.
type queue struct {
	file *os.File // nil where the kernel does not count, or nobody asks it
	text [64]byte
}

// openQueue opens that of the calling thread.
func openQueue() *queue {
	file, _ := os.Open("/proc/thread-self/schedstat") // time on a processor, time in its queue, in nanoseconds
	return &queue{file: file}
}

// waited is how long the thread has stood ready in all its life while another had the
// processor; 0 where the kernel does not count it.
func (q *queue) waited() time.Duration {
	n, _ := q.file.ReadAt(q.text[:], 0) // of a nil file too, nothing
	_, rest, _ := bytes.Cut(q.text[:n], []byte(" "))
	field, _, _ := bytes.Cut(rest, []byte(" "))
	ns, _ := strconv.ParseInt(string(field), 10, 64)
	return time.Duration(ns)
}

func (q *queue) close() { _ = q.file.Close() }

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
