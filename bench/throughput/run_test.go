package throughput

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"idscope/bench/chart"
	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/gen/testing/try"
)

// fake is a subject whose ids take as long as cost says, on a clock of its own.
type fake struct {
	mu     sync.Mutex
	now    time.Time
	cost   func() time.Duration // of the next id
	calls  int
	opened int
	fails  [3]error // of a subject, as it is opened, used or closed
}

func (f *fake) Now() time.Time { return f.now }

func (f *fake) subject(name string, hows ...How) Subject {
	fails := f.fails
	return Subject{Name: name, Hows: hows, Open: func(How) (*Maker, error) {
		f.opened++
		next := uint64(0)
		return &Maker{
			Close: func() error { return fails[2] },
			Loop: func(_ context.Context, _ How, n int) error {
				f.mu.Lock()
				defer f.mu.Unlock()
				f.calls++
				f.now = f.now.Add(time.Duration(n) * f.cost())
				return fails[1]
			},
			Take: func(_ context.Context, dst []gen.ID) error {
				f.mu.Lock()
				defer f.mu.Unlock()
				for i := range dst {
					dst[i] = gen.ID{Lo: next % 900}
					next++
				}
				return nil
			},
		}, fails[0]
	}}
}

// plain is a source without records.
func plain(s *gen.Scheme, overflow gen.Overflow, lead time.Duration, total uint64) (*gen.Generator, func() error,
	error) {
	g, err := gen.New(s, gen.Options{Overflow: overflow, MaxLead: &lead, Total: total})
	return g, func() error { return nil }, err
}

// own opens a scheme of ours as a subject.
func own(t *testing.T, name string) Subject {
	t.Helper()
	s, _ := scheme.Get(name)
	return try.Of(Own(s, DefaultLead, plain)).Or(t)
}

func steady(d time.Duration) func() time.Duration { return func() time.Duration { return d } }

func TestRunTimesIDs(t *testing.T) {
	f := &fake{cost: steady(50 * time.Nanosecond)}
	fifty := f.subject("fifty", Next, Fill)
	open := fifty.Open
	fifty.Open = func(how How) (*Maker, error) {
		m, err := open(how)
		m.Ahead = func() time.Duration { return map[How]time.Duration{Next: 3, Fill: 2}[how] }
		return m, err
	}
	r := Run(context.Background(), []Subject{fifty},
		Options{Samples: 7, Time: time.Millisecond, Check: 1000, Now: f.Now, Threads: []int{1, 3}})
	m := r.Subjects[0]
	if m.Err != nil || r.Partial || len(m.Cases) != 4 || m.Checked != 1000 || m.Duplicates != 100 {
		t.Fatalf("Run = %+v; want four cases, 100 duplicates of 1000, and no error", m)
	}
	for _, c := range m.Cases {
		try.Equal(t, len(c.Samples), 7, "%s of %d goroutines: samples", c.How, c.Threads)
		if c.NsPerID != 50 && c.Threads == 1 {
			t.Errorf("%s: %v ns per id; want 50", c.How, c.NsPerID)
		}
		took := time.Duration(c.IDs) * 50
		if c.Threads == 1 && (took < 900*time.Microsecond || took > 1100*time.Microsecond) {
			t.Errorf("%s: a sample of %d ids takes %s; want 1ms", c.How, c.IDs, took)
		}
	}
	record := r.Records(nil, 0)[0]
	if record.BorrowedNs != 3 || record.Cases[0].Lead != 3 || record.Cases[3].Lead != 2 {
		t.Errorf("the longest lead of %+v is %d ns; want 3, and 2 in bulk", record.Cases, record.BorrowedNs)
	}
	if m.Case(Next, 3) == nil || m.Case(Next, 2) != nil || m.Case(Strict, 1) != nil {
		t.Errorf("the cases are %+v; want next and fill of 1 and 3 goroutines", m.Cases)
	}
}

