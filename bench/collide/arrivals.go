package collide

import (
	"math"
	"math/rand/v2"
)

// arrivals are the true times at which ids are asked for: evenly spaced,
// or a Poisson process. Times are nanoseconds since the start.
type arrivals struct {
	rng  *rand.Rand // nil for even spacing
	mean float64    // nanoseconds between two
	left uint64     // how many more there may be
	end  int64      // no arrival at this time or later
	next int64      // the next arrival, or in bulk the time up to which all are drawn

	number, share float64 // of the next even one, counted from 0; of a gap before the first
	bulk          bool    // so many in a tick that they are counted, not timed
	count         poisson // of the last tick
}

// newArrivals returns the arrivals of one node. Share is the place of the node
// among the others, 0 to 1: evenly spaced nodes take turns. A tick is the length
// for which arrivals need not be told apart, in nanoseconds.
func newArrivals(rate float64, left uint64, end int64, share float64, tick float64, rng *rand.Rand) arrivals {
	a := arrivals{rng: rng, mean: 1 / rate, left: left, end: end, share: share, bulk: rng != nil && rate*tick >= 0.5}
	switch {
	case rng == nil:
		a.next = a.at(0)
	case !a.bulk:
		a.next = after(0, rng.ExpFloat64()*a.mean)
	}
	return a
}

// at is the time of an even arrival. It is a product, so that 10^10 of them do not drift.
func (a *arrivals) at(number float64) int64 { return after(0, (number+a.share)*a.mean) }

// after adds a gap, without overflow.
func after(t int64, gap float64) int64 {
	if gap >= float64(never-t) {
		return never
	}
	return t + int64(gap)
}

// peek is the time of the next arrival, in bulk the earliest that it may have;
// never where there is none.
func (a *arrivals) peek() int64 {
	if a.left == 0 || a.next >= a.end {
		return never
	}
	return a.next
}

// pop takes the arrivals before time t and returns how many they are.
func (a *arrivals) pop(t int64) (n uint64) {
	t = min(t, a.end)
	if a.left == 0 || a.next >= t {
		return 0
	}
	switch {
	case a.rng == nil:
		n = a.even(t)
	case a.bulk:
		if mean := float64(t-a.next) / a.mean; mean != a.count.mean {
			a.count = poisson{mean, math.Exp(-mean)}
		}
		n, a.next = min(a.left, a.count.draw(a.rng)), t
	default:
		for n < a.left && a.next < t {
			n++
			a.next = after(a.next, a.rng.ExpFloat64()*a.mean)
		}
	}
	a.left -= n
	return n
}

// even takes the evenly spaced arrivals before t.
func (a *arrivals) even(t int64) (n uint64) {
	if many := float64(t-a.next) / a.mean; many > 2 { // the estimate may be one too many
		n = uint64(min(many, float64(a.left))) - 1
	}
	for a.next = a.at(a.number + float64(n)); n < a.left && a.next < t; a.next = a.at(a.number + float64(n)) {
		n++
	}
	a.number += float64(n)
	return n
}

// poisson is the distribution of a Poisson number.
type poisson struct{ mean, none float64 } // none is the probability of 0

// draw returns one: by inversion where the mean is small, else by transformed rejection (W.
// Hormann, The transformed rejection method for generating Poisson random variables, 1993,
// algorithm PTRS).
func (d poisson) draw(rng *rand.Rand) (n uint64) {
	mean := d.mean
	if mean < 10 {
		u := rng.Float64() - d.none
		for p := d.none; u >= 0 && p > 0; u -= p {
			n++
			p *= mean / float64(n)
		}
		return n
	}
	root, logMean := math.Sqrt(mean), math.Log(mean)
	b := 0.931 + 2.53*root
	a := -0.059 + 0.02483*b
	inverse := 1.1239 + 1.1328/(b-3.4)
	vr := 0.9277 - 3.6224/(b-2)
	for {
		u, v := rng.Float64()-0.5, rng.Float64()
		us := 0.5 - math.Abs(u)
		k := math.Floor((2*a/us+b)*u + mean + 0.43)
		if us >= 0.07 && v <= vr {
			return uint64(k)
		}
		if k < 0 || us < 0.013 && v > us {
			continue
		}
		lg, _ := math.Lgamma(k + 1)
		if math.Log(v)+math.Log(inverse)-math.Log(a/(us*us)+b) <= -mean+k*logMean-lg {
			return uint64(k)
		}
	}
}
