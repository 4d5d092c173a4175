package collide

import (
	"fmt"
	"os"
	"testing"
	"time"

	"idscope/gen"
)

// TestChancesHold: of simpleflake at three rates with 20 seeds each, at most 3 of 60
// counts lie outside of the interval of 99 %, and their sum within that of 99.9 %.
// With IDSCOPE_TEST_LONG=1 each count is of 10^9 ids, which takes half an hour;
// else fewer, with fewer random bits so that the expected counts are the same.
func TestChancesHold(t *testing.T) {
	s, count := named(t, "simpleflake"), uint64(1e9)
	if os.Getenv("IDSCOPE_TEST_LONG") == "" {
		count = 1e9 >> 12
		s = &gen.Scheme{Name: "simpleflake-11",
			Bits: gen.Bits{Epoch: s.Epoch, Tick: s.Tick, Backward: s.Backward, Overflow: s.Overflow,
				Growth: s.Growth, Layout: gen.Layout{{Name: "timestamp", Source: gen.Time, Bits: 41},
					{Name: "random", Source: gen.Random, Bits: 11}}},
			Encoding: gen.Encoding{Text: s.Text}}
	}
	var all tally
	for _, rate := range []float64{100, 1000, 5000} {
		for seed := range uint64(20) {
			began := time.Now()
			r := run(t, Config{Scheme: s, Each: true, Rate: rate, Poisson: true, Count: count, Seed: seed})
			if all.add(r); count == 1e9 {
				fmt.Printf("rate %g seed %d: %d duplicates, predicted %+v; %s\n", rate, seed, r.Duplicates,
					r.Prediction, time.Since(began))
			}
		}
	}
	all.judge(t, "simpleflake", 3)
}

// tally are counts of many seeds.
type tally struct {
	counts, outside int
	sum, expected   float64
}

func (a *tally) add(r *Result) {
	p, n := r.Prediction, float64(r.Duplicates)
	if a.counts++; n < p.Low || n > p.High {
		a.outside++
	}
	a.sum, a.expected = a.sum+n, a.expected+p.Expected
}

// judge holds the counts to their intervals, but for so many, and their sum to that of 99.9 %.
func (a *tally) judge(t *testing.T, what string, most int) {
	t.Helper()
	low, high := poissonQuantile(a.expected, 0.0005), poissonQuantile(a.expected, 0.9995)
	t.Logf("%s: %d of %d outside; sum %g, expected %.1f", what, a.outside, a.counts, a.sum, a.expected)
	if a.outside > most || a.sum < low || a.sum > high || a.sum == 0 {
		t.Errorf("%s: %d of %d counts are outside, want at most %d; their sum is %g, want %g to %g", what, a.outside,
			a.counts, most, a.sum, low, high)
	}
}

// TestChanceOfNodes: the same for nodes that each repeat nothing, for evenly spaced
// arrivals, for ticks that are nearly full, and for schemes without a time.
func TestChanceOfNodes(t *testing.T) {
	drawn := func(bits int) *gen.Scheme {
		s := small(gen.Random, bits)
		s.Growth = gen.GrowthStride
		return s
	}
	timeless := &gen.Scheme{Name: "timeless",
		Bits: gen.Bits{Layout: gen.Layout{{Name: "random", Source: gen.Random, Bits: 27}}, Growth: gen.GrowthStride,
			Overflow: gen.OverflowWait, Backward: gen.BackwardFail}}
	tests := []struct {
		words string
		c     Config
	}{
		{"4 nodes, Poisson", Config{Scheme: drawn(10), Nodes: 4, Rate: 2000, Poisson: true}},
		{"4 nodes, in turns", Config{Scheme: drawn(10), Nodes: 4, Rate: 6500}},
		{"a process for each, evenly spaced", Config{Scheme: drawn(10), Each: true, Rate: 2500}},
		{"ticks of which a third is full", Config{Scheme: drawn(8), Each: true, Rate: 80000,
			Poisson: true}},
		{"no time, a process for each", Config{Scheme: timeless, Each: true, Rate: 1000}},
		{"no time, 3 nodes", Config{Scheme: timeless, Nodes: 3, Rate: 1000}},
	}
	for _, test := range tests {
		var all tally
		for seed := range uint64(15) {
			c := test.c
			c.Count, c.Seed = 40_000, seed
			all.add(run(t, c))
		}
		all.judge(t, test.words, 2)
	}
}
