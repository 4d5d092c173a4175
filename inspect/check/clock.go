package check

import (
	"time"

	"idscope/gen"
)

// A clock reads times from the identifiers of a declared scheme. It counts in
// whole ticks: binary fractions of a tick, which other makers of UUIDv7 fill
// with random bits, are left out.
type clock struct {
	codec     *gen.Codec
	line      gen.Timeline
	fraction  uint
	now       uint64 // the last tick that is not in the future
	length    uint64 // of a tick, in nanoseconds
	perSecond uint64 // ticks of a second; 0 where a second is not a number of them
}

func newClock(s *gen.Scheme, codec *gen.Codec, now time.Time) *clock {
	c := &clock{
		codec: codec, line: s.Timeline(), fraction: uint(s.Fraction), now: ^uint64(0), length: uint64(s.Tick),
	}
	if c.length > 0 && 1e9%c.length == 0 && uint64(s.Epoch.Nanosecond())%c.length == 0 && s.Digit.Base == 0 {
		c.perSecond = 1e9 / c.length
	}
	if !now.IsZero() {
		tick, _ := c.line.Tick(now) // 0 before the epoch: then all but its first tick is in the future
		c.now = tick >> c.fraction
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
