package gen

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestReserveIsFill: the numbers of a reservation are those that Fill packs into
// identifiers, for each way in which a sequence goes on.
func TestReserveIsFill(t *testing.T) {
	layout := Layout{{Name: "time", Source: Time, Bits: 40}, {Name: "worker", Source: Worker, Bits: 3},
		{Name: "count", Source: Rollback, Bits: 2}, {Name: "seq", Source: Seq, Bits: 5}}
	for _, start := range []Start{{Rule: StartZero}, {Rule: StartCarry}, {Rule: StartRotate, Range: 8}} {
		s := &Scheme{Name: "test",
			Bits: Bits{Layout: layout, Epoch: time.Unix(0, 0), Tick: time.Millisecond, Backward: BackwardBits,
				Overflow: OverflowBorrow, Start: start}}
		var filled []ID
		var counted []ID
		for _, reserve := range []bool{false, true} {
			clock := &stepClock{now: time.Unix(1000, 0)}
			g, err := New(s, Options{Clock: clock, Random: SeededRandom(1), Ledger: new(pocket)})
			if err != nil {
				t.Fatal(err)
			}
			for _, step := range []time.Duration{0, time.Millisecond, -5 * time.Millisecond, time.Second} {
				clock.now = clock.now.Add(step)
				if !reserve {
					ids := make([]ID, 50)
					if _, err := g.Fill(context.Background(), ids); err != nil {
						t.Fatal(err)
					}
					filled = append(filled, ids...)
					continue
				}
				for left := uint64(50); left > 0; {
					r, err := g.Reserve(context.Background(), left)
					if err != nil || r.N < 1 || r.N > left {
						t.Fatalf("start %s: Reserve(%d) = %+v, %v; want 1 to %[2]d", start, left, r, err)
					}
					left -= r.N
					for range r.N {
						counted = append(counted, numbers(g.codec, r))
						if r.Value.Lo = (r.Value.Lo + 1) % 32; r.Value.Lo == 0 && start.Rule != StartCarry {
							r.Tick++
						}
					}
				}
			}
		}
		for i := range filled {
			if filled[i] != counted[i] {
				t.Fatalf("start %s: id %d of Reserve is %x; want %x as of Fill", start, i, counted[i], filled[i])
			}
		}
	}
}

func numbers(c *Codec, r Run) ID {
	id := c.WithSource(ID{}, Time, FromUint64(r.Tick))
	id = c.WithSource(id, Seq, FromUint64(r.Value.Lo))
	return c.WithSource(id, Rollback, FromUint64(r.Count))
}

// stepClock goes on when it is told to, and by its Sleep.
type stepClock struct{ now time.Time }

func (c *stepClock) Now() time.Time { return c.now }
func (c *stepClock) Sleep(_ context.Context, d time.Duration) error {
	c.now = c.now.Add(d)
	return nil
}

func TestReserveRefusesRandomBits(t *testing.T) {
	for _, growth := range []Growth{GrowthNone, GrowthOne, GrowthStride} {
		s := &Scheme{Name: "test",
			Bits: Bits{Epoch: time.Unix(0, 0), Layout: Layout{{Name: "time", Source: Time, Bits: 40},
				{Name: "random", Source: Random, Bits: 20}}, Tick: time.Millisecond, Growth: growth,
				Backward: BackwardContinue, Overflow: OverflowWait}}
		g, err := New(s, Options{Clock: FixedClock(time.Unix(1, 0))})
		if err != nil {
			t.Fatal(err)
		}
		if r, err := g.Reserve(context.Background(), 1); err != errNoRuns {
			t.Errorf("growth %d: Reserve = %+v, %v; want it refused", growth, r, err)
		}
	}
}

func TestReserveDoesNotAllocate(t *testing.T) {
	s := &Scheme{Name: "test",
		Bits: Bits{Epoch: time.Unix(0, 0), Layout: Layout{{Name: "time", Source: Time, Bits: 40},
			{Name: "seq", Source: Seq, Bits: 20}}, Tick: time.Millisecond, Backward: BackwardFail,
			Overflow: OverflowWait, Start: Start{Rule: StartZero}}}
	g, err := New(s, Options{Clock: &stepClock{now: time.Unix(1, 0)}, Ledger: new(pocket)})
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(1000, func() { _, _ = g.Reserve(context.Background(), 3) }); n != 0 {
		t.Errorf("Reserve allocates %v times; want 0", n)
	}
}

func BenchmarkReserve(b *testing.B) {
	s := &Scheme{Name: "test",
		Bits: Bits{Epoch: time.Unix(0, 0), Layout: Layout{{Name: "time", Source: Time, Bits: 41},
			{Name: "seq", Source: Seq, Bits: 12}}, Tick: time.Millisecond, Backward: BackwardFail,
			Overflow: OverflowWait, Start: Start{Rule: StartZero}}}
	clock := &stepClock{now: time.Unix(1, 0)}
	g, _ := New(s, Options{Clock: clock, Ledger: new(pocket)})
	for b.Loop() {
		clock.now = clock.now.Add(time.Millisecond)
		if _, err := g.Reserve(context.Background(), 1); err != nil {
			b.Fatal(err)
		}
	}
}

// pocket is a ledger as cheap as can be: it relies on f changing nothing when it
// fails.
type pocket struct{ mark Mark }

func (p *pocket) Update(_ context.Context, f func(*Mark) error) error { return f(&p.mark) }

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
		if _, err := g.Fill(t.Context(), ids); err != nil || total > 0 && ledger.updates != 2 {
			t.Errorf("of a total of %d Fill = %v, with %d updates of the ledger; want 2", total, err, ledger.updates)
		}
	}
}
