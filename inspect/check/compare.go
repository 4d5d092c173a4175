package check

import (
	"context"
	"math/bits"
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
	for range o.Goroutines {
		all.Go(func() {
			c := &comparer{kinds: k, readers: readers, room: int(o.Memory/8/int64(o.Goroutines)) / 8}
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

// storesIn returns the numbers of the stores that a reader used.
func storesIn(readers []*reader) (numbers []int) {
	for n := range stores {
		if slices.ContainsFunc(readers, func(r *reader) bool { return r.stores[n] != nil }) {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// A comparer is one of the goroutines that compare.
type comparer struct {
	kinds   *kinds
	readers []*reader
	room    int // words for what comparing needs
	found   found
	err     error

	parts  [][]uint64
	loaded []uint64
	buf    []byte
	words  []uint64
	filter filter
	table  table
	series *series
}

// partition compares the records of one partition of a store.
func (c *comparer) partition(number, p int) error {
	words, records := c.kinds.words[number], 0
	for _, r := range c.readers {
		if s := r.stores[number]; s != nil {
			records += s.records(r.arena, p)
		}
	}
	// Each record is loaded, has its share of the filter, and may stand in a
	// table that is half full. What is too much at once is done in several
	// passes, each for its part of the hashes, and read from its place each time.
	passes := 1 + records*(words+1+2*(words+1))/max(c.room, 1024)
	switch {
	case c.kinds.grouped():
		return c.sequences(p, passes)
	case records < 2:
		return nil
	case passes == 1:
		parts, err := c.load(number, p)
		if err != nil {
			return err
		}
		c.filter.reset(records)
		c.table.reset(words, records/16)
		for _, part := range parts {
			c.filter.addAll(part, words)
		}
		for _, part := range parts {
			c.count(part, words)
		}
		c.take(number)
		return nil
	}
	for pass := range passes {
		c.filter.reset(records / passes)
		c.table.reset(words, records/passes/16)
		err := c.visit(number, p, func(part []uint64) {
			c.filter.addAll(c.share(part, words, pass, passes), words)
		})
		if err != nil {
			return err
		}
		err = c.visit(number, p, func(part []uint64) {
			c.count(c.share(part, words, pass, passes), words)
		})
		if err != nil {
			return err
		}
		c.take(number)
	}
	return nil
}

// load returns all records of a partition; those in memory stay in their place.
func (c *comparer) load(number, p int) ([][]uint64, error) {
	c.parts, c.loaded = c.parts[:0], c.loaded[:0]
	for _, r := range c.readers {
		s := r.stores[number]
		if s == nil {
			continue
		}
		c.parts = s.parts(r.arena, p, c.parts)
		err := c.fromFile(r, s, p, func(part []uint64) { c.loaded = append(c.loaded, part...) })
		if err != nil {
			return nil, err
		}
	}
	if len(c.loaded) > 0 {
		c.parts = append(c.parts, c.loaded)
	}
	return c.parts, nil
}

// visit calls f with all records of a partition, piece by piece.
func (c *comparer) visit(number, p int, f func(part []uint64)) error {
	for _, r := range c.readers {
		s := r.stores[number]
		if s == nil {
			continue
		}
		c.parts = s.parts(r.arena, p, c.parts[:0])
		for _, part := range c.parts {
			f(part)
		}
		if err := c.fromFile(r, s, p, f); err != nil {
			return err
		}
	}
	return nil
}

// fromFile calls f with the records of a partition that are in a file.
func (c *comparer) fromFile(r *reader, s *store, p int, f func(part []uint64)) error {
	for i := range s.runs {
		at, end := s.runs[i][p], s.runs[i][p+1]
		for at < end {
			if c.buf == nil {
				c.buf = make([]byte, runBuffer/4/96*96) // whole records of 1, 2, 3 and 4 words
			}
			n := min(int64(len(c.buf)), end-at)
			words, err := r.file.read(at, c.buf[:n], c.words[:0])
			if err != nil {
				return err
			}
			c.words = words
			f(words)
			at += n
		}
	}
	return nil
}

// share returns the records whose hash falls to a pass. The partition has used
// up the top bits of the hash; the next ones decide.
func (c *comparer) share(part []uint64, words, pass, passes int) []uint64 {
	c.loaded = c.loaded[:0]
	for ; len(part) >= words; part = part[words:] {
		h := part[0]
		if c.kinds.grouped() {
			h = c.kinds.groupHash(plainID(part[:words]))
		}
		if hi, _ := bits.Mul64(h<<partitionBits, uint64(passes)); hi == uint64(pass) {
			c.loaded = append(c.loaded, part[:words]...)
		}
	}
	return c.loaded
}

// count puts the records that the filter suspects into the table.
func (c *comparer) count(part []uint64, words int) {
	for ; len(part) >= words; part = part[words:] {
		if c.filter.suspect(part[0]) {
			c.table.add(part[:words], 1)
		}
	}
}

// take takes the duplicates from the table.
func (c *comparer) take(number int) {
	c.table.each(func(record []uint64, n uint64) {
		if n > 1 {
			id, tag := restore(record)
			c.found.add(c.kinds.get(c.kinds.ofRecord(number, id, tag)), id, int64(n))
		}
	})
}
