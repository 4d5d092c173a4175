package collide

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"idscope/gen"
)

// clock is a node's clock. It lives on two lines, both in nanoseconds since the
// start: the true time, which only goes on, and what the clock reads then.
type clock struct {
	now  int64 // true time
	at   int   // segment of now
	segs []segment
	kill int64 // the next end of the process: sleepers are woken by it
}

// segment is a part of the true time in which the reading goes on evenly.
type segment struct {
	from   int64 // true time
	offset int64 // reading minus true time; of a frozen clock the reading
	frozen bool
	low    int64 // lowest reading from here on
}

const never = math.MaxInt64

// errKilled: the process ended while it slept.
var errKilled = errors.New("the process ended")

// newClock builds the clock of node i from the faults.
func newClock(faults []Fault, i int, rng *rand.Rand) *clock {
	var events []Fault
	offset := int64(0)
	for _, f := range faults {
		skew := int64(0)
		if f.Kind == Skew { // drawn for every node, so that a fault of one changes no other
			skew = rng.Int64N(2*int64(f.Shift)+1) - int64(f.Shift)
		}
		if !f.of(i) {
			continue
		}
		switch f.Kind {
		case Skew:
			offset += skew
		case Step:
			events = append(events, f)
		case Freeze:
			thaw := f
			thaw.At, thaw.Shift = f.At+f.Shift, -1
			events = append(events, f, thaw)
		}
	}
	slices.SortStableFunc(events, func(a, b Fault) int { return int(max(-1, min(1, a.At-b.At))) })
	c := &clock{kill: never, segs: []segment{{from: math.MinInt64, offset: offset}}}
	frozen, still := 0, int64(0)
	for _, e := range events {
		at := int64(e.At)
		switch {
		case e.Kind == Step:
			offset, still = offset+int64(e.Shift), still+int64(e.Shift)
		case e.Shift < 0:
			frozen--
		default:
			if frozen++; frozen == 1 {
				still = at + offset
			}
		}
		s := segment{from: at, offset: offset}
		if frozen > 0 {
			s.offset, s.frozen = still, true
		}
		c.segs = append(c.segs, s)
	}
	low := int64(never)
	for i := len(c.segs) - 1; i >= 0; i-- {
		s := &c.segs[i]
		if i > 0 {
			low = min(low, s.read(s.from))
		}
		s.low = low
	}
	return c
}

func (s *segment) read(t int64) int64 {
	if s.frozen {
		return s.offset
	}
	return t + s.offset
}

// set moves on to true time t, which is not before now.
func (c *clock) set(t int64) {
	c.now = t
	for c.at+1 < len(c.segs) && c.segs[c.at+1].from <= t {
		c.at++
	}
}

// reading is what the clock says.
func (c *clock) reading() int64 { return c.segs[c.at].read(c.now) }

// readingAt is what it said or will say at true time t.
func (c *clock) readingAt(t int64) int64 {
	i := len(c.segs) - 1
	for i > 0 && c.segs[i].from > t {
		i--
	}
	return c.segs[i].read(t)
}

// until is the end of the present segment.
func (c *clock) until() int64 {
	if c.at+1 < len(c.segs) {
		return c.segs[c.at+1].from
	}
	return never
}

// lowest is the lowest reading that is still to come.
func (c *clock) lowest() int64 {
	if c.at+1 < len(c.segs) {
		return min(c.reading(), c.segs[c.at+1].low)
	}
	return c.reading()
}

// when is the first true time, from now on, at which the clock reads r or more.
func (c *clock) when(r int64) int64 {
	for i := c.at; i < len(c.segs); i++ {
		s := &c.segs[i]
		from := max(s.from, c.now)
		if s.read(from) >= r {
			return from
		}
		end := int64(never)
		if i+1 < len(c.segs) {
			end = c.segs[i+1].from
		}
		if !s.frozen && r-s.offset < end {
			return r - s.offset
		}
	}
	return never
}

// sleep moves on to true time t, or to the end of the process.
func (c *clock) sleep(t int64) error {
	if c.kill < t {
		c.set(max(c.kill, c.now))
		return errKilled
	}
	c.set(t)
	return nil
}

// timeline converts between readings, in nanoseconds since the start, and ticks of
// a scheme.
type timeline struct {
	line  gen.Timeline
	start time.Time
	first uint64 // tick of reading 0
	into  int64  // how far reading 0 is into it
	step  int64  // length of a tick; 0 where it is no whole number of nanoseconds
}

func newTimeline(s *gen.Scheme, start time.Time) timeline {
	t := timeline{line: s.Timeline(), start: start}
	if s.Timed() {
		t.first, _ = t.line.Tick(start)
		t.into = int64(start.Sub(t.line.Time(t.first)))
		if s.Fraction == 0 {
			t.step = int64(s.Tick)
		}
	}
	return t
}

// tick is the tick of a reading.
func (t *timeline) tick(reading int64) uint64 {
	if t.step == 0 {
		tick, _ := t.line.Tick(t.start.Add(time.Duration(reading)))
		return tick
	}
	d := reading + t.into
	if d < 0 {
		return t.first - uint64((-d+t.step-1)/t.step)
	}
	return t.first + uint64(d)/uint64(t.step)
}

// reading is the first reading of a tick.
func (t *timeline) reading(tick uint64) int64 {
	if t.step == 0 {
		return int64(t.line.Time(tick).Sub(t.start))
	}
	return int64(tick-t.first)*t.step - t.into
}

func (t *timeline) span(n uint64) time.Duration  { return t.line.Span(n) }
func (t *timeline) ticks(d time.Duration) uint64 { return t.line.Ticks(d) }
