package check

import (
	"context"
	"io"
	"slices"

	"idscope/inspect/lines"
)

// comparing is the work of comparing the records of all readers, partition by
// partition.
type comparing struct {
	ctx     context.Context
	kinds   *kinds
	readers []*reader
	stores  []int // that a reader used
	room    int   // words that each goroutine has
	taken   int   // partitions
}

// compareAll compares the records of all readers.
func compareAll(ctx context.Context, o Options, k *kinds, readers []*reader, temp *tempDir) (*found, error) {
	c := &comparing{ctx: ctx, kinds: k, readers: readers, room: o.room()}
	for n := range stores {
		if slices.ContainsFunc(readers, func(r *reader) bool { return r.stores[n] != nil }) {
			c.stores = append(c.stores, n)
		}
	}
	spilled := slices.ContainsFunc(readers, func(r *reader) bool { return r.file.file != nil })
	done := int64(0)
	var workers []*comparer
	err := lines.Run(ctx, lines.Pool{Workers: o.Goroutines}, func() lines.Worker[struct{}] {
		w := &comparer{comparing: c, found: newFound(k), merger: merger{file: runFile{temp: temp}}}
		workers = append(workers, w)
		return w
	}, func(struct{}) error {
		if done++; o.Progress != nil && spilled {
			o.Progress(done, int64(len(c.stores)*partitions))
		}
		return nil
	})
	sum := newFound(k)
	for _, w := range workers {
		sum.merge(w.found)
	}
	return sum, err
}

// A comparer is one of the goroutines that compare.
type comparer struct {
	*comparing
	found *found

	store, partition int // at hand
	records          []uint64
	parts            [][]uint64 // others, in memory
	filter           filter
	merger           merger
	run              run
}

// Take takes the next partition; see [lines.Worker].
func (c *comparer) Take() error {
	if c.taken == len(c.stores)*partitions {
		return io.EOF
	}
	c.store, c.partition = c.stores[c.taken/partitions], c.taken%partitions
	c.taken++
	return nil
}

// Work finds the duplicates and the gaps of the partition, in the order of its records: without a sequence, and
// where it fits the memory at once, of those that the filter leaves.
func (c *comparer) Work(struct{}) (none struct{}, err error) {
	words, size := c.kinds.words[c.store], 0
	for _, r := range c.readers {
		if s := r.stores[c.store]; s != nil {
			size += s.size(r.memory, c.partition)
		}
	}
	c.merger.reset(words)
	if err := c.collect(size); err != nil {
		return none, err
	}
	if c.kinds.seq == nil && len(c.merger.runs) == 0 {
		c.leaveSuspects(size/words, words)
	}
	return none, c.sorted()
}

// leaveSuspects leaves of so many records, which are all in memory, those that may be equal to others.
func (c *comparer) leaveSuspects(records, words int) {
	f := &c.filter
	f.reset(records)
	f.addAll(c.records, words)
	for _, part := range c.parts {
		f.addAll(part, words)
	}
	c.records = f.suspects(c.records[:0], c.records, words)
	for _, part := range c.parts {
		c.records = f.suspects(c.records, part, words)
	}
}

// sorted goes through the records of the partition in order.
func (c *comparer) sorted() error {
	if err := c.merger.open(c.ctx, c.room, c.records); err != nil {
		return err
	}
	q, gaps := c.kinds.seq, c.found.gaps
	err := c.merger.each(func(record []uint64, times int64) {
		c.duplicate(record, times)
		if q != nil {
			c.run.see(q, keyOf(record), gaps)
		}
	})
	if q != nil {
		c.run.end(q, gaps)
	}
	return err
}

// duplicate counts an identifier of so many lines, if those are several.
func (c *comparer) duplicate(record []uint64, times int64) {
	if times > 1 {
		id, kind := c.kinds.restore(c.store, record)
		c.found.add(c.kinds.get(kind), id, times)
	}
}

// collect takes all records of the partition, which are so many words. When there is
// no room for more, those before go to the merger's file.
func (c *comparer) collect(size int) error {
	c.parts = c.parts[:0]
	c.records = slices.Grow(c.records[:0], min(size, c.room))
	for _, r := range c.readers {
		s := r.stores[c.store]
		if s == nil {
			continue
		}
		from := len(c.parts)
		c.parts = s.parts(r.memory, c.partition, c.parts)
		if c.kinds.seq != nil || size > c.room {
			for _, part := range c.parts[from:] {
				if err := c.makeSpace(len(part)); err != nil {
					return err
				}
				c.records = append(c.records, part...)
			}
			c.parts = c.parts[:from]
		}
		if err := c.load(s, &r.file); err != nil {
			return err
		}
	}
	return nil
}

// load takes the records of the partition that are in a file.
func (c *comparer) load(s *store, file *runFile) error {
	for i := range s.spilled {
		for at, end := s.spilled[i][c.partition], s.spilled[i][c.partition+1]; at < end; {
			if err := c.makeSpace(s.words); err != nil {
				return err
			}
			from, free := len(c.records), cap(c.records)-len(c.records)
			c.records = c.records[:from+int(min(int64(free-free%s.words), (end-at)/8))]
			if err := file.read(c.records[from:], at); err != nil {
				return err
			}
			at += int64(8 * (len(c.records) - from))
		}
	}
	return nil
}

// makeSpace makes room for so many words.
func (c *comparer) makeSpace(words int) error {
	if len(c.records)+words <= cap(c.records) {
		return nil
	}
	records := c.records
	c.records = records[:0]
	return c.merger.write(c.ctx, records)
}
