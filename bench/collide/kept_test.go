package collide

import (
	"math/rand/v2"
	"testing"

	"idscope/gen/testing/try"
)

// TestRunsCountLikeAMap compares with a count of single positions, for random intervals that lie
// before, after, within and across each other and the blocks, joined now and then.
func TestRunsCountLikeAMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 200 {
		r := newRuns(0, 0, true, false)
		r.bits = 5
		times := map[uint64]uint64{}
		var duplicates, pairs uint64
		for i := range 60 {
			a := rng.Uint64N(300)
			b := a + rng.Uint64N(1+rng.Uint64N(80))
			for p := a; p <= b; p++ {
				if times[p] > 0 {
					duplicates++
					pairs += times[p]
				}
				times[p]++
			}
			try.Works(t, r.span(place{}, a, b))
			if i%20 == 19 {
				for _, list := range r.all {
					*list = joined(*list)
				}
			}
		}
		if d, p := r.count(); d != duplicates || p != pairs {
			t.Fatalf("round %d: %d duplicates, %d pairs; want %d, %d", round, d, p, duplicates, pairs)
		}
	}
}

func TestRunsForget(t *testing.T) {
	r := newRuns(0, 0, true, false)
	r.bits = 5
	for a := range uint64(100) {
		try.Works(t, r.span(place{}, a*10, a*10+3))
	}
	held := len(r.all)
	r.forget(500)
	if n := len(r.all); n >= held || len(r.spare) == 0 {
		t.Errorf("%d blocks of %d are left, %d to use again; want those below gone", n, held, len(r.spare))
	}
	try.Equal(t, r.span(place{}, 100, 103), errForgotten, "a forgotten position is")
	try.Works(t, r.span(place{}, 500, 503))
	if d, _ := r.count(); d != 4 {
		t.Errorf("after forgetting: %d duplicates; want 4", d)
	}
}

// TestRunsJoin: intervals of two nodes that take turns at one counter need no more room than one.
func TestRunsJoin(t *testing.T) {
	r := newRuns(counterBits, 0, false, false)
	for i := range uint64(200_000) {
		for _, from := range []uint64{0, 500_000} {
			try.Works(t, r.span(place{}, from+2*i, from+2*i+1))
		}
	}
	if r.bytes() > 100<<10 {
		t.Errorf("two rising rows take %d bytes; want them joined", r.bytes())
	}
	if d, p := r.count(); d != 0 || p != 0 {
		t.Errorf("%d duplicates, %d pairs; want none", d, p)
	}
}

func TestRunsDoNotAllocateForEach(t *testing.T) {
	r := newRuns(2, 0, true, false)
	a := uint64(0)
	more := func() {
		for range 10000 {
			a += 7
			_ = r.span(place{}, a, a+2)
		}
		r.forget(a >> 2)
	}
	for range 10 {
		more()
	}
	if n := testing.AllocsPerRun(10, more); n > 1 { // the map of blocks
		t.Errorf("10000 intervals allocate %v times; want 1 at most", n)
	}
}
