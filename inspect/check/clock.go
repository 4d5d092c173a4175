package check

import (
	"time"

	"idscope/gen"
	"idscope/inspect/numeral"
)

// A clock reads times from the identifiers of a declared scheme. It counts in
// whole ticks: binary fractions of a tick, which other makers of UUIDv7 fill
// with random bits, are left out.
type clock struct {
	tick     numeral.Extractor
	stamp    numeral.Stamp
	line     gen.Timeline
	fraction uint
	now      uint64 // the last tick that is not in the future
}

func newClock(s *gen.Scheme, codec *gen.Codec, now time.Time) *clock {
	c := &clock{
		tick: numeral.NewExtractor(codec, gen.Time), stamp: numeral.NewStamp(s, 9), line: s.Timeline(),
		fraction: uint(s.Fraction), now: ^uint64(0),
	}
	if !now.IsZero() {
		tick, _ := c.line.Tick(now) // 0 before the epoch: then all but its first tick is in the future
		c.now = tick >> c.fraction
	}
	return c
}

// ticks returns the whole ticks since the epoch.
func (c *clock) ticks(id gen.ID) uint64 { return c.tick.Value(id) >> c.fraction }

// time is the start of a tick.
func (c *clock) time(tick uint64) time.Time { return c.line.Time(tick << c.fraction) }

// second returns the Unix second of a tick, and which ticks that has: n from start on,
// which may wrap below the epoch. Where a second is no number of ticks it is this one.
func (c *clock) second(tick uint64) (second int64, start, n uint64) {
	second, before, n := c.stamp.Second(tick << c.fraction)
	return second, tick - before, n
}
