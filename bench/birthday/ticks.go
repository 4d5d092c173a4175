package birthday

import (
	"math"
	"math/big"
)

// Arrival is how ids come over time.
type Arrival uint8

// The arrivals.
const (
	Poisson Arrival = iota // each independent of all others: some ticks have many
	Even                   // as far apart as can be: no tick has more than the next whole number
)

// perTick is what one tick adds.
type perTick struct {
	exponent, pairs float64
}

// over is the law of ids that come mean a tick, over as many ticks as
// they need: what a tick adds, times k/mean. A part of a tick counts as such.
func (t perTick) over(mean float64) law {
	if t.exponent == 0 {
		return law{}
	}
	return law{
		exponent: func(k *big.Int) float64 {
			if k.Sign() == 0 {
				return 0
			}
			return float(k) * (t.exponent / mean)
		},
		pairs: func(k float64) float64 { return t.pairs * (k / mean) },
	}
}

// even is a tick of even arrivals: of a mean between two whole numbers, so many
// ticks have the one and so many the other.
func even(l law, mean *big.Rat) perTick {
	low := new(big.Int).Quo(mean.Num(), mean.Denom())
	part, _ := new(big.Rat).Sub(mean, new(big.Rat).SetInt(low)).Float64()
	t := perTick{(1 - part) * l.exponent(low), (1 - part) * l.pairs(float(low))}
	if part > 0 { // else the next may be certain, and no part of it is nothing
		t.exponent += part * l.exponent(next(low))
		t.pairs += part * l.pairs(float(next(low)))
	}
	return t
}

// poisson is a tick whose ids are independent and of a Poisson number.
// Then how often each value comes is Poisson too, of mean y = mean/n, and
// independent of the other values, so that P(no collision) is exactly
//
//	((1+y) e^-y)^n
func poisson(s *space, mean float64) perTick {
	return perTick{excess(s.size, mean/s.size), s.equal(mean, mean)}
}

// poissonBetween is a tick of nodes that repeat nothing of their own. Each value
// is used by a node with probability q = mean/(n nodes), so that P(no collision),
// no value with two nodes, is
//
//	((1-q)^(N-1) (1 + (N-1) q))^n
func poissonBetween(s *space, nodes, mean float64) perTick {
	q := mean / s.size / nodes
	exponent := math.Inf(1)
	if q < 1 {
		exponent = (nodes-1)*excess(s.size, -q) + excess(s.size, (nodes-1)*q)
	}
	return perTick{exponent, poissonPairs(s, nodes, mean)}
}

// poissonBlocks is a tick of nodes that count up by 1: two runs of a and b values
// touch at a+b-1 of n places. Its mean over two Poisson numbers, u each, is
//
//	2u(1-e^-u) - (1-e^-u)^2
//
// times the pairs of nodes. That is the first order in mean*nodes/n, which is far
// below 1 where schemes count up so.
func poissonBlocks(s *space, nodes, mean float64) perTick {
	u := mean / nodes
	some := -math.Expm1(-u) // the probability that a node generates any
	return perTick{s.equal(nodes, nodes-1) * (2*u - some) * some, poissonPairs(s, nodes, mean)}
}

// poissonPairs is mean^2/(2n) without the pairs of one node.
func poissonPairs(s *space, nodes, mean float64) float64 {
	return s.equal(mean, mean) * ((nodes - 1) / nodes)
}
