package gen

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"idscope/gen/sequence"
	"idscope/gen/testing/try"
)

var day = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// testScheme is a 64-bit layout with the given sequence bits, under policies that tests change.
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
	return try.Of(New(s, o)).Or(t)
}

// A waiter uses the ticks that it slept through, up to the longest age: a timer that is late loses no capacity.
func TestWaiterFillsWhatItSleptThrough(t *testing.T) {
	s := testScheme(6)
	for late, age := range map[time.Duration]*time.Duration{5700 * time.Microsecond: nil,
		7 * time.Millisecond: nil, 37 * time.Millisecond: new(time.Second)} { // and it sleeps up to 5 ms
		clock := &handClock{now: day, late: late}
		g := mustNew(t, s, Options{Clock: clock, MaxAge: age})
		ids := make([]ID, 64*1000)
		try.Of(g.Fill(context.Background(), ids)).Or(t)
		now, _ := s.Timeline().Tick(clock.now)
		for _, id := range ids {
			if tick := g.codec.Source(id, Time).Lo; tick > now {
				t.Fatalf("tick %d has not come; it is %d", tick, now)
			}
		}
		if span := clock.now.Sub(day); span > 1001*time.Millisecond+late != (late == 7*time.Millisecond) {
			t.Errorf("late by %v 1000 ticks of identifiers took %v; want one sleep more, or each", late, span)
		}
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
			if tick := g.codec.Source(id, Time).Lo; start == "zero" && tick != first+uint64(i/64) {
				t.Fatalf("identifier %d is of tick %d; want %d", i, tick, first+uint64(i/64))
			}
		}
	}
}

