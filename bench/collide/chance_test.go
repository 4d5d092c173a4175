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
	outside, sum, expected := 0, 0.0, 0.0
	for _, rate := range []float64{100, 1000, 5000} {
		for seed := range uint64(20) {
			began := time.Now()
			r := run(t, Config{Scheme: s, Each: true, Rate: rate, Poisson: true, Count: count, Seed: seed})
			p := r.Prediction
			n := float64(r.Duplicates)
			if n < p.Low || n > p.High {
				outside++
			}
			sum, expected = sum+n, expected+p.Expected
			if count == 1e9 {
				fmt.Printf("rate %g seed %d: %d duplicates, predicted %.4g, %g to %g; %s\n", rate, seed, r.Duplicates, p.Expected,
					p.Low, p.High, time.Since(began))
			}
		}
	}
	low, high := poissonQuantile(expected, 0.0005), poissonQuantile(expected, 0.9995)
	t.Logf("%d of 60 outside; sum %g, expected %.1f, %g to %g", outside, sum, expected, low, high)
	if outside > 3 || sum < low || sum > high {
		t.Errorf("%d of 60 counts are outside, want at most 3; their sum is %g, want %g to %g", outside, sum, low, high)
	}
}

// TestChanceOfNodes: the same for nodes that each repeat nothing, for evenly spaced
// arrivals, for ticks that are nearly full, and for schemes without a time.
func TestChanceOfNodes(t *testing.T) {
	small := func(bits int, growth gen.Growth) *gen.Scheme {
		return &gen.Scheme{Name: "small",
			Bits: gen.Bits{Epoch: time.Unix(0, 0), Tick: time.Millisecond, Backward: gen.BackwardContinue,
				Overflow: gen.OverflowWait, Growth: growth,
				Layout: gen.Layout{{Name: "time", Source: gen.Time, Bits: 41},
					{Name: "random", Source: gen.Random, Bits: bits}}}}
	}
	timeless := &gen.Scheme{Name: "timeless",
		Bits: gen.Bits{Layout: gen.Layout{{Name: "random", Source: gen.Random, Bits: 30}}, Growth: gen.GrowthStride,
			Overflow: gen.OverflowWait, Backward: gen.BackwardFail}}
	tests := []struct {
		words string
		c     Config
	}{
		{"4 nodes, Poisson", Config{Scheme: small(12, gen.GrowthStride), Nodes: 4, Rate: 2000, Poisson: true}},
		{"4 nodes, in turns", Config{Scheme: small(12, gen.GrowthStride), Nodes: 4, Rate: 6500}},
		{"a process for each, evenly spaced", Config{Scheme: small(12, gen.GrowthStride), Each: true, Rate: 2500}},
		{"ticks of which a third is full", Config{Scheme: small(8, gen.GrowthStride), Each: true, Rate: 80000,
			Poisson: true}},
		{"no time, a process for each", Config{Scheme: timeless, Each: true, Rate: 1000}},
		{"no time, 3 nodes", Config{Scheme: timeless, Nodes: 3, Rate: 1000}},
	}
	for _, test := range tests {
		outside, sum := 0, meanVar{}
		const seeds = 15
		for seed := range uint64(seeds) {
			c := test.c
			c.Count, c.Seed = 120_000, seed
			r := run(t, c)
			p := r.Prediction
			n := float64(r.Duplicates)
			if n < p.Low || n > p.High {
				outside++
			}
			sum = sum.plus(meanVar{n, p.Expected}, 1)
		}
		t.Logf("%s: %d of %d outside, sum %g, expected %.1f", test.words, outside, seeds, sum.mean, sum.variance)
		if outside > 2 || sum.mean < poissonQuantile(sum.variance, 0.0005) || sum.mean > poissonQuantile(sum.variance,
			0.9995) || sum.mean == 0 {
			t.Errorf("%s: %d of %d counts are outside of the interval; their sum is %g, expected %.1f", test.words, outside,
				seeds, sum.mean, sum.variance)
		}
	}
}
