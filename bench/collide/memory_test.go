package collide

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"
)

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
