package gen

import "time"

// longWait is from how long on a wait is announced.
const longWait = 2 * time.Second

// durable is how far ahead of its last tick a record begins after a loss of power
// (package worker makes ticks durable for so long).
const durable = 3 * time.Second

// patience bounds one call's waiting. For a clock that went back the bound is
// the longest wait of the policy. For a used-up sequence there is no bound as
// long as the clock runs, for other processes may take the ticks that come; but
// a clock that stands still, or that would have to run for longer than any
// default lead and what a restart of the machine adds, is not waited for.
type patience struct {
	back   time.Duration // slept for a clock that went back
	still  time.Duration // slept since the clock last made progress
	latest time.Time
	frozen bool
}

// next returns how long to sleep, or false when the wait is not worth while.
func (p *patience) next(g *Generator, stop halt, now time.Time) (time.Duration, bool) {
	d := g.line.Time(stop.until).Sub(now)
	if d <= 0 { // the wall clock has more digits than the tick
		d = time.Microsecond
	}
	if stop.reason == ErrBackward {
		p.back += d
		return d, p.back <= g.maxWait
	}
	limit := 2 * max(time.Second, 2*g.scheme.Tick)
	if now.After(p.latest) {
		p.latest, p.still = now, 0
	} else if p.still > limit {
		p.frozen = true
		return 0, false
	}
	p.still += d
	return d, d <= max(limit, g.reach)
}

// reason is the halt to report when next gave up.
func (p *patience) reason(stop halt) halt {
	if p.frozen {
		stop.reason = ErrStalled
	}
	return stop
}
