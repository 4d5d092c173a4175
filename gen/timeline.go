package gen

import (
	"math/bits"
	"time"
)

// Timeline converts between instants and ticks since an epoch, exactly for every time.Time and every uint64: seconds
// and nanoseconds stay apart, products have 128 bits, so neither 1582 nor 10889 overflows.
type Timeline struct {
	sec, nsec int64  // of the epoch, Unix
	tick      uint64 // nanoseconds
	fraction  uint   // low bits of a tick count that are binary fractions of tick
	digit     Digit
}

// NewTimeline returns the timeline of an epoch and a tick of at least 1 ns. The lowest fraction bits of a tick count
// are binary fractions of the tick (RFC 9562 section 6.2, method 3).
func NewTimeline(epoch time.Time, tick time.Duration, fraction int) Timeline {
	return Timeline{sec: epoch.Unix(), nsec: int64(epoch.Nanosecond()), tick: uint64(tick), fraction: uint(fraction)}
}

// Tick returns the tick that holds the instant. Before the epoch ok is false, and past the last tick of 64 bits the
// result is that last tick.
func (t Timeline) Tick(at time.Time) (tick uint64, ok bool) {
	sec, nsec := at.Unix()-t.sec, int64(at.Nanosecond())-t.nsec
	if nsec < 0 {
		sec, nsec = sec-1, nsec+1e9
	}
	if sec < 0 {
		return 0, false
	}
	hi, lo := bits.Mul64(uint64(sec), 1e9)
	lo, carry := bits.Add64(lo, uint64(nsec), 0)
	hi += carry
	past := hi >> (64 - t.fraction) // by 64 bits nothing is left
	hi, lo = hi<<t.fraction|lo>>(64-t.fraction), lo<<t.fraction
	if past != 0 || hi >= t.tick {
		return ^uint64(0), true
	}
	quo, _ := bits.Div64(hi, lo, t.tick)
	if t.digit.Base > 0 {
		quo = t.digits(quo)
	}
	return quo, true
}

// digits writes a number of ticks in two digits. Of a lower digit that has fewer values than its base, the last covers
// the rest.
func (t Timeline) digits(ticks uint64) uint64 {
	return ticks/t.digit.Base<<t.digit.Bits | min(ticks%t.digit.Base, 1<<t.digit.Bits-1)
}

// lastSecond is the last Unix second that a time.Time holds: beyond it, it goes round.
const lastSecond = 1<<63 - 1 - 62135596800

// Time returns the first instant, in whole nanoseconds and UTC, of a tick: its Tick is that tick again. Beyond the last
// second of a time.Time it is the start of that second.
func (t Timeline) Time(tick uint64) time.Time {
	if t.digit.Base > 0 {
		tick = tick>>t.digit.Bits*t.digit.Base + tick&(1<<t.digit.Bits-1)
	}
	hi, lo := bits.Mul64(tick, t.tick)
	if t.fraction > 0 { // divide by 2^fraction, rounding up to a whole nanosecond
		round := uint64(1)<<t.fraction - 1
		var carry uint64
		lo, carry = bits.Add64(lo, round, 0)
		hi += carry
		hi, lo = hi>>t.fraction, hi<<(64-t.fraction)|lo>>t.fraction
	}
	if hi < 1e9 {
		if sec, nsec := bits.Div64(hi, lo, 1e9); sec < lastSecond-uint64(max(t.sec, 0)) {
			return time.Unix(t.sec+int64(sec), t.nsec+int64(nsec)).UTC()
		}
	}
	return time.Unix(lastSecond, 0).UTC()
}

// Ticks returns how many whole ticks a duration has; none for a negative one, and the most of 64 bits where they are
// more.
func (t Timeline) Ticks(d time.Duration) uint64 {
	if d <= 0 {
		return 0
	}
	hi, lo := uint64(d)>>(64-t.fraction), uint64(d)<<t.fraction
	if hi >= t.tick {
		return ^uint64(0)
	}
	quo, _ := bits.Div64(hi, lo, t.tick)
	return quo
}

// Span returns how long n ticks last; the longest duration where n is too many.
func (t Timeline) Span(n uint64) time.Duration {
	hi, lo := bits.Mul64(n, t.tick)
	lo = lo>>t.fraction | hi<<(64-t.fraction)
	if hi>>t.fraction != 0 || lo > 1<<63-1 {
		return 1<<63 - 1
	}
	return time.Duration(lo)
}

// Epoch is the instant of tick 0.
func (t Timeline) Epoch() time.Time { return time.Unix(t.sec, t.nsec).UTC() }
