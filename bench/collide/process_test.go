package collide

import (
	"context"
	"encoding/binary"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/sequence"
	"idscope/gen/testing/try"
)

// handClock reads what it is told to.
type handClock struct{ now time.Time }

func (c *handClock) Now() time.Time                                 { return c.now }
func (c *handClock) Sleep(_ context.Context, d time.Duration) error { c.now = c.now.Add(d); return nil }

// keeper is a record as the core sees it.
type keeper struct{ mark gen.Mark }

func (k *keeper) Update(_ context.Context, f func(*gen.Mark) error) error { return f(&k.mark) }

// small is a scheme of a time in milliseconds and one more field.
func small(source gen.Source, bits int) *gen.Scheme {
	return &gen.Scheme{Name: "test",
		Bits: gen.Bits{Epoch: time.Unix(0, 0), Tick: time.Millisecond, Backward: gen.BackwardContinue,
			Overflow: gen.OverflowWait, Layout: gen.Layout{{Name: "time", Source: gen.Time, Bits: 40},
				{Name: "n", Source: source, Bits: bits}}}}
}

// TestTakeIsReserve: the same readings of the clock, the same reservations as the core's,
// one for which both wait included.
func TestTakeIsReserve(t *testing.T) {
	s := small(gen.Seq, 3)
	s.Start = gen.Start{Rule: gen.StartZero}
	at := &clock{kill: never, segs: []segment{{}}}
	p := try.Of(newProcess(s, at, timeline{s.Timeline(), time.Unix(0, 0), true}, nil, new(sequence.Mark),
		new(randomBits))).Or(t)
	hand := &handClock{}
	other, _ := gen.New(s, gen.Options{Clock: hand, Ledger: new(keeper)})
	for _, a := range []ask{{1000, 1}, {1000, 2}, {1001, 8}, {1004, 3}, {1004, 7}, {1004, 2}, {1009, 1}} {
		at.now = max(at.now, int64(a.tick)*1e6)
		hand.now = time.UnixMilli(max(int64(a.tick), hand.now.UnixMilli()))
		var got sequence.Run
		err := p.take(a.n, &got)
		want, failed := other.Reserve(context.Background(), a.n)
		if err != nil || failed != nil || got != want {
			t.Errorf("%d at %d: take = %v, %v; want %v, %v", a.n, a.tick, got, err, want, failed)
		}
	}
}

// ask is a demand for n ids in a tick.
type ask struct{ tick, n uint64 }

// drawAll draws the ids of asks; fresh generates each in a process that has just started.
func drawAll(t *testing.T, p *process, asks []ask, fresh bool) (ids []gen.ID) {
	t.Helper()
	var r sequence.Run
	for _, a := range asks {
		for n := a.n; n > 0; {
			take := n
			if fresh && p.Paced {
				p.restart()
				take = 1
			}
			if stop := p.reserve(a.tick, take, &r); stop.Reason != nil {
				t.Fatal(stop.Reason)
			}
			for n -= r.N; r.N > 0; {
				ids = append(ids, p.build(&r))
			}
		}
	}
	return ids
}

// TestDrawIsFill: the same readings of the clock and the same random numbers, the
// same ids as the core's; with a process for each, those of processes that
// have just started.
func TestDrawIsFill(t *testing.T) {
	asks := []ask{{1000, 1}, {1000, 2}, {1002, 5}}
	for _, growth := range []gen.Growth{gen.GrowthOne, gen.GrowthRandom, gen.GrowthStride, gen.GrowthNone} {
		s := small(gen.Random, 40)
		if s.Growth = growth; growth == gen.GrowthNone {
			s.Layout[1].Bits = 80
		}
		p := try.Of(newProcess(s, nil, timeline{s.Timeline(), time.Unix(0, 0), true}, nil, nil, &randomBits{5})).Or(t)
		got := drawAll(t, p, asks, false)
		clock := &handClock{}
		other, _ := gen.New(s, gen.Options{Random: &randomBits{5}, Clock: clock})
		var want []gen.ID
		for _, a := range asks {
			clock.now = time.UnixMilli(int64(a.tick))
			ids := make([]gen.ID, a.n)
			try.Of(other.Fill(context.Background(), ids)).Or(t)
			want = append(want, ids...)
		}
		try.Same(t, got, want, "growth %d: draw =", growth)
		shared := &randomBits{5}
		p = try.Of(newProcess(s, nil, timeline{s.Timeline(), time.Unix(0, 0), true}, nil, nil, shared)).Or(t)
		each := drawAll(t, p, asks, true)
		words := &randomBits{5}
		for i, a := range []ask{{1000, 1}, {1000, 1}, {1000, 1}, {1002, 1}} {
			p, _ := newProcess(s, nil, timeline{s.Timeline(), time.Unix(0, 0), true}, nil, nil, words)
			try.Equal(t, drawAll(t, p, []ask{a}, false)[0], each[i], "growth %d: a process for each draws", growth)
		}
	}
}

// TestRandomBits against the outputs of the reference implementation for the seed
// 1234567 (splitmix64.c, as on rosettacode.org).
func TestRandomBits(t *testing.T) {
	r := &randomBits{1234567}
	var b [24]byte
	if n, err := r.Read(b[:]); n != 24 || err != nil {
		t.Fatal(n, err)
	}
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423} {
		try.Equal(t, binary.LittleEndian.Uint64(b[8*i:]), want, "number %d is", i)
	}
	whole, parts := &randomBits{5}, &randomBits{5}
	var x, y [16]byte
	_, _ = whole.Read(x[:])
	_, _ = parts.Read(y[:8])
	_, _ = parts.Read(y[8:])
	try.Equal(t, y, x, "read in parts:")
}
