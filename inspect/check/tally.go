package check

import (
	"time"

	"idscope/gen"
)

// A tally is what one goroutine counts of one kind. What depends on the order of
// lines is counted for the block of lines at hand, and taken from here at its
// end: see order.go.
type tally struct {
	kind  *kind
	plain bool // the declaration finds neither time nor worker
	now   time.Time
	ids   int64

	inBlock   bool // the block has an identifier of the kind
	first     gen.ID
	firstLine int64
	last      gen.ID
	descents  int64 // identifiers below the one before

	times   spread
	workers workerSet
}

// count counts an identifier: its place in the order, its time and its worker.
func (t *tally) count(id gen.ID, line int64) {
	t.ids++
	if !t.inBlock {
		t.inBlock, t.first, t.firstLine = true, id, line
	} else if id.Cmp(t.last) < 0 {
		t.descents++
	}
	t.last = id
	t.countFields(id)
}

// countFields counts the time and the worker that the declaration finds in id.
func (t *tally) countFields(id gen.ID) {
	if c := t.kind.clock; c != nil {
		t.times.addTick(c, c.ticks(id))
	}
	if c := t.kind.worker; c != nil {
		t.workers.add(c.Source(id, gen.Worker).Lo)
	}
}

// countClass counts what a Classifier found.
func (t *tally) countClass(c Class) {
	if t.kind.clock == nil && !c.Time.IsZero() {
		t.times.addTime(c.Time, t.now)
	}
	if t.kind.worker == nil && c.HasWorker {
		t.workers.add(c.Worker)
	}
}

// A spread is over which time identifiers are spread, and how densely.
type spread struct {
	ids         int64
	first, last time.Time // of those that a Classifier told
	future      int64

	low, high uint64 // ticks, of those that a clock read
	ticks     int64  // how many those are

	start, length uint64 // the ticks of the second at hand
	second        int64  // that second, Unix
	run           int64  // identifiers of it that perSecond does not have yet
	perSecond     counts
}

// addTick counts an identifier of a tick.
func (s *spread) addTick(c *clock, tick uint64) {
	if s.ticks == 0 {
		s.low, s.high = tick, tick
	}
	s.ticks++
	s.low, s.high = min(s.low, tick), max(s.high, tick)
	if tick > c.now {
		s.future++
	}
	if tick-s.start < s.length {
		s.run++
		return
	}
	s.flush()
	s.second, s.start, s.length = c.second(tick)
	s.run = 1
}

// addTime counts an identifier of a time; a zero now has no future.
func (s *spread) addTime(at, now time.Time) {
	if s.ids == 0 || at.Before(s.first) {
		s.first = at
	}
	if s.ids == 0 || at.After(s.last) {
		s.last = at
	}
	if !now.IsZero() && at.After(now) {
		s.future++
	}
	s.ids++
	s.perSecond.add(at.Unix(), 1)
}

func (s *spread) flush() {
	if s.run > 0 {
		s.perSecond.add(s.second, s.run)
		s.run = 0
	}
}

// merge adds what another goroutine counted of the same kind.
func (s *spread) merge(o *spread) {
	s.flush()
	o.flush()
	if o.ticks > 0 {
		if s.ticks == 0 {
			s.low, s.high = o.low, o.high
		}
		s.low, s.high = min(s.low, o.low), max(s.high, o.high)
		s.ticks += o.ticks
	}
	if o.ids > 0 {
		if s.ids == 0 || o.first.Before(s.first) {
			s.first = o.first
		}
		if s.ids == 0 || o.last.After(s.last) {
			s.last = o.last
		}
		s.ids += o.ids
	}
	s.future += o.future
	s.perSecond.merge(&o.perSecond)
}

// bounds returns the first and the last time; ok is false if there is none. Times
// that a Classifier told count only where no clock reads the kind, so there is
// one of the two.
func (s *spread) bounds(c *clock) (first, last time.Time, ok bool) {
	if s.ticks > 0 {
		return c.time(s.low), c.time(s.high), true
	}
	return s.first, s.last, s.ids > 0
}
