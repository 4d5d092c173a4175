package gen

import (
	"context"
	"slices"
	"testing"
	"time"
)

// TestReserveIsFill: the numbers of a reservation are those that Fill packs into
// identifiers, for each way in which a sequence goes on.
func TestReserveIsFill(t *testing.T) {
	layout := Layout{{Name: "time", Source: Time, Bits: 40}, {Name: "worker", Source: Worker, Bits: 3}, {Name: "count", Source: Rollback, Bits: 2}, {Name: "seq", Source: Seq, Bits: 5}}
	for _, start := range []Start{{Rule: StartZero}, {Rule: StartCarry}, {Rule: StartRotate, Range: 8}} {
		s := &Scheme{Name: "test", Layout: layout, Epoch: time.Unix(0, 0), Tick: time.Millisecond, Backward: BackwardBits, Overflow: OverflowBorrow, Start: start}
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
						if r.Seq = (r.Seq + 1) % 32; r.Seq == 0 && start.Rule != StartCarry {
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
	id = c.WithSource(id, Seq, FromUint64(r.Seq))
	return c.WithSource(id, Rollback, FromUint64(r.Count))
}

// stepClock goes on when it is told to, and by its Sleep.
type stepClock struct{ now time.Time }

func (c *stepClock) Now() time.Time { return c.now }
func (c *stepClock) Sleep(_ context.Context, d time.Duration) error {
	c.now = c.now.Add(d)
	return nil
}

// TestReplayIsReserve: the same readings of the clock, the same reservations, up
// to the ask for which it has to wait.
func TestReplayIsReserve(t *testing.T) {
	s := &Scheme{Name: "test", Epoch: time.Unix(0, 0), Layout: Layout{{Name: "time", Source: Time, Bits: 40}, {Name: "seq", Source: Seq, Bits: 3}}, Tick: time.Millisecond, Backward: BackwardFail, Overflow: OverflowWait, Start: Start{Rule: StartZero}}
	asks := []Ask{{1000, 1}, {1000, 2}, {1001, 8}, {1003, 0}, {1004, 3}, {1004, 7}, {1009, 1}}
	one, _ := New(s, Options{Clock: &stepClock{}, Ledger: new(pocket)})
	served, open, runs, err := one.Replay(context.Background(), asks, nil)
	if err != nil || served != 5 || open != 2 {
		t.Fatalf("Replay = %d served, %d open, %v; want 5 and 2 of the next", served, open, err)
	}
	clock := &stepClock{}
	other, _ := New(s, Options{Clock: clock, Ledger: new(pocket)})
	var want []Run
	for _, ask := range []Ask{{1000, 1}, {1000, 2}, {1001, 8}, {1004, 3}, {1004, 5}} {
		clock.now = time.UnixMilli(int64(ask.Tick))
		r, err := other.Reserve(context.Background(), ask.N)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, r)
	}
	if !slices.Equal(runs, want) {
		t.Errorf("Replay = %v; want %v", runs, want)
	}
	one.clock = &stepClock{now: time.UnixMilli(1004)}
	if r, err := one.Reserve(context.Background(), open); err != nil || r != (Run{Tick: 1005, N: 2}) {
		t.Errorf("Reserve after it = %v, %v; want the next tick", r, err)
	}
}

// TestDrawIsFill: the same readings of the clock and the same random numbers, the
// same identifiers; with a process for each, those of a Next after each Restart.
func TestDrawIsFill(t *testing.T) {
	for _, growth := range []Growth{GrowthOne, GrowthRandom, GrowthStride} {
		for _, fresh := range []bool{false, true} {
			s := &Scheme{Name: "test", Epoch: time.Unix(0, 0), Layout: Layout{{Name: "time", Source: Time, Bits: 40}, {Name: "random", Source: Random, Bits: 40}}, Tick: time.Millisecond, Growth: growth, Backward: BackwardContinue, Overflow: OverflowWait}
			asks := []Ask{{1000, 1}, {1000, 2}, {1002, 5}}
			one, _ := New(s, Options{Random: SeededRandom(5)})
			got, err := one.Draw(asks, fresh, nil)
			if err != nil {
				t.Fatal(err)
			}
			clock := &stepClock{}
			other, _ := New(s, Options{Random: SeededRandom(5), Clock: clock})
			var want []ID
			for _, ask := range asks {
				clock.now = time.UnixMilli(int64(ask.Tick))
				ids := make([]ID, ask.N)
				for i := 0; i < len(ids) && fresh; i++ {
					other.Restart()
					if ids[i], err = other.Next(context.Background()); err != nil {
						t.Fatal(err)
					}
				}
				if !fresh {
					if _, err := other.Fill(context.Background(), ids); err != nil {
						t.Fatal(err)
					}
				}
				want = append(want, ids...)
			}
			if !slices.Equal(got, want) {
				t.Errorf("growth %d, fresh %v: Draw = %x; want %x", growth, fresh, got, want)
			}
		}
	}
}

func TestReserveRefusesRandomBits(t *testing.T) {
	for _, growth := range []Growth{GrowthNone, GrowthOne, GrowthStride} {
		s := &Scheme{Name: "test", Epoch: time.Unix(0, 0), Layout: Layout{{Name: "time", Source: Time, Bits: 40}, {Name: "random", Source: Random, Bits: 20}}, Tick: time.Millisecond, Growth: growth, Backward: BackwardContinue, Overflow: OverflowWait}
		g, err := New(s, Options{Clock: FixedClock(time.Unix(1, 0))})
		if err != nil {
			t.Fatal(err)
		}
		if r, err := g.Reserve(context.Background(), 1); err != errNoRuns {
			t.Errorf("growth %d: Reserve = %+v, %v; want it refused", growth, r, err)
		}
	}
}

// TestRestartForgets: what a process without a ledger made before a restart, it
// makes again after; with a ledger it does not.
func TestRestartForgets(t *testing.T) {
	s := &Scheme{Name: "test", Epoch: time.Unix(0, 0), Layout: Layout{{Name: "time", Source: Time, Bits: 40}, {Name: "seq", Source: Seq, Bits: 20}}, Tick: time.Millisecond, Backward: BackwardFail, Overflow: OverflowWait, Start: Start{Rule: StartZero}}
	for _, ledger := range []Ledger{nil, new(pocket)} {
		g, err := New(s, Options{Clock: FixedClock(time.Unix(1, 0)), Ledger: ledger})
		if err != nil {
			t.Fatal(err)
		}
		first, err := g.Next(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		g.Restart()
		second, err := g.Next(context.Background())
		if err != nil || (first == second) != (ledger == nil) {
			t.Errorf("ledger %v: %x then %x (%v); want the same without one only", ledger != nil, first, second, err)
		}
	}
}

func TestReserveDoesNotAllocate(t *testing.T) {
	s := &Scheme{Name: "test", Epoch: time.Unix(0, 0), Layout: Layout{{Name: "time", Source: Time, Bits: 40}, {Name: "seq", Source: Seq, Bits: 20}}, Tick: time.Millisecond, Backward: BackwardFail, Overflow: OverflowWait, Start: Start{Rule: StartZero}}
	g, err := New(s, Options{Clock: &stepClock{now: time.Unix(1, 0)}, Ledger: new(pocket)})
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(1000, func() { _, _ = g.Reserve(context.Background(), 3) }); n != 0 {
		t.Errorf("Reserve allocates %v times; want 0", n)
	}
}

func BenchmarkReplay(b *testing.B) {
	s := &Scheme{Name: "test", Epoch: time.Unix(0, 0), Layout: Layout{{Name: "time", Source: Time, Bits: 41}, {Name: "seq", Source: Seq, Bits: 12}}, Tick: time.Millisecond, Backward: BackwardFail, Overflow: OverflowWait, Start: Start{Rule: StartZero}}
	g, _ := New(s, Options{Clock: &stepClock{}, Ledger: new(pocket)})
	asks, runs := make([]Ask, 512), make([]Run, 0, 512)
	tick := uint64(1000)
	for i := 0; b.Loop(); i++ {
		if i%len(asks) == 0 {
			for j := range asks {
				tick++
				asks[j] = Ask{tick, 1}
			}
			if n, _, _, err := g.Replay(context.Background(), asks, runs[:0]); err != nil || n != len(asks) {
				b.Fatal(n, err)
			}
		}
	}
}

func BenchmarkReserve(b *testing.B) {
	s := &Scheme{Name: "test", Epoch: time.Unix(0, 0), Layout: Layout{{Name: "time", Source: Time, Bits: 41}, {Name: "seq", Source: Seq, Bits: 12}}, Tick: time.Millisecond, Backward: BackwardFail, Overflow: OverflowWait, Start: Start{Rule: StartZero}}
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
