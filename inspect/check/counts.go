package check

import (
	"maps"
	"slices"
)

// Memory for what is counted apart must have an end: past these many different
// seconds or workers of one kind the report says that there are more.
const (
	maxSeconds = 1 << 20 // 12 days without a gap
	maxWorkers = 1 << 16
)

// counts has how many identifiers each second has, for up to maxSeconds seconds.
type counts struct {
	n    map[int64]int64
	over bool
}

func (c *counts) add(second, n int64) {
	switch {
	case c.over:
		return
	case c.n == nil:
		c.n = map[int64]int64{}
	}
	c.n[second] += n
	if len(c.n) > maxSeconds {
		c.n, c.over = nil, true
	}
}

func (c *counts) merge(o *counts) {
	if c.over = c.over || o.over; c.over {
		c.n = nil
	}
	for second, n := range o.n {
		c.add(second, n)
	}
}

// peak returns the fullest second, the earliest of several; ok is false where
// there were too many seconds, or none.
func (c *counts) peak() (second, n int64, ok bool) {
	for at, k := range c.n {
		if k > n || k == n && at < second {
			second, n = at, k
		}
	}
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
