package collide

import (
	"context"
	"testing"
	"time"
)

// TestEstimate: the time of the trial, by how much more is asked for.
func TestEstimate(t *testing.T) {
	s, calls := named(t, "snowflake"), 0
	now := func() time.Time { // 2 s between two calls
		calls++
		return time.Unix(int64(2*calls), 0)
	}
	for _, test := range []struct {
		words string
		c     Config
		want  time.Duration
	}{
		{"a short one", Config{Scheme: s, Rate: 1000, Count: 1_000_000}, 0},
		{"by count", Config{Scheme: s, Rate: 1000, Count: 100_000_000}, 200 * time.Second},
		{"by time, with a fault", Config{Scheme: s, Rate: 1e6, For: 50 * time.Second,
			Faults: []Fault{{Kind: Restart, At: 10 * time.Second}}}, 100 * time.Second},
		{"what cannot run", Config{Scheme: s, Rate: -1, Count: 100_000_000}, 0},
	} {
		if got := Estimate(context.Background(), test.c, now); got != test.want {
			t.Errorf("%s: %s; want %s", test.words, got, test.want)
		}
	}
}
