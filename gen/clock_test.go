package gen

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"idscope/gen/fault"
	"idscope/gen/sequence"
	"idscope/gen/testing/try"
)

// handClock is moved by hand, and by those who sleep on it: a sleep moves it by
// what was asked, plus late (a scheduler that oversleeps), unless it is frozen.
type handClock struct {
	mu     sync.Mutex
	now    time.Time
	late   time.Duration
	frozen bool
	slept  time.Duration
	reads  int
}

var _ Clock = (*handClock)(nil)

func (c *handClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reads++
	return c.now
}

func (c *handClock) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.slept += d
	if !c.frozen {
		c.now = c.now.Add(d + c.late)
	}
	return ctx.Err()
}

func (c *handClock) move(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// TestSystemClock: who waits for the machine's clock is woken by the end of his context.
func TestSystemClock(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	try.Fails(t, SystemClock().Sleep(ctx, 10*time.Second), context.Canceled, "Sleep =")
}

// memory is a ledger in memory: what two processes share in a test.
type memory struct {
	mu   sync.Mutex
	mark Mark
}

var _ Ledger = (*memory)(nil)

func (m *memory) Update(ctx context.Context, f func(*Mark) error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	mark := m.mark
	if err := f(&mark); err != nil {
		return err
	}
	m.mark = mark
	return nil
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
		{"saw-tooth", []time.Duration{5 * time.Millisecond, -5 * time.Millisecond, 5 * time.Millisecond,
			-5 * time.Millisecond, 7 * time.Millisecond, -5 * time.Millisecond}},
		{"no step", []time.Duration{0}},
	}
	layouts := map[string]Layout{
		"without rollback bits": testScheme(6).Layout,
		"with rollback bits": {{Name: "time", Source: Time, Bits: 41}, {Name: "back", Source: Rollback, Bits: 2},
			{Name: "worker", Source: Worker, Bits: 5}, {Name: "seq", Source: Seq, Bits: 6}},
	}
	for name, layout := range layouts {
		for backward := BackwardFail; backward <= BackwardBits; backward++ {
			if backward == BackwardBits && layout.Width(Rollback) == 0 {
				continue
			}
			for overflow := OverflowWait; overflow <= OverflowFail; overflow++ {
				for _, start := range []string{"zero", "carry"} {
					for _, fault := range faults {
						for _, processes := range []int{1, 2} {
							s := testScheme(6)
							s.Layout, s.Backward, s.Overflow = layout, backward, overflow
							s.Start, _ = sequence.ParseStart(start)
							t.Run(fmt.Sprintf("%s/%v/%v/%s/%s/%d", name, backward, overflow, start, fault.words, processes),
								func(t *testing.T) {
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
				refusedUntil(t, s, err, clock, ledger)
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
func refusedUntil(t *testing.T, s *Scheme, err error, clock *handClock, ledger *memory) {
	t.Helper()
	var e *ClockError
	if !errors.As(err, &e) || !errors.Is(err, ErrBackward) && !errors.Is(err, ErrUsedUp) || e.Retry.IsZero() {
		t.Fatalf("Next() = %v; want a clock error with a time", err)
	}
	later := &handClock{now: e.Retry}
	copied := &memory{mark: ledger.mark}
	again := mustNew(t, s, Options{Clock: later, Ledger: copied, MaxWait: new(time.Duration(0))})
	if _, err := again.Next(context.Background()); err != nil && s.Overflow != OverflowFail {
		t.Fatalf("at %v, which the error named, Next() = %v", e.Retry, err)
	}
	if e.Retry.Sub(clock.now) < 20*time.Millisecond && e.Retry.After(clock.now) {
		clock.mu.Lock()
		clock.now = e.Retry
		clock.mu.Unlock()
	}
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
			t.Errorf("%v on a frozen clock: %d identifiers, then %v after %v; want %d, then %v", c.overflow, n-1, err,
				clock.slept, c.makes, c.reason)
		}
	}
}

// TestErrors has in testdata/errors.txt what is said where there is no ID: the reason, what the clock says, the limit
// and when it works again, where there is one; then the hint, and what the clock says by itself.
func TestErrors(t *testing.T) {
	reasons := map[string]error{"backward": ErrBackward, "usedup": ErrUsedUp, "ended": ErrEnded, "fenced": ErrFenced,
		"stalled": ErrStalled, "early": ErrBeforeEpoch}
	try.Lines(t, "testdata/errors.txt", func(given string) string {
		words := append(strings.Fields(given), "", "")
		var times [3]time.Time
		for i := range times {
			times[i], _ = time.Parse(time.RFC3339, words[i+1])
		}
		err := NoID("test", reasons[words[0]], ClockError{times[0], times[1], times[2]})
		var clock *ClockError
		if !errors.Is(err, reasons[words[0]]) || !errors.As(err, &clock) {
			t.Errorf("%s: %#v; want the reason and the clock", given, err)
		}
		return fmt.Sprintf("%v; %s; %v", err, fault.Hint(err), clock)
	})
	s, clock := testScheme(6), &handClock{now: day}
	s.Backward = BackwardFail
	g := mustNew(t, s, Options{Clock: clock})
	try.Of(g.Next(t.Context())).Or(t)
	clock.move(-8 * time.Hour)
	_, err := g.Next(t.Context())
	try.Equal(t, fmt.Sprint(err), "the clock moved backwards by 8h0m0s: it says 2026-01-01T19:04:05.000Z; "+
		"test works again at 2026-01-02T03:04:05.000Z", "Next =")
}

func TestCeiling(t *testing.T) {
	s := testScheme(6)
	s.Overflow = OverflowBorrow
	tick, _ := s.Timeline().Tick(day)
	ceiling := new(Ceiling)
	ceiling.Grant(tick + 2)
	g := mustNew(t, s, Options{Clock: FixedClock(day), Ceiling: ceiling})
	ids := make([]ID, 1000)
	n, err := g.Fill(context.Background(), ids)
	try.Fails(t, err, ErrFenced, "Fill under a ceiling:")
	try.Need(t, n, 3*64, "Fill under a ceiling =")
	for _, id := range ids[:n] {
		if got := g.codec.Source(id, Time).Lo; got > tick+2 {
			t.Fatalf("tick %d is above the ceiling %d", got, tick+2)
		}
	}
	ceiling.Grant(tick + 3)
	n, _ = g.Fill(context.Background(), ids)
	try.Equal(t, n, 64, "after a grant of one tick Fill =")
	s.Layout = Layout{{"t", Time, 48, 0, 0}, {"r", Random, 80, 0, 0}} // which nothing counts
	for last, want := range map[uint64]error{tick: nil, tick - 1: ErrFenced} {
		ceiling.Grant(last)
		g := mustNew(t, s, Options{Clock: FixedClock(day), Ceiling: ceiling})
		try.Of(g.Next(t.Context())).Fails(t, want, "random bits, granted up to tick %d of %d:", last, tick)
	}
}

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