// TestCalibration: a sample is as long however slow or fast the ids are, also where a call is held
// up, as by another program; what may be borrowed bounds it, so that no generator waits in it.
func TestCalibration(t *testing.T) {
	const goal = 10 * time.Millisecond
	for _, test := range []struct {
		cost    time.Duration
		held    int     // call that takes 64 ms or more
		ceiling float64 // ids a second
		lead    time.Duration
		ids     uint64 // 0 for as many as the goal takes, within a tenth
	}{
		{cost: 1}, {cost: 3}, {cost: 60}, {cost: 2500}, {cost: 40 * time.Microsecond}, {cost: 3 * time.Millisecond},
		{cost: 60, held: 1}, {cost: 60, held: 2}, {cost: 60, held: 3}, {cost: 60, held: 4},
		{cost: 1, ceiling: 1000, lead: 2 * time.Second, ids: 2000}, {cost: 60, ceiling: 1000},
		{cost: 1, ceiling: 0.1, lead: time.Second, ids: 1},
	} {
		f := &fake{}
		f.cost = func() time.Duration {
			if f.calls == test.held {
				return time.Millisecond
			}
			return test.cost
		}
		s, c := f.subject("x", Next), Case{Threads: 1, goal: goal}
		s.Ceiling, s.Lead = test.ceiling, test.lead
		try.Works(t, (Options{Now: f.Now}).calibrate(context.Background(), &s, &c))
		took := time.Duration(c.IDs) * test.cost
		if test.ids == 0 && (took < goal*9/10 || took > goal*11/10) || test.ids > 0 && uint64(c.IDs) != test.ids {
			t.Errorf("%+v: a sample has %d ids, %s; want %s, or so many ids", test, c.IDs, took, goal)
		}
	}
}

// The samples of the cases take turns, and what was taken is kept when the
// context ends.
func TestPartial(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	f := &fake{cost: steady(10)}
	steps := 0
	r := Run(ctx, []Subject{f.subject("a", Next), f.subject("b", Next)},
		Options{Samples: 10, Time: time.Millisecond, Check: 100, Now: f.Now, Threads: []int{1},
			Step: func(done, total int) {
				if done != steps || total != 24 {
					t.Errorf("step %d of %d; want %d of 24", done, total, steps)
				}
				if steps++; steps == 2+2*3+1+1 {
					cancel()
				}
			}})
	if !r.Partial {
		t.Error("the report is whole; want it partial")
	}
	for i, want := range []int{4, 3} {
		m := r.Subjects[i]
		if m.Err != nil || len(m.Cases) != 1 || len(m.Cases[0].Samples) != want || m.Checked != 0 {
			t.Errorf("%s = %+v; want %d samples, nothing searched", m.Subject.Name, m, want)
		}
	}
	cancelled := Run(ctx, []Subject{f.subject("a", Next)}, Options{Samples: 1, Time: 1, Now: f.Now, Threads: []int{1}})
	if !cancelled.Partial || len(cancelled.Subjects[0].Cases) != 0 {
		t.Errorf("with an ended context: %+v; want no cases", cancelled)
	}
}

// One subject that fails, as it is opened, used or closed, does not take the others with it.
func TestFailure(t *testing.T) {
	f, no := &fake{cost: steady(10)}, errors.New("broken")
	for i, fails := range [][3]error{{no}, {nil, no}, {nil, no}, {nil, nil, no}} {
		f.fails = fails
		bad := f.subject("bad", Next)
		f.fails = [3]error{}
		r := Run(context.Background(), []Subject{bad, f.subject("good", Next)},
			Options{Samples: 2, Time: time.Millisecond, Now: f.Now, Threads: []int{1 + i%2}})
		if r.Subjects[0].Err != no || r.Partial || len(r.Subjects[0].Cases) != 0 || len(r.Subjects[1].Cases) != 1 {
			t.Errorf("%v: %+v; want the error of the first, the cases of the second", fails, r.Subjects)
		}
	}
	still := Run(context.Background(), []Subject{f.subject("still", Next)},
		Options{Samples: 2, Time: time.Millisecond, Now: func() time.Time { return time.Unix(0, 0) }, Threads: []int{1},
			Step: func(done, total int) {
				if done > 100 || total != 3 {
					panic("goes on for ever")
				}
			}})
	if still.Subjects[0].Err == nil || !strings.Contains(still.Subjects[0].Err.Error(), "stood still") {
		t.Errorf("of a clock that stands still: %v; want an error", still.Subjects[0].Err)
	}
}

