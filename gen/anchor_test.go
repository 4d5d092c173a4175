package gen

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"
)

// The ticker says what the clock says, to a tick, for all kinds of ticks.
func TestTickerIsTheClock(t *testing.T) {
	for _, line := range []Timeline{
		NewTimeline(time.Unix(0, 0), time.Millisecond, 0),
		NewTimeline(time.Unix(1400000000, 0), time.Second, 0),
		NewTimeline(time.UnixMilli(1288834974657), time.Millisecond, 0),
		NewTimeline(time.Unix(0, 0), time.Millisecond, 12),
		NewTimeline(time.Date(1582, 10, 15, 0, 0, 0, 0, time.UTC), 100*time.Nanosecond, 0),
		NewTimeline(time.Unix(0, 0), 256*time.Millisecond, 0),
	} {
		tk := newTicker(line)
		for range 1000 {
			low, _ := line.Tick(time.Now())
			got, ok := tk.read()
			high, _ := line.Tick(time.Now())
			slack := line.Ticks(slewed)
			if !ok || got+slack < low || got > high+slack {
				t.Fatalf("tick of %v: read = %d, %t; want %d to %d", line.Resolution(), got, ok, low, high)
			}
		}
	}
}

// A wall clock that is a little behind what was said stands still; one that was
// stepped is believed.
func TestTickerReanchors(t *testing.T) {
	line := NewTimeline(time.Unix(0, 0), time.Microsecond, 0)
	now := time.Now()
	for _, c := range []struct {
		words  string
		behind time.Duration
		holds  bool
	}{
		{"slewed by 5 us", 5 * time.Microsecond, true},
		{"slewed by 900 us", 900 * time.Microsecond, true},
		{"ahead", -3 * time.Second, false},
		{"stepped by 2 ms", 2 * time.Millisecond, false},
		{"stepped by an hour", time.Hour, false},
	} {
		tk := newTicker(line)
		said := now.Add(c.behind)
		old := &anchor{base: now, wall: said.Round(0), tick: mustTick(line, said), rest: uint64(said.Nanosecond() % 1000)}
		tk.at.Store(old)
		before := tk.tick(old, 0)
		got, ok := tk.renew(now)
		want := mustTick(line, now)
		if c.holds {
			want = before
		}
		if !ok || got != want {
			t.Errorf("%s: renew = %d; want %d (said %d before)", c.words, got, want, before)
		}
	}
}

func mustTick(line Timeline, at time.Time) uint64 {
	tick, _ := line.Tick(at)
	return tick
}

// Many goroutines on the short way and on the long one make no identifier twice,
// and each sees its own increase.
func TestQuickIsUnique(t *testing.T) {
	for _, overflow := range []Overflow{OverflowBorrow, OverflowWait} {
		s := testScheme(12)
		s.Overflow = overflow
		g := mustNew(t, s, Options{})
		if !g.quick.able {
			t.Fatal("the short way is closed; want it for a snowflake on the machine's clock")
		}
		const makers, each = 8, 4000
		all := make([][]ID, makers)
		var wait sync.WaitGroup
		for i := range makers {
			wait.Go(func() {
				for len(all[i]) < each {
					if i%4 == 3 {
						ids := make([]ID, 7)
						if _, err := g.Fill(context.Background(), ids); err != nil {
							t.Error(err)
							return
						}
						all[i] = append(all[i], ids...)
						continue
					}
					id, err := g.Next(context.Background())
					if err != nil {
						t.Error(err)
						return
					}
					all[i] = append(all[i], id)
				}
			})
		}
		wait.Wait()
		seen := map[ID]bool{}
		for i, ids := range all {
			if !slices.IsSortedFunc(ids, ID.Cmp) {
				t.Errorf("%v: the identifiers of goroutine %d do not increase", overflow, i)
			}
			for _, id := range ids {
				if seen[id] {
					t.Fatalf("%v: %x was made twice", overflow, id)
				}
				seen[id] = true
			}
		}
	}
}

// What the short way makes is what the sequencer makes: the same pairs from the
// same readings of the clock. Ticks are hours, so that a reading stays as it is
// while the two are asked; where an anchor was renewed meanwhile it begins again.
func TestQuickIsTheSequencer(t *testing.T) {
	s := testScheme(4)
	s.Overflow, s.Tick = OverflowBorrow, time.Hour
	round := *s
	round.Start = Start{Rule: StartCarry}
	for _, s := range []*Scheme{s, &round} {
		tries := 0
		for ; tries < 100 && !compareQuick(t, s); tries++ {
		}
		if tries == 100 {
			t.Error("the anchors were renewed in each of 100 tries; want one without")
		}
	}
}

func compareQuick(t *testing.T, s *Scheme) (undisturbed bool) {
	t.Helper()
	lead := 1000 * time.Hour
	short, long := mustNew(t, s, Options{MaxLead: &lead, Random: SeededRandom(1)}), mustNew(t, s, Options{MaxLead: &lead, Random: SeededRandom(1)})
	long.quick.able = false
	tick := uint64(400_000)
	for i := range 2000 {
		if i%3 == 0 {
			tick += uint64(i) % 5 / 3
		}
		anchors := map[*Generator]*anchor{}
		for _, g := range []*Generator{short, long} {
			anchors[g] = &anchor{base: time.Now(), tick: tick}
			g.ticker.at.Store(anchors[g])
		}
		a, errA := short.Next(context.Background())
		b, errB := long.Next(context.Background())
		for g, at := range anchors {
			if g.ticker.at.Load() != at {
				return false
			}
		}
		if errA != nil || errB != nil || a != b {
			t.Fatalf("the %d. identifier is %x, %v; want %x, %v", i, a, errA, b, errB)
		}
	}
	return true
}
