package gen

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"idscope/gen/testing/try"
)

// fillSlowly is Fill as it is meant: one identifier after the other.
func fillSlowly(t *testing.T, g *Generator, dst []ID) {
	t.Helper()
	for n := 0; n < len(dst); {
		try.Works(t, g.take(context.Background(), uint64(len(dst)-n)))
		for r := &g.got; r.N > 0; n++ {
			dst[n] = g.first(r).Or(drawn(t, g))
			if !g.paced {
				r.N--
			} else if err := g.seq.Follow(r, 1, &g.mark.Point); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// drawn is a word for each word of the random bits.
func drawn(t *testing.T, g *Generator) (id ID) {
	t.Helper()
	for _, word := range [...]struct{ to, mask *uint64 }{{&id.Lo, &g.fresh.Lo}, {&id.Mid, &g.fresh.Mid}, {&id.Hi, &g.fresh.Hi}} {
		if *word.mask != 0 {
			v := try.Of(g.entropy.Word()).Or(t)
			*word.to = v & *word.mask
		}
	}
	return id
}

// The fast loops of Fill make what the slow obvious one makes, for every kind of
// layout, growth and start, in batches of any size.
func TestFillIsOneByOne(t *testing.T) {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	layouts := map[string]Bits{
		"plain":         {Layout: Layout{{"t", Time, 41, 0, 0}, {"w", Worker, 10, 0, 0}, {"s", Seq, 12, 0, 0}}},
		"seq in middle": {Layout: Layout{{"t", Time, 39, 0, 0}, {"s", Seq, 8, 0, 0}, {"w", Worker, 16, 0, 0}}},
		"seq across":    {Layout: Layout{{"t", Time, 48, 0, 0}, {"s", Seq, 20, 0, 0}, {"d", Data, 50, 0, 0}}},
		"split seq": {Layout: Layout{{"t", Time, 41, 0, 0}, {"a", Seq, 6, 0, 6}, {"w", Worker, 5, 0, 0},
			{"b", Seq, 6, 0, 0}}},
		"and random": {Layout: Layout{{"t", Time, 48, 0, 0}, {"s", Seq, 16, 0, 0}, {"r", Random, 64, 0, 0}}},
		"carry":      {Layout: Layout{{"t", Time, 32, 0, 0}, {"s", Seq, 4, 0, 0}}, Start: Start{Rule: StartCarry}},
		"one":        {Layout: Layout{{"t", Time, 48, 0, 0}, {"r", Random, 80, 0, 0}}, Growth: GrowthOne},
		"one above": {Layout: Layout{{"t", Time, 48, 0, 0}, {"r", Random, 80, 0, 0}, {"c", Const, 9, 5, 0}},
			Growth: GrowthOne},
		"random growth": {Layout: Layout{{"t", Time, 48, 0, 0}, {"v", Const, 2, 2, 0}, {"r", Random, 62, 0, 0}},
			Growth: GrowthRandom},
		"wide growth": {Layout: Layout{{"t", Time, 48, 0, 0}, {"r", Random, 74, 0, 0}}, Growth: GrowthRandom},
		"stride":      {Layout: Layout{{"t", Time, 40, 0, 0}, {"r", Random, 13, 0, 0}}, Growth: GrowthStride},
		"random 122": {Layout: Layout{{"a", Random, 48, 0, 74}, {"v", Const, 4, 4, 0}, {"b", Random, 12, 0, 62},
			{"x", Const, 2, 2, 0}, {"c", Random, 62, 0, 0}}},
		"random 160": {Layout: Layout{{"t", Time, 32, 0, 0}, {"r", Random, 128, 0, 0}}},
		"random 192": {Layout: Layout{{"r", Random, 192, 0, 0}}},
		"random 64":  {Layout: Layout{{"t", Time, 40, 0, 0}, {"r", Random, 64, 0, 0}}},
	}
	for name, bits := range layouts {
		t.Run(name, func(t *testing.T) {
			s := &Scheme{Name: name, Bits: bits}
			s.Epoch, s.Backward, s.Overflow = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC), BackwardContinue,
				OverflowBorrow
			switch width := s.Layout.Width(Time); {
			case width >= 39:
				s.Tick = time.Millisecond
			case width > 0:
				s.Tick = time.Second
			}
			pair := func(seed uint64) (*Generator, *Generator) {
				o := func() Options {
					return Options{Clock: FixedClock(at), Random: SeededRandom(seed), MaxLead: ptr(1000 * time.Hour)}
				}
				return mustNew(t, s, o()), mustNew(t, s, o())
			}
			sizes := rand.New(rand.NewPCG(1, 2))
			for seed := range uint64(20) {
				fast, slow := pair(seed)
				for range 10 {
					n := 1 + sizes.IntN(700)
					got, want := make([]ID, n), make([]ID, n)
					try.Of(fast.Fill(context.Background(), got)).Or(t)
					fillSlowly(t, slow, want)
					if !slices.Equal(got, want) {
						t.Fatalf("seed %d: Fill of %d makes %x; want %x", seed, n, got, want)
					}
					if fast.mark != slow.mark {
						t.Fatalf("seed %d: the mark is %+v; want %+v", seed, fast.mark, slow.mark)
					}
				}
			}
		})
	}
}
