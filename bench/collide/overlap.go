package collide

import (
	"math"
)

// overlap is the count of duplicates of one tick in which processes make Poisson
// numbers of those means each, at most room, from the same sequence number on: the
// sum less the largest. The variance of more than two with too little room is a
// bound, by Efron and Stein; else both are exact.
func overlap(room float64, means ...float64) meanVar {
	sum, top := 0.0, 0.0
	for _, mean := range means {
		sum, top = sum+mean, max(top, mean)
	}
	roomy := room >= top+10*math.Sqrt(top)+10
	top += 40*math.Sqrt(top) + 40
	below := make([]float64, len(means)) // chance that each is less than k
	mean, most, mostSquare, bothSquare, together := 0.0, 0.0, 0.0, 0.0, 0.0
	for k := 1.0; k < top && k <= room; k++ {
		lg, _ := math.Lgamma(k)
		all, both := 1.0, 1.0 // chances that all are less than k, that none is
		largest := 0.0        // sum of means times the chance that one is k-1, and none is more
		for i, m := range means {
			equal := math.Exp((k-1)*math.Log(m) - m - lg)
			largest *= min(below[i]+equal, 1)
			largest += m * equal * all
			below[i] = min(below[i]+equal, 1)
			mean += 1 - below[i]
			all *= below[i]
			both *= 1 - below[i]
		}
		mean -= 1 - all
		most += 1 - all
		mostSquare += (2*k - 1) * (1 - all)
		bothSquare += (2*k - 1) * both // the least of two reaches k when both do
		together += largest
	}
	switch {
	case len(means) == 2:
		return meanVar{mean, max(0, bothSquare-mean*mean)}
	case !roomy:
		return meanVar{mean, sum}
	}
	// For a Poisson number N of mean m, E[N f(N)] = m E[f(N+1)]: so the covariance of the
	// sum and the largest is the sum of m times the chance that N is the largest.
	return meanVar{mean, max(0, sum+mostSquare-most*most-2*together)}
}

// wrapped is the count for sequences that go round: what a tick is asked for
// beyond the room that it has.
func (s *sim) wrapped(lambda, room float64) meanVar {
	ticks := s.total() / lambda
	if !s.Poisson {
		few := math.Floor(lambda)
		m := (1-(lambda-few))*max(0, few-room) + (lambda-few)*max(0, few+1-room)
		return meanVar{ticks * m, ticks * m * 1e-3}
	}
	mean, square := 0.0, 0.0
	for k := room + 1; k < max(room, lambda)+40*math.Sqrt(lambda)+40; k++ {
		lg, _ := math.Lgamma(k + 1)
		p := math.Exp(k*math.Log(lambda) - lambda - lg)
		mean += p * (k - room)
		square += p * (k - room) * (k - room)
	}
	return meanVar{ticks * mean, ticks * (square - mean*mean)}
}
