package gen

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// The clock of ticks says what the clock says, to a tick, for all kinds of ticks.
func TestTickClockIsTheClock(t *testing.T) {
	for _, line := range []Timeline{
		NewTimeline(time.Unix(0, 0), time.Millisecond, 0),
		NewTimeline(time.Unix(1400000000, 0), time.Second, 0),
		NewTimeline(time.UnixMilli(1288834974657), time.Millisecond, 0),
		NewTimeline(time.Unix(0, 0), time.Millisecond, 12),
		NewTimeline(time.Date(1582, 10, 15, 0, 0, 0, 0, time.UTC), 100*time.Nanosecond, 0),
		NewTimeline(time.Unix(0, 0), 256*time.Millisecond, 0),
	} {
		tk := newTickClock(line)
		for range 1000 {
			low, _ := line.Tick(time.Now())
			got, ok := tk.read()
			high, _ := line.Tick(time.Now())
			slack := line.Ticks(slewed)
			if !ok || got+slack < low || got > high+slack {
				t.Fatalf("tick of %v: read = %d, %t; want %d to %d", time.Duration(line.tick), got, ok, low, high)
			}
		}
	}
}

// The ceiling is asked for each identifier, within a tick too.
func TestNextIsFenced(t *testing.T) {
	counts := testScheme(12)
	counts.Overflow, counts.Tick = OverflowBorrow, time.Hour
	grows := *counts
	grows.Growth, grows.Layout = GrowthOne,
		Layout{{Name: "time", Source: Time, Bits: 41}, {Name: "random", Source: Random, Bits: 62}}
	for _, s := range []*Scheme{counts, &grows} {
		ceiling := NewCeiling(^uint64(0))
		g := mustNew(t, s, Options{Ceiling: ceiling})
		for range 3 {
			if _, err := g.Next(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		ceiling.Grant(g.mark.Tick - 1)
		if id, err := g.Next(context.Background()); !errors.Is(err, ErrFenced) {
			t.Errorf("%v: beyond the ceiling Next is %x, %v; want %v", s.Layout, id, err, ErrFenced)
		}
	}
}

// Ticks are counted as by a division, by ticks of all lengths and at all borders.
func TestTickClockDivides(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 200_000 {
		length := time.Duration(1 + random.Uint64()>>(28+random.IntN(35)))
		fraction := 0
		if length%4096 == 0 || length == time.Millisecond {
			fraction = random.IntN(13)
		}
		tk := newTickClock(NewTimeline(time.Unix(0, 0), length, fraction))
		if tk == nil {
			continue
		}
		a := &anchor{rest: random.Uint64() % uint64(length)}
		d := time.Duration(random.Uint64() % uint64(anchorFor))
		if random.IntN(2) == 0 { // at a border
			d = max(0, min(d/length*length-time.Duration(a.rest)+time.Duration(random.IntN(3)-1), anchorFor-1))
		}
		if got, want := tk.tick(a, d), (a.rest+uint64(d))<<fraction/uint64(length); got != want {
			t.Fatalf("%d ns beyond %d are %d ticks of %d ns in 2^%d parts; want %d", d, a.rest, got, length, fraction, want)
		}
	}
}

// A wall clock that is a little behind what was said stands still; one that was
// stepped is believed.
func TestTickClockReanchors(t *testing.T) {
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
		tk := newTickClock(line)
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

// Many goroutines that call Next and Fill generate no identifier twice, and each
// sees its own increase.
func TestNextBesideFill(t *testing.T) {
	for _, overflow := range []Overflow{OverflowBorrow, OverflowWait} {
		s := testScheme(12)
		s.Overflow = overflow
		g := mustNew(t, s, Options{})
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

// What Next generates on the machine's clock is what it generates on another that
// reads the same. Ticks are hours, and the machine's clock stands still, so that a
// reading stays as it is while the two are asked.
func TestNextOnTheMachinesClock(t *testing.T) {
	s := testScheme(4)
	s.Overflow, s.Tick = OverflowBorrow, time.Hour
	round := *s
	round.Start = Start{Rule: StartCarry}
	schemes := []*Scheme{s, &round}
	for _, growth := range []Growth{GrowthOne, GrowthRandom} {
		for _, bits := range []int{3 + 33*int(growth-GrowthOne), 62, 80, 127} {
			grows := *s
			grows.Growth = growth
			grows.Layout = Layout{{Name: "high", Source: Time, Bits: 30, From: 11},
				{Name: "version", Source: Const, Bits: 2, Value: 1}, {Name: "low", Source: Time, Bits: 11},
				{Name: "random", Source: Random, Bits: bits}}
			schemes = append(schemes, &grows)
		}
	}
	for _, s := range schemes {
		synctest.Test(t, func(t *testing.T) { compareClocks(t, s) })
	}
}

func compareClocks(t *testing.T, s *Scheme) {
	t.Helper()
	lead, clock := 1000*time.Hour, &handClock{}
	machine := mustNew(t, s, Options{MaxLead: &lead, Random: SeededRandom(1)})
	other := mustNew(t, s, Options{MaxLead: &lead, Random: SeededRandom(1), Clock: clock})
	tick := uint64(400_000)
	for i := range 2000 {
		if i%3 == 0 {
			tick += uint64(i) % 5 / 3
		}
		at := &anchor{base: time.Now(), tick: tick}
		machine.ticks.at.Store(at)
		clock.now = s.Timeline().Time(tick)
		a, errA := machine.Next(context.Background())
		b, errB := other.Next(context.Background())
		if machine.ticks.at.Load() != at {
			t.Fatal("the anchor was renewed; want it to hold while the clock stands still")
		}
		if errA != nil || errB != nil || a != b {
			t.Fatalf("the %d. identifier is %x, %v; want %x, %v", i, a, errA, b, errB)
		}
	}
}
