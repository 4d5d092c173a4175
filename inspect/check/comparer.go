package check

import (
	"math/bits"
	"slices"
)

// A comparer is one of the goroutines that compare.
type comparer struct {
	kinds   *kinds
	readers []*reader
	room    int // words for what comparing needs
	found   found
	err     error

	parts  [][]uint64
	loaded []uint64
	shared []uint64
	buf    []byte
	words  []uint64
	filter filter
	table  table
	series *series

	kind *kind // of the duplicate before
	last int   // its number
}

// partition compares the records of one partition of a store.
func (c *comparer) partition(number, p int) error {
	words, records := c.kinds.words[number], recordsIn(c.readers, number, p)
	switch {
	case c.kinds.grouped():
		return c.sequences(p, records)
	case records < 2:
		return nil
	}
	all := func(f func([]uint64)) error { return c.visit(number, p, f) }
	if size := records * words; size <= c.room/2 {
		parts, err := c.load(number, p, size)
		if err != nil {
			return err
		}
		all = func(f func([]uint64)) error {
			for _, part := range parts {
				f(part)
			}
			return nil
		}
	}
	return c.duplicates(number, records, all)
}

// duplicates finds those among the records that all goes through, twice. What it
// needs depends on how many records differ, which it cannot know: so it begins
// with all, and when the table gets too large, starts again with half of the
// hashes, and so on.
func (c *comparer) duplicates(number, records int, all func(func([]uint64)) error) error {
	words := c.kinds.words[number]
	for pass, passes := 0, 1; pass < passes; {
		c.filter.reset(min(records/passes, c.room/4))                  // takes a word for each, at most
		c.table.reset(words, min(records/passes, c.room/(words+1))/16) // far below the limit
		c.table.limit = max(c.room/4, 4*fewSlots*(words+1))
		err := all(func(part []uint64) { c.filter.addAll(c.share(part, words, pass, passes), words) })
		if err != nil {
			return err
		}
		full := false
		err = all(func(part []uint64) {
			if full = full || c.table.over() && passes < mostPasses; !full {
				c.count(c.share(part, words, pass, passes), words)
			}
		})
		if err != nil {
			return err
		}
		if full || c.table.over() && passes < mostPasses {
			pass, passes = 2*pass, 2*passes
			continue
		}
		c.take(number)
		pass++
	}
	return nil
}

// mostPasses bounds the work where splitting does not help: records that differ,
// but were made to have one hash.
const mostPasses = 1 << 16

// load returns all records of a partition, which are size words; those in memory
// stay in their place.
func (c *comparer) load(number, p, size int) ([][]uint64, error) {
	c.parts, c.loaded = c.parts[:0], c.loaded[:0]
	for _, r := range c.readers {
		s := r.stores[number]
		if s == nil {
			continue
		}
		c.parts = s.parts(r.arena, p, c.parts)
		err := c.fromFile(r, s, p, func(part []uint64) {
			c.loaded = append(slices.Grow(c.loaded, size-len(c.loaded)), part...)
		})
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
	if passes == 1 {
		return part
	}
	c.shared = c.shared[:0]
	for ; len(part) >= words; part = part[words:] {
		h := part[0]
		if c.kinds.grouped() {
			h = c.kinds.groupHash(plainID(part[:words]))
		}
		if hi, _ := bits.Mul64(h<<partitionBits, uint64(passes)); hi == uint64(pass) {
			c.shared = append(c.shared, part[:words]...)
		}
	}
	return c.shared
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
			if k := c.kinds.ofRecord(number, id, tag); c.kind == nil || k != c.last {
				c.kind, c.last = c.kinds.get(k), k // which takes a lock
			}
			c.found.add(c.kind, id, int64(n))
		}
	})
}
