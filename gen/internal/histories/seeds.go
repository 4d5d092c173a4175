package histories

import (
	"iter"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"
)

// What chooses the seeds: one seed, or random ones for a time ("10m"; 1 is a minute).
const (
	SeedVariable = "IDSCOPE_TEST_SEED"
	LongVariable = "IDSCOPE_TEST_LONG"
)

// Seeds are what a test plays: 1 to count; the one of IDSCOPE_TEST_SEED alone; or random
// ones for the time of IDSCOPE_TEST_LONG. If the test fails, the rest is not played, and the
// command that repeats the seed is logged.
func Seeds(t *testing.T, count int) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		last := uint64(0)
		defer func() { // also where the test ended itself
			if t.Failed() {
				t.Logf("to repeat it: %s=%d %s", SeedVariable, last, command(t))
			}
		}()
		for last = range choose(t, count) {
			if !yield(last) || t.Failed() {
				return
			}
		}
	}
}

func choose(t *testing.T, count int) iter.Seq[uint64] {
	seed, limit := alone(t), Long(t)
	return func(yield func(uint64) bool) {
		switch {
		case seed != nil:
			yield(*seed)
		case limit > 0:
			for start := time.Now(); time.Since(start) < limit && yield(rand.Uint64()>>1); {
			}
		default:
			for n := range uint64(count) {
				if !yield(n + 1) {
					return
				}
			}
		}
	}
}

// Long is how long a test plays in the long mode; 0 is any other mode.
func Long(t *testing.T) time.Duration {
	t.Helper()
	switch text := os.Getenv(LongVariable); text {
	case "", "0":
		return 0
	case "1":
		return time.Minute
	default:
		limit, err := time.ParseDuration(text)
		if err != nil {
			t.Fatalf("%s is %q; set it to 1 or a duration", LongVariable, text)
		}
		return limit
	}
}

// alone is the only seed to play; nil is none.
func alone(t *testing.T) *uint64 {
	t.Helper()
	text := os.Getenv(SeedVariable)
	if text == "" {
		return nil
	}
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s is %q; set it to a number", SeedVariable, text)
	}
	return &seed
}

// command runs this test, from any folder of the module.
func command(t *testing.T) string {
	path := "."
	if build, ok := debug.ReadBuildInfo(); ok {
		path = strings.TrimSuffix(build.Path, ".test")
	}
	return "go test " + path + " -run '^" + strings.ReplaceAll(t.Name(), "/", "$/^") + "$'"
}
