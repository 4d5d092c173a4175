package gen

import (
	"context"
	"math"
	"testing"
	"time"

	"idscope/gen/sequence"
	"idscope/gen/testing/try"
)

// TestSkew: at low rates every id begins a tick, and where its sequence begins decides how
// ids spread over tables that are chosen by id mod n. Two consumers that take ids in turn,
// as orders and their items, see every second one: only chance spreads those.
func TestSkew(t *testing.T) {
	const ids = 3200
	for _, c := range []struct {
		start      string
		even, both bool // for one consumer, and for each of two
	}{
		{"zero", false, false}, {"rotate:2", false, false}, {"rotate:64", true, false}, {"random:64", true, true},
	} {
		even, both := true, true
		for _, rate := range []int{1, 10, 100, 1000} {
			s := testScheme(12)
			s.Start, _ = sequence.ParseStart(c.start)
			clock := &handClock{now: day}
			g := mustNew(t, s, Options{Clock: clock, Random: SeededRandom(5)})
			var all []uint64
			for range ids {
				id := try.Of(g.Next(context.Background())).Or(t)
				all = append(all, id.Lo)
				clock.now = clock.now.Add(time.Second / time.Duration(rate))
			}
			for _, n := range []uint64{2, 4, 16} {
				even = even && spread(all, n, 1)
				both = both && spread(all, n, 2) && spread(all[1:], n, 2)
			}
		}
		if even != c.even || both != c.both {
			t.Errorf("start %s spreads the ids of one consumer evenly: %t, of each of two: %t; want %t, %t", c.start, even,
				both, c.even, c.both)
		}
	}
}

// spread reports whether every step-th of the ids is spread over the n remainders as chance
// would, or better: chi-square within five of its standard deviations.
func spread(ids []uint64, n uint64, step int) bool {
	counts, of := make([]float64, n), 0.0
	for i := 0; i < len(ids); i += step {
		counts[ids[i]%n]++
		of++
	}
	chi := 0.0
	for _, k := range counts {
		chi += (k - of/float64(n)) * (k - of/float64(n)) / (of / float64(n))
	}
	free := float64(n - 1)
	return chi < free+5*math.Sqrt(2*free)
}
