package collide

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
)

func named(t testing.TB, name string) *gen.Scheme {
	t.Helper()
	s, ok := scheme.Get(name)
	if !ok {
		t.Fatalf("no scheme %s", name)
	}
	return s
}

func rules(t testing.TB, name string) Rules {
	t.Helper()
	r, ok := RulesOf(name)
	if !ok {
		t.Fatalf("no rules %s", name)
	}
	return r
}

// run simulates, with what is expected.
func run(t testing.TB, c Config) *Result {
	t.Helper()
	r, err := Run(context.Background(), c)
	if err != nil {
		t.Fatalf("%s by %s: %v", c.Scheme.Name, c.Rules.Name, err)
	}
	return r
}

// predicted holds the count to what is predicted, where anything is.
func predicted(t testing.TB, what string, r *Result) {
	t.Helper()
	p, n := r.Prediction, float64(r.Duplicates)
	if !p.Unknown() && (n < p.Low || n > p.High) {
		t.Errorf("%s, %s by %s: %g duplicates of %d; predicted %+v", what, r.Scheme, r.Rules, n, r.Made, p)
	}
}

// once simulates one history, without an expectation.
func once(t testing.TB, c Config) *Result {
	t.Helper()
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	r, err := simulate(context.Background(), &c)
	if err != nil {
		t.Fatalf("%s by %s: %v", c.Scheme.Name, c.Rules.Name, err)
	}
	return r
}

func step(d, at time.Duration) Fault { return Fault{Kind: Step, Shift: d, At: at, Timed: true} }
func restart(at time.Duration) Fault { return Fault{Kind: Restart, At: at, Timed: true} }

func poissonOf(rng *rand.Rand, mean float64) uint64 { return poisson{mean, math.Exp(-mean)}.draw(rng) }
