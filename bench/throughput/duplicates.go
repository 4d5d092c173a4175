package throughput

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"idscope/gen"
)

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
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return ctx.Err()
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
