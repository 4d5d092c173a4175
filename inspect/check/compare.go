package check

import (
	"context"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"idscope/gen"
)

// found is what comparing finds.
type found struct {
	duplicates Duplicates
	gaps       *Gaps
}

// add counts an identifier that stands on so many lines.
func (f *found) add(k *kind, id gen.ID, lines int64) {
	f.duplicates.IDs++
	f.duplicates.Surplus += lines - 1
	f.keep(Duplicate{Kind: k.name, Lines: lines, kind: k, id: id})
}

// keep keeps the lowest.
func (f *found) keep(d Duplicate) {
	low := f.duplicates.Lowest
	if len(low) == most {
		if d.compare(low[most-1]) >= 0 {
			return
		}
		low = low[:most-1]
	}
	d.Text = d.kind.write(d.id)
	i, _ := slices.BinarySearchFunc(low, d, Duplicate.compare)
	f.duplicates.Lowest = slices.Insert(low, i, d)
}

func (f *found) merge(o *found) {
	f.duplicates.IDs += o.duplicates.IDs
	f.duplicates.Surplus += o.duplicates.Surplus
	for _, d := range o.duplicates.Lowest {
		f.keep(d)
	}
	if o.gaps != nil {
		f.gaps.add(o.gaps.Ticks, o.gaps.Missing)
	}
}

// compareAll compares the records of all readers, partition by partition.
func compareAll(ctx context.Context, o Options, k *kinds, readers []*reader) (*found, error) {
	var (
		all    sync.WaitGroup
		mu     sync.Mutex
		next   atomic.Int64
		done   int64
		failed error
		sum    = &found{gaps: newGaps(k)}
	)
	stored := storesIn(readers)
	spilled := slices.ContainsFunc(readers, func(r *reader) bool { return r.file.file != nil })
	room, err := makeRoom(o, k, readers, stored, spilled)
	if err != nil {
		return nil, err
	}
	for range o.Goroutines {
		all.Go(func() {
			c := &comparer{kinds: k, readers: readers, room: room}
			c.found.gaps = newGaps(k)
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(stored)*partitions {
					break
				}
				if c.err = c.partition(stored[i/partitions], i%partitions); c.err != nil {
					break
				}
				if o.Progress != nil && spilled {
					mu.Lock()
					done++
					o.Progress(done, int64(len(stored)*partitions))
					mu.Unlock()
				}
			}
			mu.Lock()
			defer mu.Unlock()
			if sum.merge(&c.found); c.err != nil {
				failed = c.err
				next.Store(int64(len(stored) * partitions))
			}
		})
	}
	all.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return sum, failed
}

// makeRoom returns how many words each goroutine has for comparing. That is an
// eighth of the memory; but where this is not enough for the largest partition,
// and most records are in files anyway, the rest goes there too, so that most of
// the memory is free: reading files again and again costs more.
func makeRoom(o Options, k *kinds, readers []*reader, stored []int, spilled bool) (int, error) {
	share := int(o.Memory / 8 / int64(o.Goroutines) / 8)
	largest := 0
	for _, number := range stored {
		for p := range partitions {
			largest = max(largest, cost(recordsIn(readers, number, p), k.words[number]))
		}
	}
	if !spilled || largest <= share {
		return share, nil
	}
	for _, r := range readers {
		if err := r.spill(); err != nil {
			return 0, err
		}
		r.arena = nil
	}
	debug.FreeOSMemory()
	return 5 * share, nil
}

// cost is how many words comparing so many records takes: each is loaded, has
// its share of the filter, and may stand in the table.
func cost(records, words int) int { return records * 2 * (words + 1) }

func recordsIn(readers []*reader, number, p int) (n int) {
	for _, r := range readers {
		if s := r.stores[number]; s != nil {
			n += s.records(r.arena, p)
		}
	}
	return n
}

// storesIn returns the numbers of the stores that a reader used.
func storesIn(readers []*reader) (numbers []int) {
	for n := range stores {
		if slices.ContainsFunc(readers, func(r *reader) bool { return r.stores[n] != nil }) {
			numbers = append(numbers, n)
		}
	}
	return numbers
}
