package check

import (
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"time"

	"idscope/gen"
	"idscope/gen/quantity"
)

// A tally is what one goroutine counts of one kind. What depends on the order of
// lines is of the chunk at hand, and taken from here at its end: see order.go.
type tally struct {
	kind    *kind
	now     time.Time
	store   *store
	tag     uint64 // that its records have in the store
	passage passage
	times   spread
	workers workerSet
}

// count counts an identifier: its place in the order, its time and its worker.
func (t *tally) count(id gen.ID, line int64) {
	p := &t.passage
	p.ids++
	if p.firstLine == 0 {
		p.first, p.firstLine, p.last = id, line, id
	}
	// No branch on the order: random bits make it 50:50.
	_, below := bits.Sub64(id.Lo, p.last.Lo, 0)
	_, below = bits.Sub64(id.Mid, p.last.Mid, below)
	_, below = bits.Sub64(id.Hi, p.last.Hi, below)
	if p.descents += int64(below); len(p.found) < most && below != 0 {
		p.found = append(p.found, descent{line, id, p.last})
	}
	p.last = id
	if c := t.kind.clock; c != nil {
		t.times.addTick(c, c.ticks(id))
	}
	if c := t.kind.worker; c != nil {
		t.workers.add(c.Source(id, gen.Worker).Lo)
	}
}

// countClass counts what a Classifier found, where the declaration did not.
func (t *tally) countClass(c *Class) {
	if t.kind.clock == nil && !c.Time.IsZero() {
		t.times.addTime(c.Time, t.now)
	}
	if t.kind.worker == nil && c.HasWorker {
		t.workers.add(c.Worker)
	}
}

// merge adds what another goroutine counted of the same kind.
func (t *tally) merge(o *tally) {
	t.times.merge(&o.times)
	t.workers.merge(&o.workers)
}

// Memory for what is counted apart must have an end: past these many different
// seconds or workers of one kind the report says that there are more.
const (
	maxSeconds = 1_000_000 // 11 days and a half without a gap
	maxWorkers = 1 << 16
)

// A spread is over which time identifiers are spread, and how densely.
type spread struct {
	ids, future int64
	first, last time.Time // of those that a Classifier told
	low, high   uint64    // ticks, of those that a clock read

	start, length uint64 // the ticks of the second at hand
	second        int64  // that second, Unix
	run           int64  // identifiers of it that perSecond does not have yet
	perSecond     map[int64]int64
	over          bool // there are too many seconds
}

// addTick counts an identifier of a tick.
func (s *spread) addTick(c *clock, tick uint64) {
	if s.ids == 0 {
		s.low, s.high = tick, tick
	}
	s.ids++
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
	s.widen(at, at)
	if !now.IsZero() && at.After(now) {
		s.future++
	}
	s.ids++
	s.addSecond(at.Unix(), 1)
}

func (s *spread) widen(first, last time.Time) {
	if s.ids == 0 || first.Before(s.first) {
		s.first = first
	}
	if s.ids == 0 || last.After(s.last) {
		s.last = last
	}
}

func (s *spread) flush() {
	if s.run > 0 {
		s.addSecond(s.second, s.run)
		s.run = 0
	}
}

func (s *spread) addSecond(second, n int64) {
	if s.over {
		return
	}
	if s.perSecond == nil {
		s.perSecond = map[int64]int64{}
	}
	s.perSecond[second] += n
	if len(s.perSecond) > maxSeconds {
		s.perSecond, s.over = nil, true
	}
}

// merge adds what another goroutine counted of the same kind. Times that a
// Classifier told count only where no clock reads the kind, so there is one of the
// two.
func (s *spread) merge(o *spread) {
	s.flush()
	o.flush()
	if o.ids == 0 {
		return
	}
	if s.ids == 0 {
		s.low, s.high = o.low, o.high
	}
	s.low, s.high = min(s.low, o.low), max(s.high, o.high)
	s.widen(o.first, o.last)
	s.ids += o.ids
	s.future += o.future
	if s.over = s.over || o.over; s.over {
		s.perSecond = nil
	}
	for second, n := range o.perSecond {
		s.addSecond(second, n)
	}
}

// span is what the report says; nil where there are no times.
func (s *spread) span(c *clock) *Span {
	if s.ids == 0 {
		return nil
	}
	out := &Span{IDs: s.ids, First: quantity.Exactly(s.first), Last: quantity.Exactly(s.last), Future: s.future}
	if c != nil {
		out.First, out.Last = quantity.Exactly(c.time(s.low)), quantity.Exactly(c.time(s.high))
	}
	out.PerSecond = out.rate()
	var at int64
	for second, n := range s.perSecond {
		if n > out.Peak || n == out.Peak && second < at {
			at, out.Peak = second, n
		}
	}
	if out.Peak > 0 {
		out.PeakAt = quantity.Exactly(time.Unix(at, 0).UTC())
	}
	return out
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

// workers is what the report says; nil where there are none.
func (w *workerSet) workers() *Workers {
	switch {
	case w.over:
		return &Workers{Count: maxWorkers, More: true, Lowest: []string{}}
	case len(w.seen) == 0:
		return nil
	}
	all := slices.Sorted(maps.Keys(w.seen))
	out := &Workers{Count: len(all)}
	for _, n := range all[:min(mostWorkers, len(all))] {
		out.Lowest = append(out.Lowest, strconv.FormatUint(n, 10))
	}
	return out
}

// A clock reads times from the identifiers of a declared scheme. It counts in
// whole ticks: binary fractions of a tick, which other makers of UUIDv7 fill
// with random bits, are left out.
type clock struct {
	codec     *gen.Codec
	line      gen.Timeline
	fraction  uint
	now       uint64 // the last tick that is not in the future
	since     uint64 // the first one that is plausible
	latest    uint64 // and the last one
	length    uint64 // of a tick, in nanoseconds
	perSecond uint64 // ticks of a second; 0 where a second is not a number of them
}

func newClock(s *gen.Scheme, codec *gen.Codec, now time.Time) *clock {
	c := &clock{
		codec: codec, line: s.Timeline(), fraction: uint(s.Fraction), now: ^uint64(0), latest: ^uint64(0),
		length: uint64(s.Tick),
	}
	if c.length > 0 && 1e9%c.length == 0 && uint64(s.Epoch.Nanosecond())%c.length == 0 && s.Digit.Base == 0 {
		c.perSecond = 1e9 / c.length
	}
	tick := func(at time.Time) uint64 {
		tick, _ := c.line.Tick(at) // 0 before the epoch: then all but its first tick is in the future
		return tick >> c.fraction
	}
	if c.since = tick(s.Since); !now.IsZero() {
		c.now, c.latest = tick(now), tick(now.AddDate(1, 0, 0)) // of clocks that are ahead the report says so
	}
	return c
}

// ticks returns the whole ticks since the epoch.
func (c *clock) ticks(id gen.ID) uint64 { return c.codec.Source(id, gen.Time).Lo >> c.fraction }

// time is the start of a tick.
func (c *clock) time(tick uint64) time.Time { return c.line.Time(tick << c.fraction) }

// second returns the Unix second of a tick, and which ticks that has: n from start on,
// which may wrap below the epoch. Where a second is no number of ticks it is this one.
func (c *clock) second(tick uint64) (second int64, start, n uint64) {
	at := c.time(tick)
	if c.perSecond == 0 {
		return at.Unix(), tick, 1
	}
	return at.Unix(), tick - uint64(at.Nanosecond())/c.length, c.perSecond
}
