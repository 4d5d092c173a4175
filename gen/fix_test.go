package gen

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestFixLeavesNoGap(t *testing.T) {
	s := &Scheme{Name: "v8",
		Bits: Bits{Layout: Layout{
			{Name: "a", Source: Random, Bits: 48, From: 74}, {Name: "version", Bits: 4, Value: 8},
			{Name: "b", Source: Random, Bits: 12, From: 62}, {Name: "variant", Bits: 2, Value: 2},
			{Name: "c", Source: Random, Bits: 62}}}}
	for _, fields := range [][]string{nil, {"a"}, {"b"}, {"c"}, {"a", "c"}, {"a", "b", "c"}, {"version"}} {
		fixed := s.Fix(fields...)
		if err := fixed.Layout.Check(); err != nil {
			t.Errorf("Fix(%q): %v", fields, err)
		}
	}
	if s.Layout[0].Source != Random {
		t.Error("Fix changed its receiver")
	}
}

// Twelve random bits and no time: all 4096 values come, each once.
func TestFewRandomBitsRepeatNothing(t *testing.T) {
	s := &Scheme{Name: "few",
		Bits: Bits{Layout: Layout{{Name: "kind", Source: Data, Bits: 8}, {Name: "random", Source: Random, Bits: 12}}}}
	s.Growth = GrowthOf(s.Layout)
	g := mustNew(t, s, Options{Set: []Assignment{{"kind", FromUint64(3)}}})
	ids := make([]ID, 5000)
	n, err := g.Fill(context.Background(), ids)
	if n != 4096 || !errors.Is(err, ErrUsedUp) {
		t.Fatalf("Fill = %d, %v; want 4096 and ErrUsedUp", n, err)
	}
	unique(t, ids[:n])
}

// With its random bits set by hand a time-based scheme makes one identifier a
// tick, and wants a record.
func TestFixedRandomNeedsARecord(t *testing.T) {
	s := &Scheme{Name: "mono",
		Bits: Bits{Tick: time.Millisecond, Epoch: time.Unix(0, 0), Growth: GrowthOne, Backward: BackwardContinue,
			Overflow: OverflowWait, Layout: Layout{{Name: "ms", Source: Time, Bits: 48},
				{Name: "random", Source: Random, Bits: 80}}}}
	if s.Recorded() || !s.Fix("random").Recorded() {
		t.Errorf("Recorded() = %v, after Fix %v; want false, true", s.Recorded(), s.Fix("random").Recorded())
	}
	clock := &handClock{now: day}
	g := mustNew(t, s, Options{Clock: clock, Set: []Assignment{{"random", FromUint64(5)}}})
	ids := make([]ID, 10)
	if n, err := g.Fill(context.Background(), ids); err != nil {
		t.Fatal(n, err)
	}
	unique(t, ids)
}
