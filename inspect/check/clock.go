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
	fraction uint
	line     gen.Timeline
	now      uint64 // the last tick that is not in the future

	perSecond uint64 // ticks in a second; 0 where seconds and ticks do not fit together
	shift     uint64 // ticks from the last whole second before the epoch to the epoch
	second    int64  // that second, Unix
}

func newClock(s *gen.Scheme, codec *gen.Codec, now time.Time) *clock {
	c := &clock{tick: numeral.NewExtractor(codec, gen.Time), fraction: uint(s.Fraction), line: gen.NewTimeline(s.Epoch, max(s.Tick, 1), 0), now: ^uint64(0)}
	if !now.IsZero() {
		if tick, ok := c.line.Tick(now); ok {
			c.now = tick
		} else {
			c.now = 0 // the epoch itself is in the future: so is all but its first tick
		}
	}
	tick, part := max(s.Tick, 1), time.Duration(s.Epoch.Nanosecond())
	if time.Second%tick == 0 && part%tick == 0 {
		c.perSecond, c.shift, c.second = uint64(time.Second/tick), uint64(part/tick), s.Epoch.Unix()
	}
	return c
}

// ticks returns the whole ticks since the epoch.
func (c *clock) ticks(id gen.ID) uint64 { return c.tick.Value(id) >> c.fraction }

// unix returns the Unix second of a tick.
func (c *clock) unix(tick uint64) int64 {
	if c.perSecond == 0 || tick > 1<<63 {
		return c.line.Time(tick).Unix()
	}
	return c.second + int64((tick+c.shift)/c.perSecond)
}
