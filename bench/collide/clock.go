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
	now  int64     // true time
	segs []segment // in order of time
	kill int64     // the next end of the process: sleepers are woken by it
}

// segment is a part of the true time in which the reading goes on evenly.
type segment struct {
	from   int64 // true time
	offset int64 // reading minus true time; of a frozen clock the reading
	frozen bool
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
			events = append(events, f, Fault{Kind: thaw, At: f.At + f.Shift})
		}
	}
	slices.SortStableFunc(events, byTime)
	c := &clock{kill: never, segs: []segment{{from: math.MinInt64, offset: offset}}}
	frozen, still := 0, int64(0)
	for _, e := range events {
		switch e.Kind {
		case Step:
			offset, still = offset+int64(e.Shift), still+int64(e.Shift)
		case Freeze:
			if frozen++; frozen == 1 {
				still = int64(e.At) + offset
			}
		case thaw:
			frozen--
		}
		s := segment{from: int64(e.At), offset: offset}
		if frozen > 0 {
			s.offset, s.frozen = still, true
		}
		c.segs = append(c.segs, s)
	}
	return c
}

func (s *segment) read(t int64) int64 {
	if s.frozen {
		return s.offset
	}
	return t + s.offset
}

// segment is the index of the one that holds a true time.
func (c *clock) segment(t int64) int {
	i := len(c.segs) - 1
	for i > 0 && c.segs[i].from > t {
		i--
	}
	return i
}

// reading is what the clock says.
func (c *clock) reading() int64 { return c.readingAt(c.now) }

// readingAt is what it said or will say at true time t.
func (c *clock) readingAt(t int64) int64 { return c.segs[c.segment(t)].read(t) }

// end is the true time at which a segment ends.
func (c *clock) end(i int) int64 {
	if i+1 < len(c.segs) {
		return c.segs[i+1].from
	}
	return never
}

// lowest is the lowest reading that is still to come.
func (c *clock) lowest() int64 {
	low := c.reading()
	for _, s := range c.segs[c.segment(c.now)+1:] {
		low = min(low, s.read(s.from))
	}
	return low
}

// when is the first true time, from now on, at which the clock reads r or more.
func (c *clock) when(r int64) int64 {
	for i := c.segment(c.now); i < len(c.segs); i++ {
		s := &c.segs[i]
		from := max(s.from, c.now)
		if s.read(from) >= r {
			return from
		}
		if !s.frozen && r-s.offset < c.end(i) {
			return r - s.offset
		}
	}
	return never
}

// sleep moves on to true time t, or to the end of the process.
func (c *clock) sleep(t int64) error {
	if c.kill < t {
		c.now = max(c.kill, c.now)
		return errKilled
	}
	c.now = t
	return nil
}

// timeline converts between readings, in nanoseconds since the start, and ticks of
// a scheme; of one without a time there is tick 0 alone.
type timeline struct {
	gen.Timeline
	start time.Time
	timed bool
}

// tick is the tick of a reading.
func (t *timeline) tick(reading int64) (tick uint64) {
	if t.timed {
		tick, _ = t.Tick(t.start.Add(time.Duration(reading)))
	}
	return tick
}

// reading is the first reading of a tick.
func (t *timeline) reading(tick uint64) int64 { return int64(t.Time(tick).Sub(t.start)) }
