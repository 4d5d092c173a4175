package gen

import (
	"math"
	"math/bits"
	"sync/atomic"
	"time"
)

// tickClock reads the machine's clock in ticks, for half the price of time.Now: it
// adds what the monotonic clock says to a wall-clock time that it took at most
// [anchorFor] ago. So a step of the wall clock is seen at most that much later.
//
// Identifiers stay unique whatever it says: the sequencer never uses a (tick,
// sequence) pair twice, and only compares what it is told with what it was told
// before. A step back that is seen 10 ms late is refused, waited out or carried
// on as the policy says, 10 ms late; the identifiers made meanwhile have ticks
// above all that went before. Where several processes share a ledger each has to
// see the clock of the others' identifiers: there every reading is time.Now.
//
// The wall clock is slewed against the monotonic one by up to 500 us a second: at
// a new anchor it may be some us behind what was said before. That is no step:
// it stands still until the clock has caught up.
type tickClock struct {
	line Timeline
	per  uint64 // 2^64 / line.tick, rounded up: to divide by a product; 0 is too coarse
	at   atomic.Pointer[anchor]
}

// anchor is a reading of the wall clock, and never changes.
type anchor struct {
	base  time.Time // for the monotonic clock
	wall  time.Time // what the wall clock said then
	tick  uint64    // whole ticks at base
	rest  uint64    // and nanoseconds beyond
	floor uint64    // no reading is less, for what was said before
}

const (
	anchorFor = 10 * time.Millisecond
	slewed    = time.Millisecond // a wall clock that is behind by more was stepped
)

// newTickClock returns nil for timelines whose ticks are not plain multiples.
func newTickClock(line Timeline) *tickClock {
	if line.digit.Base > 0 || line.tick<<line.fraction>>line.fraction != line.tick || line.fraction > 16 {
		return nil
	}
	t := &tickClock{line: line}
	if line.tick > 1 && line.tick < 1<<26 { // exact for what is divided, less than 2^37
		t.per = math.MaxUint64/line.tick + 1
	}
	return t
}

// read returns the tick of now; ok is false before the epoch.
func (t *tickClock) read() (tick uint64, ok bool) {
	if a := t.at.Load(); a != nil {
		if d := time.Since(a.base); d < anchorFor && d >= 0 {
			return t.tick(a, d), true
		}
	}
	return t.renew(time.Now())
}

func (t *tickClock) tick(a *anchor, d time.Duration) uint64 {
	n := (a.rest + uint64(d)) << t.line.fraction
	ticks, _ := bits.Mul64(n, t.per)
	if t.per == 0 || n>>37 != 0 {
		ticks = n / t.line.tick
	}
	return max(a.floor, a.tick+ticks)
}

// renew takes a new anchor at now.
func (t *tickClock) renew(now time.Time) (tick uint64, ok bool) {
	whole := t.line
	whole.fraction = 0
	n, ok := whole.Tick(now)
	if !ok || n>>(63-t.line.fraction) != 0 || t.line.tick > 1<<40 {
		t.at.Store(nil)
		return t.line.Tick(now)
	}
	a := &anchor{base: now, wall: now.Round(0), tick: n << t.line.fraction, rest: uint64(now.Sub(whole.Time(n)))}
	if old := t.at.Load(); old != nil {
		if d := now.Sub(old.base); d >= 0 { // by the monotonic clock
			if ahead := old.wall.Add(d).Sub(a.wall); ahead > 0 && ahead < slewed {
				a.floor = t.tick(old, d)
			}
		}
	}
	t.at.Store(a)
	return t.tick(a, 0), true
}
