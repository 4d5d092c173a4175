package gen

import (
	"context"
	"errors"
	"testing"
	"time"

	"idscope/gen/testing/try"
)

func TestReserveRefusesRandomBits(t *testing.T) {
	for _, growth := range []Growth{GrowthNone, GrowthOne, GrowthStride} {
		s := &Scheme{Name: "test",
			Bits: Bits{Epoch: time.Unix(0, 0), Layout: Layout{{Name: "time", Source: Time, Bits: 40},
				{Name: "random", Source: Random, Bits: 20}}, Tick: time.Millisecond, Growth: growth,
				Backward: BackwardContinue, Overflow: OverflowWait}}
		g := try.Of(New(s, Options{Clock: FixedClock(time.Unix(1, 0))})).Or(t)
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
	g := try.Of(New(s, Options{Clock: &handClock{now: time.Unix(1, 0)}})).Or(t)
	if n := testing.AllocsPerRun(1000, func() { _, _ = g.Reserve(context.Background(), 3) }); n != 0 {
		t.Errorf("Reserve allocates %v times; want 0", n)
	}
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
		if _, err := g.Fill(t.Context(), ids); err != nil || total > 0 && ledger.updates != 2 {
			t.Errorf("of a total of %d Fill = %v, with %d updates of the ledger; want 2", total, err, ledger.updates)
		}
	}
}
