package sequence

import "time"

// Patience bounds the waiting of one call. For a clock that went back the bound is
// Most. For a used-up sequence there is no bound as long as the clock runs, for
// other processes may take the ticks that come; but a clock that is frozen, or
// that would have to run for longer than any default lead and what a restart of the
// machine adds, is not waited for.
type Patience struct {
	Most    time.Duration // longest wait for a clock that went back
	Tick    time.Duration // of the scheme
	Reach   time.Duration // how far ahead a record may begin
	Longest time.Duration // how far off the tick may be for which a used-up sequence waits; 0 is no other bound

	back   time.Duration // slept for a clock that went back
	still  time.Duration // slept since the clock last made progress
	latest time.Time
	Frozen bool // the clock does not move: the reason for which Next gave up
}

// Next returns how long to sleep for a halt whose tick comes in d by a clock that
// reads now; false where that is not worth while.
func (p *Patience) Next(reason error, d time.Duration, now time.Time) (time.Duration, bool) {
	if d <= 0 { // the clock has more digits than the tick
		d = time.Microsecond
	}
	if reason == ErrBackward {
		p.back += d
		return d, p.back <= p.Most
	}
	limit := 2 * max(time.Second, 2*p.Tick)
	if now.After(p.latest) {
		p.latest, p.still = now, 0
	} else if p.still > limit {
		p.Frozen = true
		return 0, false
	}
	p.still += d
	return d, d <= max(limit, p.Reach) && (p.Longest == 0 || d <= p.Longest)
}