func TestFillReadsTheClockOncePerRun(t *testing.T) {
	for _, bits := range []int{12, 2, 0} { // within one tick, carrying into the tick, no sequence at all
		s := testScheme(max(bits, 1))
		s.Overflow = OverflowBorrow
		if bits == 0 {
			s.Layout = s.Layout[:2]
		}
		clock := &handClock{now: day}
		g := mustNew(t, s, Options{Clock: clock})
		if _, err := g.Fill(context.Background(), make([]ID, 1000)); err != nil || clock.reads != 1 {
			t.Errorf("%d bits: Fill(1000) = %v with %d readings of the clock; want 1", bits, err, clock.reads)
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
		g := mustNew(t, s, Options{MaxLead: new(time.Hour)})
		all := make([][]ID, 64)
		var wg sync.WaitGroup
		for i := range all {
			wg.Go(func() {
				ids := make([]ID, 500)
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

// noBits is a source of random bits that nobody may ask.
type noBits struct{ t *testing.T }

func (n noBits) Read([]byte) (int, error) {
	n.t.Error("Check draws random bits")
	return 0, nil
}

// What a declaration leaves out is the common case, and only where it means something.
func TestSetDefaults(t *testing.T) {
	epoch := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	stamp, count := Field{Name: "time", Source: Time, Bits: 41}, Field{Name: "seq", Source: Seq, Bits: 12}
	random := Field{Name: "random", Source: Random, Bits: 80}
	for _, c := range []struct {
		words string
		s     Scheme
		want  string
	}{
		{"time and sequence", Scheme{Bits: Bits{Layout: Layout{stamp, count}, Epoch: epoch}},
			"1ms int fail wait zero 2020"},
		{"its own rules", Scheme{Bits: Bits{Layout: Layout{stamp, count}, Epoch: epoch, Tick: time.Second,
			Backward: BackwardWait, Overflow: OverflowFail, Start: Start{Rule: StartCarry}},
			Encoding: Encoding{Text: Text{Form: Hex}}, Since: epoch.AddDate(1, 0, 0)},
			"1s hex wait fail carry 2021"},
		{"random bits that suffice", Scheme{Bits: Bits{Layout: Layout{stamp, random}, Epoch: epoch}},
			"1ms form 0 default default default 2020"},
		{"128 bits", Scheme{Bits: Bits{Layout: Layout{{Name: "random", Source: Random, Bits: 128}}}},
			"0s uuid default default default 1"},
		{"no time", Scheme{Bits: Bits{Layout: Layout{random}}}, "0s form 0 default default default 1"},
		{"only read", Scheme{Bits: Bits{Layout: Layout{stamp, count}, Epoch: epoch}, ReadOnly: "others do"},
			"1ms int default default zero 2020"},
		{"parts of a text", Scheme{Encoding: Encoding{Pattern: Pattern{{Name: "r", Source: Random, Alphabet: "01",
			Min: 8, Max: 8}}}},
			"0s form 0 default default default 1"},
	} {
		d := &c.s
		d.SetDefaults()
		got := fmt.Sprint(d.Tick, " ", d.Text.Form, " ", d.Backward, " ", d.Overflow, " ", d.Start, " ", d.Since.Year())
		try.Equal(t, got, c.want, "%s: SetDefaults =", c.words)
	}
	bare := &Scheme{Name: "bare", Bits: Bits{Layout: Layout{stamp, count}, Epoch: epoch}}
	own := try.Of(New(bare, Options{})).Or(t).Scheme()
	set := fmt.Sprint(own.Tick, own.Backward, own.Overflow, bare.Tick)
	try.Equal(t, set, "1ms fail wait 0s", "New sets the defaults of")
	bare.Layout[1].Bits, bare.Tick = 5, time.Second
	try.Equal(t, bare.inTenth(), 3, "of 32 ids a second a tenth of a second has")
	bare.Tick = -1
	try.Of(New(bare, Options{})).Says(t, "use 1ns or more", "a negative tick:")
}

// Fill makes what Next makes one by one, for every kind of layout, growth and start, in batches of any size.
func TestFillIsOneByOne(t *testing.T) {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	layouts := map[string]Bits{
		"split seq": {Layout: Layout{{"t", Time, 41, 0, 0}, {"a", Seq, 6, 0, 6}, {"w", Worker, 5, 0, 0},
			{"b", Seq, 6, 0, 0}}},
		"random 122": {Layout: Layout{{"a", Random, 48, 0, 74}, {"v", Const, 4, 4, 0}, {"b", Random, 12, 0, 62},
			{"x", Const, 2, 2, 0}, {"c", Random, 62, 0, 0}}},
	}
	try.Lines(t, "testdata/fill.txt", func(line string) string {
		words := strings.Split(line, "; ")
		start, err := sequence.ParseStart(words[1])
		growth := slices.Index([]string{"none", "one", "random", "stride"}, words[2])
		layouts[line] = Bits{Layout: try.Of(ParseLayout(words[0])).Or(t), Start: start, Growth: Growth(growth)}
		return fmt.Sprint(err)
	})
	for name, bits := range layouts {
		t.Run(name, func(t *testing.T) {
			s := &Scheme{Name: name, Bits: bits}
			s.Epoch, s.Backward, s.Overflow = at.AddDate(-6, 0, 0), BackwardContinue, OverflowBorrow
			switch width := s.Layout.Width(Time); {
			case width >= 39:
				s.Tick = time.Millisecond
			case width > 0:
				s.Tick = time.Second
			}
			o := func(seed uint64) Options {
				return Options{Clock: FixedClock(at), Random: SeededRandom(seed), MaxLead: new(1000 * time.Hour)}
			}
			sizes := rand.New(rand.NewPCG(1, 2))
			for seed := range uint64(8) {
				fast, slow := mustNew(t, s, o(seed)), mustNew(t, s, o(seed))
				for range 10 {
					n := 1 + sizes.IntN(700)
					got, want := make([]ID, n), make([]ID, n)
					try.Of(fast.Fill(context.Background(), got)).Or(t)
					for i := range want {
						want[i] = try.Of(slow.Next(context.Background())).Or(t)
					}
					if !slices.Equal(got, want) {
						t.Fatalf("seed %d: Fill of %d makes %x; want %x", seed, n, got, want)
					}
					try.Need(t, fast.mark, slow.mark, "seed %d: the mark is", seed)
				}
			}
		})
	}
}

// What Expand builds of reservations, split and in pieces of any size and by many
// goroutines at a time, is what Fill makes.
func TestExpandIsFill(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	plain := Layout{{Name: "time", Source: Time, Bits: 40}, {Name: "worker", Source: Worker, Bits: 3},
		{Name: "count", Source: Rollback, Bits: 2}, {Name: "seq", Source: Seq, Bits: 5}}
	parts := Layout{{Name: "low", Source: Seq, Bits: 2}, {Name: "time", Source: Time, Bits: 40},
		{Name: "count", Source: Rollback, Bits: 2}, {Name: "high", Source: Seq, Bits: 3, From: 2},
		{Name: "worker", Source: Worker, Bits: 60}}
	for _, layout := range []Layout{plain, parts, plain[:2]} {
		for _, start := range []Start{{Rule: StartZero}, {Rule: StartCarry}, {Rule: StartRotate, Range: 8}} {
			if layout.Width(Seq) == 0 && start.Rule != StartZero {
				continue
			}
			s := &Scheme{Name: "test",
				Bits: Bits{Layout: layout, Epoch: time.Unix(0, 0), Tick: time.Millisecond, Backward: BackwardBits,
					Overflow: OverflowBorrow, Start: start}}
			if layout.Width(Rollback) == 0 {
				s.Backward = BackwardContinue
			}
			const n = 200
			g := mustNew(t, s, Options{Clock: &handClock{now: time.Unix(1000, 0)}, Random: SeededRandom(1)})
			want := make([]ID, n)
			try.Of(g.Fill(context.Background(), want)).Or(t)
			g = mustNew(t, s, Options{Clock: &handClock{now: time.Unix(1000, 0)}, Random: SeededRandom(1)})
			got := make([]ID, n)
			var all sync.WaitGroup
			for done := uint64(0); done < n; {
				r := try.Of(g.Reserve(context.Background(), n-done)).Or(t)
				for r.N > 0 {
					piece := g.Split(&r, 1+random.Uint64N(40))
					dst, step := got[done:done+piece.N], 1+random.IntN(20)
					done += piece.N
					all.Go(func() {
						for len(dst) > 0 {
							dst = dst[g.Expand(&piece, dst[:min(step, len(dst))]):]
						}
						try.Equal(t, piece.N, 0, "of a piece that was built there are left")
					})
				}
			}
			all.Wait()
			for i := range want {
				if got[i] != want[i] {
					t.Fatalf("%v, start %s: identifier %d of Expand is %x; want %x as of Fill", layout, start, i, got[i], want[i])
				}
			}
		}
	}
}

// TestErrorsReachTheCaller: what a clock or a name refuses ends each way to take IDs, and what came before is written.
func TestErrorsReachTheCaller(t *testing.T) {
	s, lines, stop := testScheme(2), "", errors.New("stop")
	s.Overflow, s.Affix = OverflowFail, &Affix{Default: "x", Separator: '_'}
	g := mustNew(t, s, Options{Clock: FixedClock(day)})
	source := Texts(s, g, s.Lines())
	err := NewLoop(t.Context(), source, 9).Run(func(text []byte) error { lines += string(text); return nil })
	try.Fails(t, err, ErrUsedUp, "after %q Run =", lines)
	first := "x_" + g.first(&Run{Tick: g.mark.Tick}).Decimal() + "\n"
	try.Equal(t, strings.Count(lines, "\n")+strings.Index(lines, first), 4, "lines, from %q on, are %q:", first, lines)
	_, err = g.Reserve(t.Context(), 1)
	try.Fails(t, err, ErrUsedUp, "Reserve =")
	_, err = AppendNext(t.Context(), source, nil)
	try.Fails(t, err, ErrUsedUp, "AppendNext =")
	n := Namer{&Scheme{Bits: Bits{Digest: func([16]byte, []byte) (id [16]byte) { return id }}}, g.codec}
	got, err := n.Of([16]byte{}, func() ([]byte, error) { return nil, stop }).Fill(t.Context(), make([]ID, 2))
	try.Fails(t, err, stop, "Fill of names = %d,", got)
}

// TestDefaultStartOfAShortTick: a start that nobody chose gives up at most a quarter of the tick's numbers.
func TestDefaultStartOfAShortTick(t *testing.T) {
	s, most := testScheme(4), uint64(0)
	s.Start = Start{Rule: StartRandom, Range: 100}
	for seed := range uint64(50) {
		g := mustNew(t, s, Options{Clock: FixedClock(day), Random: SeededRandom(seed)})
		id := try.Of(g.Next(t.Context())).Or(t)
		most = max(most, g.codec.Source(id, Seq).Lo)
	}
	try.Equal(t, most, 2, "of 16 numbers a tick starts at most at")
}

// Reservations do not overlap, however many identifiers are asked for.
func TestReserveBeyondReason(t *testing.T) {
	s := testScheme(60)
	s.Layout[1].Bits = 1
	s.Overflow = OverflowBorrow
	g := mustNew(t, s, Options{Clock: &handClock{now: day}})
	var end Run
	for i := range 20 {
		r := try.Of(g.Reserve(context.Background(), ^uint64(0))).Or(t)
		if r.N == 0 || i > 0 && (r.Tick < end.Tick || r.Tick == end.Tick && r.Value.Lo < end.Value.Lo) {
			t.Fatalf("reservation %d is %+v, behind one that ends before %+v", i, r, end)
		}
		lo, carry := bits.Add64(r.Value.Lo, r.N, 0)
		end.Tick, end.Value.Lo = r.Tick+(carry<<4|lo>>60), lo&(1<<60-1)
		if g.Split(&r, r.N); r.Tick != end.Tick || r.Value != end.Value {
			t.Fatalf("reservation %d ends before %+v; want %+v", i, r, end)
		}
	}
}

func TestReserveRefusesRandomBits(t *testing.T) {
	for _, growth := range []Growth{GrowthNone, GrowthOne, GrowthStride} {
		s := testScheme(1)
		s.Layout, s.Growth = Layout{s.Layout[0], {Name: "random", Source: Random, Bits: 20}}, growth
		g := mustNew(t, s, Options{Clock: FixedClock(day)})
		if r, err := g.Reserve(context.Background(), 1); err != errNoRuns {
			t.Errorf("growth %d: Reserve = %+v, %v; want it refused", growth, r, err)
		}
	}
}

func TestReserveDoesNotAllocate(t *testing.T) {
	g := mustNew(t, testScheme(18), Options{Clock: &handClock{now: day}})
	try.Equal(t, testing.AllocsPerRun(1000, func() { _, _ = g.Reserve(context.Background(), 3) }), 0,
		"Reserve allocates, times")
}

// refusing is a ledger whose first update asks for numbers and does not store them.
type refusing struct {
	mark    Mark
	updates int
}

var errRefused = errors.New("not stored")

func (r *refusing) Update(_ context.Context, f func(*Mark) error) error {
	r.updates++
	m := r.mark
	if err := f(&m); err != nil {
		return err
	}
	if r.updates == 1 {
		return errRefused
	}
	r.mark = m
	return nil
}

// Numbers that a ledger did not store are given to nobody, whatever total is wanted.
func TestNotStoredIsNotGivenOut(t *testing.T) {
	for _, total := range []uint64{0, 100} {
		ledger := &refusing{}
		g := mustNew(t, testScheme(12), Options{Clock: &handClock{now: day}, Ledger: ledger, Total: total})
		if _, err := g.Next(t.Context()); err != errRefused {
			t.Fatalf("Next = %v; want %v", err, errRefused)
		}
		if _, err := g.Next(t.Context()); err != nil || ledger.updates != 2 {
			t.Errorf("after that Next = %v, with %d updates of the ledger; want 2", err, ledger.updates)
		}
		ids := make([]ID, 99)
		if _, err := g.Fill(t.Context(), ids); err != nil || total > 0 && ledger.updates != 2 || g.total > 0 {
			t.Errorf("of a total of %d, %d left, Fill = %v, with %d updates; want 2", total, g.total, err, ledger.updates)
		}
	}
}

// sleeper does something when it has slept.
type sleeper struct {
	*handClock
	then func()
}

func (c sleeper) Sleep(ctx context.Context, d time.Duration) error {
	defer c.then()
	return c.handClock.Sleep(ctx, d)
}

// A caller who waits gets no more than he asked for, though another asks for more meanwhile.
func TestWaiterGetsWhatHeAskedFor(t *testing.T) {
	var g *Generator
	reserve := func(n uint64) {
		r := try.Of(g.Reserve(t.Context(), n)).Or(t)
		try.Equal(t, r.N, n, "reserved")
	}
	g = mustNew(t, testScheme(6), Options{Clock: sleeper{&handClock{now: day}, func() { reserve(10) }}})
	reserve(64)
	reserve(1)
}

func TestFixLeavesNoGap(t *testing.T) {
	s := &Scheme{Name: "v8",
		Bits: Bits{Layout: Layout{
			{Name: "a", Source: Random, Bits: 48, From: 74}, {Name: "version", Bits: 4, Value: 8},
			{Name: "b", Source: Random, Bits: 12, From: 62}, {Name: "variant", Bits: 2, Value: 2},
			{Name: "c", Source: Random, Bits: 62}}}}
	for _, fields := range [][]string{nil, {"a"}, {"b"}, {"c"}, {"a", "c"}, {"a", "b", "c"}, {"version"}} {
		var set []Assignment
		for _, field := range fields {
			set = append(set, Assignment{Field: field})
		}
		fixed := s.Fix(set...)
		try.Equal(t, fixed.Layout.Check(), nil, "Fix(%q):", fields)
	}
	try.Equal(t, s.Layout[0].Source, Random, "after Fix the source of its receiver is")
}

// Twelve random bits and no time: all 4096 values come, each once.
func TestFewRandomBitsRepeatNothing(t *testing.T) {
	s := &Scheme{Name: "few",
		Bits: Bits{Layout: Layout{{Name: "kind", Source: Data, Bits: 8}, {Name: "random", Source: Random, Bits: 12}}}}
	s.Growth = GrowthOf(s.Layout)
	g := mustNew(t, s, Options{Set: []Assignment{{"kind", ID{Lo: 3}}}})
	ids := make([]ID, 5000)
	n, err := g.Fill(context.Background(), ids)
	if n != 4096 || !errors.Is(err, ErrUsedUp) {
		t.Fatalf("Fill = %d, %v; want 4096 and ErrUsedUp", n, err)
	}
	unique(t, ids[:n])
}

// With its random bits set by hand a time-based scheme makes one identifier a tick, and wants a record.
func TestFixedRandomNeedsARecord(t *testing.T) {
	s := &Scheme{Name: "mono",
		Bits: Bits{Tick: time.Millisecond, Epoch: time.Unix(0, 0), Growth: GrowthOne, Backward: BackwardContinue,
			Overflow: OverflowWait, Layout: Layout{{Name: "ms", Source: Time, Bits: 48},
				{Name: "random", Source: Random, Bits: 80}}}}
	if fixed := s.Fix(Assignment{Field: "random"}); s.Recorded() || !fixed.Recorded() {
		t.Errorf("Recorded() = %v, after Fix %v; want false, true", s.Recorded(), fixed.Recorded())
	}
	clock := &handClock{now: day}
	g := mustNew(t, s, Options{Clock: clock, Set: []Assignment{{"random", ID{Lo: 5}}}})
	ids := make([]ID, 10)
	try.Of(g.Fill(context.Background(), ids)).Or(t)
	unique(t, ids)
}
