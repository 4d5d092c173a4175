package gen

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"idscope/gen/sequence"
	"idscope/gen/testing/try"
)

var day = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// testScheme is a 64-bit layout with the given sequence bits, under policies
// that tests change.
func testScheme(seq int) *Scheme {
	return &Scheme{Name: "test",
		Bits: Bits{Epoch: time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC), Tick: time.Millisecond,
			Backward: BackwardContinue, Overflow: OverflowWait, Start: Start{Rule: StartZero},
			Layout: Layout{{Name: "time", Source: Time, Bits: 41}, {Name: "worker", Source: Worker, Bits: 5},
				{Name: "seq", Source: Seq, Bits: seq}}},
		Encoding: Encoding{Text: Text{Form: Decimal}},
	}
}

func mustNew(t testing.TB, s *Scheme, o Options) *Generator {
	t.Helper()
	g := try.Of(New(s, o)).Or(t)
	return g
}

func ptr[T any](v T) *T { return &v }

// A waiter uses the ticks that it slept through, so that no capacity is lost
// however late its timer is.
func TestWaiterFillsWhatItSleptThrough(t *testing.T) {
	s := testScheme(6)
	clock := &handClock{now: day, late: 3700 * time.Microsecond}
	g := mustNew(t, s, Options{Clock: clock})
	ids := make([]ID, 64*1000)
	if n, err := g.Fill(context.Background(), ids); err != nil {
		t.Fatal(n, err)
	}
	ticks := map[uint64]int{}
	now, _ := s.Timeline().Tick(clock.now)
	for _, id := range ids {
		tick := g.Codec().Source(id, Time).Lo
		if ticks[tick]++; tick > now {
			t.Fatalf("tick %d has not come; it is %d", tick, now)
		}
	}
	first, _ := s.Timeline().Tick(day)
	if span := now - first; span > 1004 {
		t.Errorf("1000 ticks of identifiers took %d ticks; want at most the last sleep more", span)
	}
}

// Who wants the identifiers of several ticks is woken when the last of them has
// come, five ticks on at most, and takes them in one reservation: none is of a tick
// that has not come, each tick is whole, and the call takes no longer.
func TestWaiterSleepsOnce(t *testing.T) {
	for _, start := range []string{"zero", "rotate:4"} {
		s := testScheme(6)
		s.Start, _ = sequence.ParseStart(start)
		clock := &handClock{now: day}
		g := mustNew(t, s, Options{Clock: clock})
		ids := make([]ID, 8*64)
		n, err := g.Fill(context.Background(), ids)
		if err != nil {
			t.Fatal(n, err)
		}
		reads, slept := 5, 7*time.Millisecond // at first, before and after each of two sleeps
		if start != "zero" {                  // a reservation for each tick, and some numbers are lost
			reads, slept = 13, 8*time.Millisecond
		}
		if clock.slept > slept || clock.reads > reads {
			t.Errorf("start %s: Fill(%d) slept %v and read the clock %d times; want at most %v and %d", start, len(ids),
				clock.slept, clock.reads, slept, reads)
		}
		first, _ := s.Timeline().Tick(day)
		for i, id := range ids {
			if i > 0 && ids[i-1].Cmp(id) >= 0 {
				t.Fatalf("start %s: %x comes behind %x", start, id, ids[i-1])
			}
			if tick := g.Codec().Source(id, Time).Lo; start == "zero" && tick != first+uint64(i/64) {
				t.Fatalf("identifier %d is of tick %d; want %d", i, tick, first+uint64(i/64))
			}
		}
	}
}

