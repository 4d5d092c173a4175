package gen

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"idscope/gen/testing/try"
)

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
						if piece.N != 0 {
							t.Errorf("%d identifiers are left of a piece that was built", piece.N)
						}
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
