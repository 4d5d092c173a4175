package collide

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

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
	held, bytes := len(r.all), r.bytes()
	r.forget(500)
	if n := len(r.all); n >= held || r.bytes() >= bytes {
		t.Errorf("%d blocks of %d are left, %d bytes of %d; want those below gone", n, held, r.bytes(), bytes)
	}
	try.Equal(t, r.span(place{}, 100, 103), errForgotten, "a forgotten position is")
	try.Works(t, r.span(place{}, 500, 503))
	d, _ := r.count()
	try.Equal(t, d, 4, "duplicates after forgetting:")
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

// live is how much of the heap is in use.
func live() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestMemoryIsHeld: what a simulation keeps stays within the memory that it was given
// until it refuses to go on, and nothing of it stays behind.
func TestMemoryIsHeld(t *testing.T) {
	for _, c := range []struct {
		words, scheme, rules string
		refused              bool
	}{
		{"few ids in each of many ticks, in maps", "uuidv7", "ours", true},
		{"many ids of a tick, in maps", "simpleflake", "ours", true},
		{"ticks of one id each", "snowflake", "cockroach", true},
		{"sequences that overlap anyhow", "snowflake", "leaf", false},
	} {
		before, most, calls := live(), int64(0), 0
		config := Config{Scheme: named(t, c.scheme), Rules: rules(t, c.rules), Nodes: 2, Rate: 100_000, Poisson: true,
			For: 10 * time.Second, Seed: 1, Memory: 4 << 20, Faults: []Fault{step(-8*time.Second, 9*time.Second)}}
		config.Progress = func(int64, int64) {
			if calls++; calls%4 == 0 {
				most = max(most, live()-before)
			}
		}
		r, err := Run(context.Background(), config)
		var full *FullError
		if refused := errors.As(err, &full); refused != c.refused || most < 1<<17 || most > config.Memory {
			t.Errorf("%s: %.1f MB were in use, %v, %v; want at most 4", c.words, float64(most)/(1<<20), r, err)
		}
	}
	before := live()
	r := once(t, Config{Scheme: named(t, "snowflake"), Rules: rules(t, "cockroach"), Rate: 50_000,
		For: 10 * time.Second, Seed: 1, Faults: []Fault{step(-9*time.Second, 9*time.Second)}})
	if left := live() - before; left > 1<<20 {
		t.Errorf("the result of %d ids keeps %.1f MB; want its counts alone", r.Made, float64(left)/(1<<20))
	}
	runtime.KeepAlive(r)
}
