package collide

import (
	"errors"
	"sort"
)

// errForgotten says that a count is not exact: an identifier fell into ticks of
// which it was believed that no clock can enter them again.
var errForgotten = errors.New("a tick was entered again after it was forgotten: the count would not be exact")

// lane holds what was made under one worker number and rollback count, as
// intervals of positions: tick and sequence as one number. Pages of it are
// dropped when no clock can enter them again.
type lane struct {
	bits  uint // of a position within a page
	pages map[uint64]*page
	last  *page
	spare *spares

	duplicates, pairs uint64
	floor             uint64 // pages below are forgotten
}

// page is a part of a lane; its intervals are in order and do not overlap.
type page struct {
	index     uint64
	intervals []interval
}

// interval says that the positions a to b of a page were made m times.
type interval struct{ a, b, m uint32 }

// spares are pages to use again, and how many intervals all lanes have room for.
type spares struct {
	free []*page
	held int64 // bytes
}

// What things take, in bytes: a page with its entry in a map of pages.
const (
	intervalSize = 12
	pageSize     = 100
)

// insert adds the positions a to b.
func (l *lane) insert(a, b uint64) error {
	if p := l.last; p != nil && p.index == a>>(l.bits&63) && p.index == b>>(l.bits&63) { // nearly always
		low := p.index << (l.bits & 63)
		if n := len(p.intervals); n > 0 && n < cap(p.intervals) && uint32(a-low) > p.intervals[n-1].b+1 {
			p.intervals = append(p.intervals, interval{uint32(a - low), uint32(b - low), 1})
			return nil
		}
		l.add(p, uint32(a-low), uint32(b-low))
		return nil
	}
	for {
		index := a >> l.bits
		end := min(b, index<<l.bits|(1<<l.bits-1))
		if l.last == nil || l.last.index != index {
			if index < l.floor {
				return errForgotten
			}
			l.last = l.page(index)
		}
		mask := uint64(1)<<l.bits - 1
		l.add(l.last, uint32(a&mask), uint32(end&mask))
		if end == b {
			return nil
		}
		a = end + 1
	}
}

func (l *lane) page(index uint64) *page {
	if p := l.pages[index]; p != nil {
		return p
	}
	var p *page
	if n := len(l.spare.free); n > 0 {
		p, l.spare.free = l.spare.free[n-1], l.spare.free[:n-1]
	} else {
		p = new(page)
		l.spare.held += pageSize
	}
	p.index = index
	l.pages[index] = p
	return p
}

func (l *lane) add(p *page, a, b uint32) {
	n := len(p.intervals)
	if n == 0 || a > p.intervals[n-1].b {
		if n > 0 && p.intervals[n-1].m == 1 && p.intervals[n-1].b+1 == a {
			p.intervals[n-1].b = b
			return
		}
		before := cap(p.intervals)
		p.intervals = append(p.intervals, interval{a, b, 1})
		l.spare.held += int64(cap(p.intervals)-before) * intervalSize
		return
	}
	l.merge(p, a, b)
}

// merge adds an interval that does not lie behind all others.
func (l *lane) merge(p *page, a, b uint32) {
	from := sort.Search(len(p.intervals), func(i int) bool { return p.intervals[i].b >= a })
	to := from
	var fresh []interval
	for ; to < len(p.intervals) && p.intervals[to].a <= b; to++ {
		s := p.intervals[to]
		if a < s.a {
			fresh = append(fresh, interval{a, s.a - 1, 1})
			a = s.a
		} else if s.a < a {
			fresh = append(fresh, interval{s.a, a - 1, s.m})
		}
		end := min(b, s.b)
		met := uint64(end-a) + 1
		l.duplicates += met
		l.pairs += met * uint64(s.m)
		fresh = append(fresh, interval{a, end, s.m + 1})
		if end < s.b {
			fresh = append(fresh, interval{end + 1, s.b, s.m})
		}
		if end == b {
			to++
			l.splice(p, from, to, fresh)
			return
		}
		a = end + 1
	}
	l.splice(p, from, to, append(fresh, interval{a, b, 1}))
}

// splice replaces intervals, and joins the new ones where they continue each other.
func (l *lane) splice(p *page, from, to int, fresh []interval) {
	if from > 0 {
		from--
		fresh = append([]interval{p.intervals[from]}, fresh...)
	}
	if to < len(p.intervals) {
		fresh = append(fresh, p.intervals[to])
		to++
	}
	n := 0
	for _, s := range fresh[1:] {
		if last := &fresh[n]; last.b+1 == s.a && last.m == s.m {
			last.b = s.b
			continue
		}
		n++
		fresh[n] = s
	}
	fresh = fresh[:n+1]
	before := cap(p.intervals)
	switch d := len(fresh) - (to - from); {
	case d > 0:
		old := len(p.intervals)
		for range d {
			p.intervals = append(p.intervals, interval{})
		}
		copy(p.intervals[to+d:], p.intervals[to:old])
	case d < 0:
		copy(p.intervals[to+d:], p.intervals[to:])
		p.intervals = p.intervals[:len(p.intervals)+d]
	}
	copy(p.intervals[from:], fresh)
	l.spare.held += int64(cap(p.intervals)-before) * intervalSize
}

// forget drops the pages that lie wholly below a position.
func (l *lane) forget(below uint64) {
	floor := below >> l.bits
	if floor <= l.floor {
		return
	}
	l.floor = floor
	for index, p := range l.pages {
		if index < floor {
			delete(l.pages, index)
			if l.last == p {
				l.last = nil
			}
			p.intervals = p.intervals[:0]
			l.spare.free = append(l.spare.free, p)
		}
	}
}

// full refuses to hold more than seven eighths of the memory: the rest is for what the
// program takes besides.
func full(held, memory int64) error {
	if held > memory/8*7 {
		return &FullError{memory}
	}
	return nil
}

// FullError says that what can still collide does not fit the memory.
type FullError struct{ Memory int64 }

// Error names the limit.
func (e *FullError) Error() string {
	return "the ticks that a clock can still enter again do not fit the memory; want a shorter step back, fewer " +
		"nodes, a lower rate, or more memory"
}