// Every scheme is either measured in all its ways or refused with a reason, and
// makes no duplicates under several goroutines, far ahead of the clock.
func TestEveryScheme(t *testing.T) {
	for _, s := range scheme.All() {
		sub, err := Own(s, DefaultLead, plain)
		if err != nil {
			if s.Generated() && s.Varies() && !errors.Is(err, gen.ErrEnded) {
				t.Errorf("Own(%s): %v; want a subject", s.Name, err)
			}
			continue
		}
		m, err := sub.Open(Next)
		if err != nil {
			t.Errorf("Open(%s): %v", s.Name, err)
			continue
		}
		for _, how := range sub.Hows {
			if err := m.Loop(context.Background(), how, Block+1); err != nil && how != Strict {
				t.Errorf("%s, %s: %v", s.Name, how, err)
			}
		}
		found := Measured{Subject: sub}
		err = (Options{Check: 20000, Threads: []int{1}}).search(context.Background(), &found)
		if err != nil || found.Duplicates != 0 || found.Checked < 10000 {
			t.Errorf("%s: %d duplicates of %d (%v); want none of 20000", s.Name, found.Duplicates, found.Checked, err)
		}
	}
}

// Strict making is never ahead of the clock, ordinary making may be.
func TestStrictDoesNotBorrow(t *testing.T) {
	sub := own(t, "sonyflake")
	if sub.Ceiling != 25600 || sub.Tick != 10*time.Millisecond {
		t.Errorf("sonyflake: %v a second in ticks of %s; want 25600 of 10ms", sub.Ceiling, sub.Tick)
	}
	try.Equal(t, own(t, "uuidv7").Tick, 244*time.Nanosecond, "the tick of uuidv7, a 4096th of a millisecond:")
	for _, how := range []How{Strict, Fill} {
		m := try.Of(sub.Open(how)).Or(t)
		try.Works(t, m.Loop(context.Background(), Fill, 600))
		if ahead := m.Ahead() > 0; ahead == (how == Strict) {
			t.Errorf("%v: a lead of %s", how, m.Ahead())
		}
	}
}

func TestStrictFrom(t *testing.T) {
	for tick, want := range map[time.Duration]time.Duration{time.Millisecond: 0, 25 * time.Millisecond: 0,
		time.Second: 2 * time.Second} {
		s := Subject{Tick: tick, Hows: []How{Next, Strict}}
		least := s.StrictFrom()
		try.Equal(t, least, want, "ticks of %v:", tick)
		strict := func(sample time.Duration) []Case {
			return Options{Hows: []How{Strict}, Time: sample}.cases(&s)
		}
		if list := strict(max(least, time.Millisecond)); len(list) != 1 || list[0].goal < 20*tick {
			t.Errorf("ticks of %v are measured in samples of %v as %+v; want 20 ticks or more", tick, least, list)
		}
		if least > 0 && len(strict(least-1)) != 0 {
			t.Errorf("ticks of %v are measured in samples of less than %v", tick, least)
		}
	}
	try.Equal(t, (&Subject{Tick: time.Second, Hows: []How{Next}}).StrictFrom(), 0, "of a subject that is never strict:")
}

