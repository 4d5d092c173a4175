package collide

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"idscope/bench/birthday"
)

// TestPoissonQuantile against published tables and the definition.
func TestPoissonQuantile(t *testing.T) {
	for _, test := range []struct{ mean, q, want float64 }{
		{1, 0.5, 1}, {1, 0.99, 4}, {5.96, 0.005, 1}, {5.96, 0.995, 13}, {10, 0.975, 17}, {59.6, 0.005, 41},
		{59.6, 0.995, 80}, {298, 0.005, 255}, {298, 0.995, 344}, {1e-9, 0.995, 0},
	} {
		sum, term := 0.0, math.Exp(-test.mean)
		k := 0.0
		for sum+term < test.q {
			sum += term
			k++
			term *= test.mean / k
		}
		if got := poissonQuantile(test.mean, test.q); got != k {
			t.Errorf("quantile %g of mean %g = %g; want %g by summing", test.q, test.mean, got, k)
		}
		if math.Abs(k-test.want) > 1 {
			t.Errorf("quantile %g of mean %g = %g; want %g", test.q, test.mean, k, test.want)
		}
	}
	if got := poissonQuantile(5e5, 0.995); math.Abs(got-(5e5+2.5758*math.Sqrt(5e5))) > 5 {
		t.Errorf("quantile of mean 5e5 = %g; want that of the normal distribution", got)
	}
}

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
			func() float64 { return count(free(int(poissonOf(rng, 30)), 60)) }, false},
		{"of three processes without repeats", repeats(30, 60, 3, true), func() float64 {
			return count(distinct(int(poissonOf(rng, 10)), 60), distinct(int(poissonOf(rng, 10)), 60),
				distinct(int(poissonOf(rng, 10)), 60))
		}, true},
		{"4 and 3 in turns, without repeats", repeats(7, 5000, 2, false),
			func() float64 { return count(distinct(4, 5000), distinct(3, 5000)) }, true},
		{"a sequence of 8 that goes round", beyond(6, 8, true),
			func() float64 { return max(0, float64(poissonOf(rng, 6))-8) }, false},
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
					others[i] = &Result{Duplicates: poissonOf(rng, mean)}
				}
				p := simulated(others, true, "")
				if k := float64(poissonOf(rng, mean)); k < p.Low || k > p.High {
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