func TestFillReadsTheClockOncePerRun(t *testing.T) {
	for _, c := range []struct {
		words string
		bits  int
		n     int
		reads int
	}{
		{"within one tick", 12, 1000, 1},
		{"carrying into the tick", 2, 1000, 1},
		{"no sequence at all", 0, 1000, 1},
	} {
		s := testScheme(max(c.bits, 1))
		s.Overflow = OverflowBorrow
		if c.bits == 0 {
			s.Layout = s.Layout[:2]
		}
		clock := &handClock{now: day}
		g := mustNew(t, s, Options{Clock: clock})
		if _, err := g.Fill(context.Background(), make([]ID, c.n)); err != nil || clock.reads != c.reads {
			t.Errorf("%s: Fill(%d) = %v with %d readings of the clock; want %d", c.words, c.n, err, clock.reads, c.reads)
		}
	}
}

// TestFillAgreesWithNext makes the same identifiers by ones and by runs.
func TestFillAgreesWithNext(t *testing.T) {
	for growth := GrowthNone; growth <= GrowthStride; growth++ {
		for _, start := range []string{"zero", "random:8", "rotate", "carry"} {
			s := testScheme(6)
			s.Overflow = OverflowBorrow
			s.Start, _ = sequence.ParseStart(start)
			if s.Growth = growth; growth != GrowthNone {
				s.Layout = Layout{{Name: "time", Source: Time, Bits: 41},
					{Name: "random", Source: Random, Bits: 20 + 20*int(growth)}}
				if growth == GrowthStride {
					s.Layout[1].Bits = 7
				}
			}
			one := mustNew(t, s, Options{Clock: &handClock{now: day}, Random: SeededRandom(7)})
			many := mustNew(t, s, Options{Clock: &handClock{now: day}, Random: SeededRandom(7)})
			ids := make([]ID, 500)
			if n, err := many.Fill(context.Background(), ids); err != nil {
				t.Fatal(s.Growth, start, n, err)
			}
			for i, want := range ids {
				if got, err := one.Next(context.Background()); got != want || err != nil {
					t.Fatalf("growth %d, start %s: Next() number %d = %x, %v; Fill gave %x", growth, start, i, got, err, want)
				}
			}
		}
	}
}

func unique(t *testing.T, ids []ID) {
	t.Helper()
	seen := make(map[ID]bool, len(ids))
	for i, id := range ids {
		if seen[id] {
			t.Fatalf("number %d, %x, was made before", i, id)
		}
		seen[id] = true
	}
}

// TestManyGoroutines runs 64 goroutines over many tick changes: identifiers are
// unique, and each goroutine sees its own increase.
func TestManyGoroutines(t *testing.T) {
	for _, s := range []*Scheme{testScheme(12), testScheme(6)} {
		s.Overflow = OverflowBorrow
		g := mustNew(t, s, Options{MaxLead: ptr(time.Hour)})
		all := make([][]ID, 64)
		var wg sync.WaitGroup
		for i := range all {
			wg.Go(func() {
				ids := make([]ID, 2000)
				for rest := ids; len(rest) > 0; {
					n, err := 1, error(nil)
					if i%2 == 0 {
						rest[0], err = g.Next(context.Background())
					} else {
						n, err = g.Fill(context.Background(), rest[:min(100, len(rest))])
					}
					if err != nil {
						t.Error(err)
						return
					}
					rest = rest[n:]
				}
				all[i] = ids
			})
		}
		wg.Wait()
		var together []ID
		for i, ids := range all {
			for j := 1; j < len(ids); j++ {
				if ids[j-1].Cmp(ids[j]) >= 0 {
					t.Fatalf("goroutine %d: %x comes after %x", i, ids[j], ids[j-1])
				}
			}
			together = append(together, ids...)
		}
		unique(t, together)
	}
}

func TestCancel(t *testing.T) {
	s := testScheme(1)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g := mustNew(t, s, Options{Clock: &handClock{now: day}})
	if n, err := g.Fill(ctx, make([]ID, 10)); n != 2 || !errors.Is(err, context.Canceled) {
		t.Errorf("Fill with a cancelled context = %d, %v; want 2 and the context's error", n, err)
	}
}