// The loops add no allocation per id to what the makers do.
func TestLoopsDoNotAllocate(t *testing.T) {
	for _, name := range []string{"snowflake", "uuidv4", "uuidv7", "ulid"} {
		m, _ := own(t, name).Open(Next)
		for _, how := range []How{Next, NextText, Fill, FillText} {
			if n := testing.AllocsPerRun(3, func() { m.Loop(context.Background(), how, 2*Block) }); n > 10 {
				t.Errorf("%s, %s: %v allocations for %d ids; want the 2 buffers, and what a generator makes once", name,
					how, n, 2*Block)
			}
		}
	}
}

// TestFigures: figures, differences and duplicates, of schemes that differ by noise and of a rival that is slower.
func TestFigures(t *testing.T) {
	f, base := &fake{}, time.Duration(0)
	f.cost = func() time.Duration { // each call takes time of its own: those of several goroutines more
		f.now = f.now.Add(100 * time.Microsecond)
		return base + time.Duration(f.opened%7)
	}
	subjects := []Subject{f.subject("a", Next, Strict), f.subject("b", Next, Fill), f.subject("b", Next, Fill, Strict)}
	subjects[0].Ceiling, subjects[0].Lead, subjects[0].Tick = 48000, time.Second, time.Millisecond
	subjects[1].Package = "example.org/slow/v2"
	for i, s := range subjects {
		subjects[i].Open = func(how How) (*Maker, error) {
			base = 100 + 50*time.Duration(i%2)
			m, err := s.Open(how)
			m.Ahead = func() time.Duration { return time.Hour / time.Duration(f.opened) }
			return m, err
		}
	}
	r := Run(context.Background(), subjects,
		Options{Samples: 10, Time: time.Millisecond, Now: f.Now, Threads: []int{1, 2}, Check: 1e5})
	disturbed := chart.Figure{Bars: []chart.Bar{{Name: "a", Value: 10, Low: 9, High: 11},
		{Name: "b", Value: 20, Low: 19, High: 3000}, {Name: "c", Value: 1, Low: 1, High: 60}}}
	clip(&disturbed) // one disturbed sample does not make stubs of the other bars, and it is said
	text := fmt.Sprintf("%+v\n%+v\n%s\n%+v\n%+.4v %+.4v\n%d calls of %d, %.4g of the ceiling\n", Figures(r), disturbed,
		r.Found(), r.Table(), *r.Subjects[1].Cases[0].Versus, *r.Subjects[2].Cases[0].Versus, f.calls, f.opened,
		r.Records(nil, 0)[0].Reached)
	try.File(t, "testdata/figures.txt", strings.NewReplacer("} {", "}\n{", "] [", "]\n[").Replace(text))
}

// TestWithin: rounds end when the time is over, once there are enough samples for an
// interval; nothing else is left out.
func TestWithin(t *testing.T) {
	for _, test := range []struct {
		within time.Duration
		want   int
	}{{0, 20}, {time.Hour, 20}, {time.Nanosecond, FewestSamples}, {12 * time.Millisecond, 10}, {9_723_200, 8}} {
		f := &fake{cost: steady(50 * time.Nanosecond)}
		r := Run(context.Background(), []Subject{f.subject("fifty", Next)}, Options{Samples: 20, Time: time.Millisecond,
			Now: f.Now, Threads: []int{1}, Within: test.within})
		got := len(r.Subjects[0].Cases[0].Samples)
		if got != test.want || r.Samples != got || r.Partial {
			t.Errorf("within %s: %d samples, the report says %d, partial %t; want %d", test.within, got,
				r.Samples, r.Partial, test.want)
		}
	}
}

func TestNanoseconds(t *testing.T) {
	for v, want := range map[float64]string{0: "0.00", 1.754: "1.75", 9.996: "10.0", 62.14: "62.1", 99.96: "100",
		38630: "38630", 123456: "123us", 99999: "99999", 1e5: "100us", 2.5e6: "2500us"} {
		try.Equal(t, nanoseconds(v), want, "nanoseconds(%v) =", v)
	}
}
