package collide

import (
	"math/rand/v2"
	"testing"
)

// TestLaneCountsLikeAMap compares with a count of single positions, for random
// intervals that lie before, behind, within and across each other and the pages.
func TestLaneCountsLikeAMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 200 {
		l := &lane{bits: 5, pages: map[uint64]*page{}, spare: new(spares)}
		times := map[uint64]uint64{}
		var duplicates, pairs uint64
		for range 60 {
			a := rng.Uint64N(300)
			b := a + rng.Uint64N(1+rng.Uint64N(80))
			for p := a; p <= b; p++ {
				if times[p] > 0 {
					duplicates++
					pairs += times[p]
				}
				times[p]++
			}
			if err := l.insert(a, b); err != nil {
				t.Fatal(err)
			}
		}
		if l.duplicates != duplicates || l.pairs != pairs {
			t.Fatalf("round %d: %d duplicates, %d pairs; want %d, %d", round, l.duplicates, l.pairs, duplicates, pairs)
		}
		for index, p := range l.pages {
			for i, s := range p.intervals {
				if s.a > s.b || i > 0 && p.intervals[i-1].b >= s.a {
					t.Fatalf("round %d: page %d is out of order: %v", round, index, p.intervals)
				}
				for at := uint64(s.a); at <= uint64(s.b); at++ {
					if times[index<<5|at] != uint64(s.m) {
						t.Fatalf("round %d: position %d was made %d times; want %d", round, index<<5|at, s.m, times[index<<5|at])
					}
				}
			}
		}
	}
}

func TestLaneForgets(t *testing.T) {
	l := &lane{bits: 5, pages: map[uint64]*page{}, spare: new(spares)}
	for a := range uint64(100) {
		if err := l.insert(a*10, a*10+3); err != nil {
			t.Fatal(err)
		}
	}
	held := len(l.pages)
	l.forget(500)
	if n := len(l.pages); n >= held || len(l.spare.free) == 0 {
		t.Errorf("%d pages of %d are left, %d to use again; want those below gone", n, held, len(l.spare.free))
	}
	if err := l.insert(500, 503); err != nil || l.duplicates != 4 {
		t.Errorf("after forgetting: %d duplicates, %v; want 4", l.duplicates, err)
	}
	if err := l.insert(100, 103); err != errForgotten {
		t.Errorf("a forgotten position is %v; want %v", err, errForgotten)
	}
}

func TestLaneDoesNotAllocatePerInsert(t *testing.T) {
	l := &lane{bits: 12, pages: map[uint64]*page{}, spare: new(spares)}
	a := uint64(0)
	more := func() {
		for range 10000 {
			a += 7
			_ = l.insert(a, a+2)
		}
		l.forget(a)
	}
	for range 10 {
		more()
	}
	if n := testing.AllocsPerRun(10, more); n > 1 { // the map of pages
		t.Errorf("10000 inserts allocate %v times; want 1 at most", n)
	}
}
