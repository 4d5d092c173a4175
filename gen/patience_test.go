package gen

import (
	"context"
	"errors"
	"testing"
	"time"
)

// A record can begin up to 3 s and the longest lead ahead, after a restart of the
// machine: that is waited for, and said beforehand.
func TestLongWaits(t *testing.T) {
	for _, c := range []struct {
		name   string
		ahead  time.Duration // where the record begins
		policy Overflow
		waits  bool
		said   time.Duration // 0 is nothing
	}{
		{"1 s", time.Second, OverflowWait, true, 0},
		{"2 s", 2 * time.Second, OverflowWait, true, 0},
		{"2.5 s", 2500 * time.Millisecond, OverflowWait, true, 2500 * time.Millisecond},
		{"3 s and the longest lead", 4*time.Second + time.Millisecond, OverflowWait, true, 4*time.Second + time.Millisecond},
		{"3 s, of which a second is borrowed", 3 * time.Second, OverflowBorrow, true, 0},
		{"3 s and a lead, of which a second is borrowed", 4 * time.Second, OverflowBorrow, true, 3 * time.Second},
		{"a minute", time.Minute, OverflowWait, false, 0},
	} {
		clock := &handClock{now: day}
		s := testScheme(6)
		s.Overflow = c.policy
		ledger := new(memory)
		tick, _ := s.Timeline().Tick(day.Add(c.ahead))
		ledger.mark.Point = Point{Used: true, Tick: tick, Step: 1}
		var said time.Duration
		g := mustNew(t, s, Options{Clock: clock, Ledger: ledger, OnWait: func(d time.Duration, why error) {
			if said += d; !errors.Is(why, ErrUsedUp) {
				t.Errorf("%s: waits for %v; want %v", c.name, why, ErrUsedUp)
			}
		}})
		_, err := g.Next(context.Background())
		if (err == nil) != c.waits || said != c.said {
			t.Errorf("%s: error %v, said %v; want waiting %v, said %v", c.name, err, said, c.waits, c.said)
		}
	}
}
