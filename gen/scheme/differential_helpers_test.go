package scheme

import (
	"math/rand/v2"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
)

// eachOfWorkers makes compared identifiers, by generators of several workers in
// turn, under a clock that runs unevenly and never goes back.
func eachOfWorkers(t *testing.T, s *gen.Scheme, workers []uint64,
	check func(id gen.ID, text string, field func(string) uint64, at time.Time)) {
	t.Helper()
	clock := &schemetest.Clock{At: time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC), Each: 37 * time.Microsecond}
	random := gen.SeededRandom(17)
	for i, worker := range workers {
		g := schemetest.NewGenerator(t, s, gen.Options{Clock: clock, Random: random, Worker: &worker})
		for n := range share(compared, len(workers), i) {
			if n%1000 == 600 {
				clock.At = clock.At.Add(17 * time.Hour)
			}
			id := schemetest.Next(t, g)
			check(id, string(s.Append(nil, id)), fieldReader(t, s, g.Codec(), id), tickTime(s, g.Codec(), id))
			if t.Failed() {
				return
			}
		}
	}
}

// share is how many of all the part i of n takes; together they take all.
func share(all, n, i int) int { return all*(i+1)/n - all*i/n }

// seeded returns numbers that are the same in every run.
func seeded() *rand.Rand { return rand.New(rand.NewPCG(6, 9)) }
