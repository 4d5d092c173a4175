// Package histories plays made-up histories in tests: of hosts, clocks, disks and stores,
// over the code that has to keep its promise whatever happens.
package histories

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"
)

// History is one that was played.
type History interface {
	// Broken says which promise was broken; empty is none.
	Broken() string

	// Told is what happened, and what to know of it.
	Told() string
}

// Play plays histories, each made up by its seed alone, for as long as limit says, short
// with -short; or as many as IDSCOPE_HISTORIES says ("5000"), or for as long ("10m"). Or
// that of the seed IDSCOPE_SEED alone, which it tells. One that is broken fails the test.
func Play(t *testing.T, limit, short time.Duration, play func(seed uint64) History) {
	t.Helper()
	count := 0
	if testing.Short() {
		limit = short
	}
	if text := os.Getenv("IDSCOPE_HISTORIES"); text != "" {
		var err error
		if count, err = strconv.Atoi(text); err != nil {
			if limit, err = time.ParseDuration(text); err != nil {
				t.Fatalf("IDSCOPE_HISTORIES is %q; want a number or a duration", text)
			}
		}
	}
	seed := rand.Uint64() >> 1
	alone := os.Getenv("IDSCOPE_SEED")
	if alone != "" {
		var err error
		if seed, err = strconv.ParseUint(alone, 10, 64); err != nil {
			t.Fatalf("IDSCOPE_SEED is %q; want a number", alone)
		}
		count = 1
	}
	start, n := time.Now(), 0
	for ; n < count || count == 0 && time.Since(start) < limit; n++ {
		h := play(seed + uint64(n))
		if broken := h.Broken(); broken != "" {
			t.Fatalf("%s\n%s; IDSCOPE_SEED=%d plays it", h.Told(), broken, seed+uint64(n))
		}
		if alone != "" {
			t.Log(h.Told())
		}
	}
	t.Logf("%d histories from seed %d, %.0f a second", n, seed, float64(n)/time.Since(start).Seconds())
}
