package gen

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"testing"
	"time"
)

var day = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// testScheme is a 64-bit layout with the given sequence bits, under policies
// that tests change.
func testScheme(seq int) *Scheme {
	return &Scheme{
		Name:     "test",
		Layout:   Layout{{Name: "time", Source: Time, Bits: 41}, {Name: "worker", Source: Worker, Bits: 5}, {Name: "seq", Source: Seq, Bits: seq}},
		Epoch:    time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC),
		Tick:     time.Millisecond,
		Text:     Text{Form: Decimal},
		Backward: BackwardContinue, Overflow: OverflowWait, Start: Start{Rule: StartZero},
	}
}

func mustNew(t testing.TB, s *Scheme, o Options) *Generator {
	t.Helper()
	g, err := New(s, o)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func ptr[T any](v T) *T { return &v }

func TestZeroOptionsWork(t *testing.T) {
	g := mustNew(t, testScheme(12), Options{})
	a, err := g.Next(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	b, err := g.Next(context.Background())
	if err != nil || a.Cmp(b) >= 0 {
		t.Errorf("Next() = %x after %x, %v; want more", b, a, err)
	}
}

// TestClockFaults steps the clock under each policy, within one generator and
// between two that share a ledger. What is made is unique; what is refused names
// the time at which it works again, and it does.
func TestClockFaults(t *testing.T) {
	faults := []struct {
		words string
		steps []time.Duration
	}{
		{"back 1 ms", []time.Duration{-time.Millisecond}},
		{"back 5 ms", []time.Duration{-5 * time.Millisecond}},
		{"back 1 s", []time.Duration{-time.Second}},
		{"back 8 h", []time.Duration{-8 * time.Hour}},
		{"forward 1 h and back", []time.Duration{time.Hour, -time.Hour}},
		{"forward 10 years and back", []time.Duration{87660 * time.Hour, -87660 * time.Hour}},
		{"saw-tooth", []time.Duration{5 * time.Millisecond, -5 * time.Millisecond, 5 * time.Millisecond, -5 * time.Millisecond, 7 * time.Millisecond, -5 * time.Millisecond}},
		{"no step", []time.Duration{0}},
	}
	layouts := map[string]Layout{
		"without rollback bits": testScheme(6).Layout,
		"with rollback bits":    {{Name: "time", Source: Time, Bits: 41}, {Name: "back", Source: Rollback, Bits: 2}, {Name: "worker", Source: Worker, Bits: 5}, {Name: "seq", Source: Seq, Bits: 6}},
	}
	for name, layout := range layouts {
		for backward := BackwardFail; backward <= BackwardBits; backward++ {
			if backward == BackwardBits && layout.Width(Rollback) == 0 {
				continue
			}
			for overflow := OverflowWait; overflow <= OverflowFail; overflow++ {
				for _, start := range []string{"zero", "random", "rotate:16", "carry"} {
					for _, fault := range faults {
						for _, processes := range []int{1, 2} {
							s := testScheme(6)
							s.Layout, s.Backward, s.Overflow = layout, backward, overflow
							s.Start, _ = ParseStart(start)
							t.Run(fmt.Sprintf("%s/%v/%v/%s/%s/%d", name, backward, overflow, start, fault.words, processes), func(t *testing.T) {
								t.Parallel()
								clockFault(t, s, fault.steps, processes)
							})
						}
					}
				}
			}
		}
	}
}

func clockFault(t *testing.T, s *Scheme, steps []time.Duration, processes int) {
	clock := &handClock{now: day, late: 70 * time.Microsecond}
	ledger := new(memory)
	seen := map[ID]bool{}
	g := mustNew(t, s, Options{Clock: clock, Ledger: ledger})
	make := func(n int) {
		for range n {
			before, slept := clock.now, clock.slept
			id, err := g.Next(context.Background())
			if took := clock.slept - slept; took > s.Wait()+4*time.Second {
				t.Fatalf("waited %v at %v; want a bound", took, before)
			}
			if err != nil {
				g = refusedUntil(t, g, s, err, clock, ledger)
				continue
			}
			if seen[id] {
				t.Fatalf("%x was made twice", id)
			}
			seen[id] = true
		}
	}
	make(150)
	for _, step := range steps {
		clock.move(step)
		if processes == 2 {
			g = mustNew(t, s, Options{Clock: clock, Ledger: ledger})
		}
		make(150)
		clock.move(300 * time.Microsecond)
		make(10)
	}
	if len(seen) < 100 {
		t.Errorf("made %d identifiers; want 100 at least", len(seen))
	}
}

// refusedUntil checks an error: its kind, and that its time is the first at
// which the generator works. A far time is reached with a copy of the clock.
func refusedUntil(t *testing.T, g *Generator, s *Scheme, err error, clock *handClock, ledger *memory) *Generator {
	t.Helper()
	var e *ClockError
	if !errors.As(err, &e) || !errors.Is(err, ErrBackward) && !errors.Is(err, ErrUsedUp) || e.Retry.IsZero() {
		t.Fatalf("Next() = %v; want a clock error with a time", err)
	}
	later := &handClock{now: e.Retry}
	copied := &memory{mark: ledger.mark}
	again := mustNew(t, s, Options{Clock: later, Ledger: copied, MaxWait: ptr(time.Duration(0))})
	if _, err := again.Next(context.Background()); err != nil && s.Overflow != OverflowFail {
		t.Fatalf("at %v, which the error named, Next() = %v", e.Retry, err)
	}
	if e.Retry.Sub(clock.now) < 20*time.Millisecond && e.Retry.After(clock.now) {
		clock.mu.Lock()
		clock.now = e.Retry
		clock.mu.Unlock()
	}
	return g
}

func TestFrozenClock(t *testing.T) {
	for _, c := range []struct {
		overflow Overflow
		makes    int // before it is refused
		reason   error
	}{
		{OverflowWait, 64, ErrStalled},
		{OverflowFail, 64, ErrUsedUp},
		{OverflowBorrow, 64 * 1001, ErrStalled},
	} {
		s := testScheme(6)
		s.Overflow = c.overflow
		clock := &handClock{now: day, frozen: true}
		g := mustNew(t, s, Options{Clock: clock})
		n := 0
		var err error
		for ; err == nil; n++ {
			_, err = g.Next(context.Background())
		}
		if n-1 != c.makes || !errors.Is(err, c.reason) || clock.slept > 10*time.Second {
			t.Errorf("%v on a frozen clock: %d identifiers, then %v after %v; want %d, then %v", c.overflow, n-1, err, clock.slept, c.makes, c.reason)
		}
	}
}

func TestErrorsNameTheTime(t *testing.T) {
	s := testScheme(6)
	s.Backward = BackwardFail
	clock := &handClock{now: day}
	g := mustNew(t, s, Options{Clock: clock})
	g.Next(context.Background())
	clock.move(-8 * time.Hour)
	_, err := g.Next(context.Background())
	want := "the clock went back by 8h0m0s: it says 2026-01-01T19:04:05.000Z; test works again at 2026-01-02T03:04:05.000Z"
	if err == nil || err.Error() != want {
		t.Errorf("Next() = %v; want %s", err, want)
	}
}

func TestEndsOfTheLayout(t *testing.T) {
	s := testScheme(6)
	end, _ := s.End()
	for _, c := range []struct {
		words string
		at    time.Time
		want  error
	}{
		{"the last tick", end.Add(-time.Millisecond), nil},
		{"one past it", end, ErrEnded},
		{"the epoch", s.Epoch, nil},
		{"before the epoch", s.Epoch.Add(-1), ErrBeforeEpoch},
	} {
		g := mustNew(t, s, Options{Clock: FixedClock(c.at)})
		_, err := g.Next(context.Background())
		if !errors.Is(err, c.want) {
			t.Errorf("%s: Next() = %v; want %v", c.words, err, c.want)
		}
	}
	s.Overflow = OverflowBorrow // must not borrow past the end
	ids := make([]ID, 100)
	n, err := mustNew(t, s, Options{Clock: FixedClock(end.Add(-time.Millisecond))}).Fill(context.Background(), ids)
	if n != 64 || !errors.Is(err, ErrEnded) {
		t.Errorf("Fill in the last tick = %d, %v; want 64 and the end", n, err)
	}
}

func TestCeiling(t *testing.T) {
	s := testScheme(6)
	s.Overflow = OverflowBorrow
	tick, _ := s.Timeline().Tick(day)
	ceiling := NewCeiling(tick + 2)
	g := mustNew(t, s, Options{Clock: FixedClock(day), Ceiling: ceiling})
	ids := make([]ID, 1000)
	n, err := g.Fill(context.Background(), ids)
	if n != 3*64 || !errors.Is(err, ErrFenced) {
		t.Fatalf("Fill under a ceiling = %d, %v; want 192 and ErrFenced", n, err)
	}
	for _, id := range ids[:n] {
		if got := g.Codec().Source(id, Time).Lo; got > tick+2 {
			t.Fatalf("tick %d is above the ceiling %d", got, tick+2)
		}
	}
	ceiling.Grant(tick + 3)
	if n, _ = g.Fill(context.Background(), ids); n != 64 {
		t.Errorf("after a grant of one tick Fill = %d; want 64", n)
	}
}

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
			s.Start, _ = ParseStart(start)
			if s.Growth = growth; growth != GrowthNone {
				s.Layout = Layout{{Name: "time", Source: Time, Bits: 41}, {Name: "random", Source: Random, Bits: 20 + 20*int(growth)}}
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

func TestStride(t *testing.T) {
	s := testScheme(6)
	s.Layout = Layout{{Name: "time", Source: Time, Bits: 41}, {Name: "random", Source: Random, Bits: 10}}
	s.Growth, s.Start = GrowthStride, Start{}
	ids := make([]ID, 3000)
	clock := &handClock{now: day}
	if _, err := mustNew(t, s, Options{Clock: clock}).Fill(context.Background(), ids); err != nil {
		t.Fatal(err)
	}
	unique(t, ids)
	if clock.slept < 1900*time.Microsecond {
		t.Errorf("3000 of 1024 per ms slept %v; want two ticks", clock.slept)
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

func TestRepeats(t *testing.T) {
	s := &Scheme{Name: "nil", Layout: Layout{{Name: "high", Bits: 64}, {Name: "low", Bits: 64}}}
	g := mustNew(t, s, Options{})
	if _, err := g.Next(context.Background()); err != nil {
		t.Fatal(err)
	}
	if _, err := g.Next(context.Background()); !errors.Is(err, ErrRepeats) {
		t.Errorf("second Next() = %v; want ErrRepeats", err)
	}
}

// faulty fails on its n-th read and from then on.
type faulty struct{ good int }

func (f *faulty) Read(p []byte) (int, error) {
	if f.good--; f.good < 0 {
		return 0, io.ErrUnexpectedEOF
	}
	return SystemRandom().Read(p)
}

func TestRandomSourceFails(t *testing.T) {
	for growth := GrowthNone; growth <= GrowthStride; growth++ {
		for good := range 4 {
			s := testScheme(6)
			s.Growth = growth
			s.Layout = Layout{{Name: "time", Source: Time, Bits: 41}, {Name: "random", Source: Random, Bits: 60}}
			g, err := New(s, Options{Random: &faulty{good}, Clock: &handClock{now: day}})
			var ids []ID
			for err == nil && len(ids) < 5000 {
				var id ID
				if id, err = g.Next(context.Background()); err == nil {
					ids = append(ids, id)
				}
			}
			unique(t, ids)
			if growth != GrowthOne && growth != GrowthStride && !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("growth %d with %d good reads ends with %v; want the reader's error", growth, good, err)
			}
		}
	}
}

// TestManyGoroutines runs 64 goroutines over many tick changes: identifiers are
// unique, and each goroutine sees its own increase.
func TestManyGoroutines(t *testing.T) {
	for _, s := range []*Scheme{testScheme(12), testScheme(6)} {
		s.Overflow = OverflowBorrow
		g := mustNew(t, s, Options{MaxLead: ptr(time.Hour)})
		const each = 2000
		all := make([][]ID, 64)
		var wg sync.WaitGroup
		for i := range all {
			wg.Add(1)
			go func() {
				defer wg.Done()
				ids := make([]ID, each)
				for j := 0; j < each; {
					if i%2 == 0 {
						id, err := g.Next(context.Background())
						if err != nil {
							t.Error(err)
							return
						}
						ids[j] = id
						j++
						continue
					}
					n, err := g.Fill(context.Background(), ids[j:min(j+100, each)])
					if err != nil {
						t.Error(err)
						return
					}
					j += n
				}
				all[i] = ids
			}()
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
