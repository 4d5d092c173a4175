package check

import (
	"maps"
	"slices"
)

// Memory for what is counted apart must have an end: past these many different
// seconds or workers of one kind the report says that there are more.
const (
	maxSeconds = 1_000_000 // 11 days and a half without a gap
	maxWorkers = 1 << 16
)

// counts has how many identifiers each second has, for up to maxSeconds seconds.
// They are a table of records of one word, the mixed second.
type counts struct {
	table table
	over  bool
}

func (c *counts) add(second int64, n int64) {
	if c.over {
		return
	}
	if c.table.slots == nil {
		c.table.reset(1, 0)
	}
	record := [1]uint64{mix(uint64(second))}
	c.table.add(record[:], uint64(n))
	if c.table.used > maxSeconds {
		c.table, c.over = table{}, true
	}
}

func (c *counts) merge(o *counts) {
	if c.over = c.over || o.over; c.over {
		c.table = table{}
	}
	o.table.each(func(record []uint64, n uint64) { c.add(int64(unmix(record[0])), int64(n)) })
}

// peak returns the fullest second, the earliest of several; ok is false where
// there were too many seconds, or none.
func (c *counts) peak() (second, n int64, ok bool) {
	c.table.each(func(record []uint64, count uint64) {
		at, k := int64(unmix(record[0])), int64(count)
		if k > n || k == n && at < second {
			second, n = at, k
		}
	})
	return second, n, n > 0
}

// workerSet is the set of up to maxWorkers workers.
type workerSet struct {
	seen map[uint64]struct{}
	last uint64 // the one before, which is often the next
	over bool
}

func (w *workerSet) add(worker uint64) {
	switch {
	case w.over || worker == w.last && w.seen != nil:
		return
	case w.seen == nil:
		w.seen = map[uint64]struct{}{}
	}
	w.last = worker
	w.seen[worker] = struct{}{}
	if len(w.seen) > maxWorkers {
		w.seen, w.over = nil, true
	}
}

func (w *workerSet) merge(o *workerSet) {
	if w.over = w.over || o.over; w.over {
		w.seen = nil
	}
	for worker := range o.seen {
		w.add(worker)
	}
}

// lowest returns the lowest workers, at most n.
func (w *workerSet) lowest(n int) []uint64 {
	all := slices.Sorted(maps.Keys(w.seen))
	return all[:min(n, len(all))]
}
