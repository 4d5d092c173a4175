package collide

import (
	"time"

	"idscope/gen"
)

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
