package collide

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"idscope/bench/birthday"
	"idscope/gen/scheme"
)

// repeats are the duplicates among draws of nodes.
func repeats(k, values, nodes float64, poisson bool) (m meanVar) {
	m.mean, m.variance = birthday.Draws{Values: values, Nodes: nodes, Poisson: poisson}.Repeats(k)
	return m
}

// TestModels compares each formula with a simulation of its own, within four
// standard errors.
func TestModels(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	count := func(processes ...[]int) float64 {
		seen, n := map[int]bool{}, 0.0
		for _, p := range processes {
			for _, v := range p {
				if seen[v] {
					n++
				}
				seen[v] = true
			}
		}
		return n
	}
	distinct := func(k, space int) (v []int) {
		for len(v) < min(k, space) {
			if one := rng.IntN(space); !slices.Contains(v, one) {
				v = append(v, one)
			}
		}
		return v
	}
	free := func(k, space int) []int {
		v := make([]int, k)
		for i := range v {
			v[i] = rng.IntN(space)
		}
		return v
	}
	tests := []struct {
		words string
		want  meanVar
		draw  func() float64
		loose bool // the variance is a bound
	}{
		{"50 balls into 60 boxes", repeats(50, 60, math.Inf(1), false), func() float64 { return count(free(50, 60)) },
			false},
		{"5 balls into 300 boxes", repeats(5, 300, math.Inf(1), false), func() float64 { return count(free(5, 300)) },
			true},
		{"a Poisson number of them", repeats(30, 60, math.Inf(1), true),
			func() float64 { return count(free(int(poisson(rng, 30)), 60)) }, false},
		{"of three processes without repeats", repeats(30, 60, 3, true), func() float64 {
			return count(distinct(int(poisson(rng, 10)), 60), distinct(int(poisson(rng, 10)), 60),
				distinct(int(poisson(rng, 10)), 60))
		}, true},
		{"4 and 3 in turns, without repeats", repeats(7, 5000, 2, false),
			func() float64 { return count(distinct(4, 5000), distinct(3, 5000)) }, true},
		{"a sequence of 8 that goes round", beyond(6, 8, true),
			func() float64 { return max(0, float64(poisson(rng, 6))-8) }, false},
	}
	for _, test := range tests {
		const n = 20000
		sum, square := 0.0, 0.0
		for range n {
			v := test.draw()
			sum, square = sum+v, square+v*v
		}
		mean := sum / n
		variance := square/n - mean*mean
		if d := (mean - test.want.mean) / math.Sqrt(variance/n); math.Abs(d) > 4 &&
			math.Abs(mean/test.want.mean-1) > 0.02 {
			t.Errorf("%s: mean %.5f; the formula says %.5f, %.1f standard errors off", test.words, mean, test.want.mean,
				d)
		}
		if !test.loose && math.Abs(variance/test.want.variance-1) > 0.06 || variance > 1.1*test.want.variance {
			t.Errorf("%s: variance %.5f; the formula says %.5f", test.words, variance, test.want.variance)
		}
	}
}

// TestSimulated: of counts with a common mean, 99 of 100 lie within the interval of a few
// others.
func TestSimulated(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for _, mean := range []float64{0.3, 3, 950} {
		for n := fewestOthers; n <= mostOthers; n++ {
			outside := 0
			const rounds = 2000
			for range rounds {
				others := make([]*Result, n)
				for i := range others {
					others[i] = &Result{Duplicates: poisson(rng, mean)}
				}
				p := simulated(others, true, "")
				if k := float64(poisson(rng, mean)); k < p.Low || k > p.High {
					outside++
				}
			}
			if outside > rounds/50 {
				t.Errorf("%d of %d counts of mean %g are outside of the interval of %d others; want 1 of 100", outside,
					rounds, mean, n)
			}
		}
	}
	one := &Result{Duplicates: 2000}
	if p := simulated([]*Result{one, one, one}, false, ""); p.Low != 2000 || p.High != 2000 || p.Expected != 2000 {
		t.Errorf("of equal counts without chance: %+v; want 2000 alone", p)
	}
}

// TestIncident: what the closed form expects is what histories have, within five standard errors
// and a twentieth, for the rules of every system on its schemes.
func TestIncident(t *testing.T) {
	const histories = 12
	forms := 0
	for _, s := range scheme.All() {
		for _, r := range Systems(s) {
			r.worker = min(r.worker, workerKept) // else they hardly ever meet
			for _, rate := range []float64{20, 300, 2000} {
				want, ok := r.AfterIncident(s, rate)
				if !ok {
					continue
				}
				forms++
				var sum, square float64
				for seed := range uint64(histories) {
					c := r.incident(s, rate)
					c.Seed = seed + 1
					n := float64(once(t, c).Duplicates)
					sum, square = sum+n, square+n*n
				}
				mean := sum / histories
				off := 5*math.Sqrt(max(square/histories-mean*mean, want, 1)/histories) + want/20
				t.Logf("%s by %s at %g: closed %.4g, simulated %.4g +- %.3g", s.Name, r.Name, rate, want, mean, off)
				if math.Abs(mean-want) > off {
					t.Errorf("%s by %s at %g a second: %.1f duplicates on average; the closed form says %.1f, +- %.1f",
						s.Name, r.Name, rate, mean, want, off)
				}
			}
		}
	}
	if forms < 40 {
		t.Errorf("%d closed forms are compared; want 40 or more", forms)
	}
}
