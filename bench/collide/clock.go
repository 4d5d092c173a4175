package collide

import (
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
		return errRefused
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

// arrivals are the true times at which ids are asked for: evenly spaced,
// or a Poisson process. Times are nanoseconds since the start.
type arrivals struct {
	rng  *rand.Rand // nil for even spacing
	mean float64    // nanoseconds between two
	left uint64     // how many more there may be
	end  int64      // no arrival at this time or later
	next int64      // the next arrival, or in bulk the time up to which all are drawn

	number, share float64 // of the next even one, counted from 0; of a gap before the first
	bulk          bool    // so many in a tick that they are counted, not timed
}

// newArrivals returns the arrivals of one node. Share is the place of the node
// among the others, 0 to 1: evenly spaced nodes take turns. A tick is the length
// for which arrivals need not be told apart, in nanoseconds.
func newArrivals(rate float64, left uint64, end int64, share float64, tick float64, rng *rand.Rand) arrivals {
	a := arrivals{rng: rng, mean: 1 / rate, left: left, end: end, share: share, bulk: rng != nil && rate*tick >= 0.5}
	switch {
	case rng == nil:
		a.next = a.at(0)
	case !a.bulk:
		a.next = after(0, rng.ExpFloat64()*a.mean)
	}
	return a
}

// at is the time of an even arrival. It is a product, so that 10^10 of them do not drift.
func (a *arrivals) at(number float64) int64 { return after(0, (number+a.share)*a.mean) }

// after adds a gap, without overflow.
func after(t int64, gap float64) int64 {
	if gap >= float64(never-t) {
		return never
	}
	return t + int64(gap)
}

// peek is the time of the next arrival, in bulk the earliest that it may have;
// never where there is none.
func (a *arrivals) peek() int64 {
	if a.left == 0 || a.next >= a.end {
		return never
	}
	return a.next
}

// pop takes the arrivals before time t and returns how many they are.
func (a *arrivals) pop(t int64) (n uint64) {
	t = min(t, a.end)
	if a.left == 0 || a.next >= t {
		return 0
	}
	switch {
	case a.rng == nil:
		n = a.even(t)
	case a.bulk:
		n, a.next = min(a.left, poisson(a.rng, float64(t-a.next)/a.mean)), t
	default:
		for n < a.left && a.next < t {
			n++
			a.next = after(a.next, a.rng.ExpFloat64()*a.mean)
		}
	}
	a.left -= n
	return n
}

// even takes the evenly spaced arrivals before t.
func (a *arrivals) even(t int64) (n uint64) {
	if many := float64(t-a.next) / a.mean; many > 2 { // the estimate may be one too many
		n = uint64(min(many, float64(a.left))) - 1
	}
	for a.next = a.at(a.number + float64(n)); n < a.left && a.next < t; a.next = a.at(a.number + float64(n)) {
		n++
	}
	a.number += float64(n)
	return n
}

// poisson draws a Poisson number: by inversion where the mean is small, else by transformed rejection (W.
// Hormann, The transformed rejection method for generating Poisson random variables, 1993,
// algorithm PTRS).
func poisson(rng *rand.Rand, mean float64) (n uint64) {
	if mean < 10 {
		none := math.Exp(-mean)
		u := rng.Float64() - none
		for p := none; u >= 0 && p > 0; u -= p {
			n++
			p *= mean / float64(n)
		}
		return n
	}
	root, logMean := math.Sqrt(mean), math.Log(mean)
	b := 0.931 + 2.53*root
	a := -0.059 + 0.02483*b
	inverse := 1.1239 + 1.1328/(b-3.4)
	vr := 0.9277 - 3.6224/(b-2)
	for {
		u, v := rng.Float64()-0.5, rng.Float64()
		us := 0.5 - math.Abs(u)
		k := math.Floor((2*a/us+b)*u + mean + 0.43)
		if us >= 0.07 && v <= vr {
			return uint64(k)
		}
		if k < 0 || us < 0.013 && v > us {
			continue
		}
		lg, _ := math.Lgamma(k + 1)
		if math.Log(v)+math.Log(inverse)-math.Log(a/(us*us)+b) <= -mean+k*logMean-lg {
			return uint64(k)
		}
	}
}
