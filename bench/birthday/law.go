package birthday

import (
	"math"
	"math/big"
)

// law is the arithmetic of a model. One without exponent says that nothing can
// collide.
type law struct {
	// exponent of the probability that nothing collides: 0 or more, never falls, +Inf is certain
	exponent func(k *big.Int) float64
	pairs    func(k float64) float64 // expected number of colliding pairs
	// tick is the exponent of one tick whose ids are of a Poisson number
	tick  func(mean float64) float64
	draws Draws    // which tick and pairs are of
	drawn *big.Int // how many values there are, where draws are independent
}

const (
	fewFactors = 64 // up to this count the factors are summed, one by one
	edge       = 32 // values that must be left for the summation formula
)

// different is the exponent of k independent draws from n values; 0 for k < 2, +Inf for k above n.
//
// Up to fewFactors it sums the factors. Beyond, it is the formula of Euler and Maclaurin
// for the sum of -ln(1-i/n), with y = k/(n-k):
//
//	(n-k) (y - ln(1+y)) - ln(1+y)/2 + r(n-k) - r(n)
//
// r is cut after its third term, which costs 1e-14 at the edge, of a sum above 30.
func different(n, k *big.Int) float64 {
	if k.Cmp(n) > 0 {
		return math.Inf(1)
	}
	all, draws, left, sum := float(n), float(k), float(new(big.Int).Sub(n, k)), 0.0
	if draws <= fewFactors {
		for i := 1.0; i < draws; i++ {
			sum -= math.Log1p(-i / all)
		}
		return sum
	}
	for ; left < edge; left++ {
		sum -= math.Log((left + 1) / all)
		draws--
	}
	r := func(v float64) float64 { return (1 - (1.0/30-1/(105*v*v))/(v*v)) / (12 * v) }
	y := draws / left
	return sum + excess(left, y) - math.Log1p(y)/2 + (r(left) - r(all))
}

// excess is n (x - ln(1+x)) for x > -1, without loss for a small x.
func excess(n, x float64) float64 {
	if math.Abs(x) > 0.3 {
		return n * (x - math.Log1p(x))
	}
	power, sum := -n*x, 0.0
	for m := 2.0; ; m++ {
		power *= -x
		term := power / m
		if sum+term == sum {
			return sum
		}
		sum += term
	}
}

// independent is the classical problem: k draws from one space. In a tick how often each
// value comes is Poisson, of mean y = mean/n, and independent of the other values, so
// that P(no collision) is exactly
//
//	((1+y) e^-y)^n
func independent(n *big.Int) law {
	d := Draws{Values: float(n), Nodes: math.Inf(1)}
	return law{
		exponent: func(k *big.Int) float64 { return different(n, k) },
		pairs:    d.Pairs, draws: d, drawn: n,
		tick: func(mean float64) float64 { return excess(d.Values, mean/d.Values) },
	}
}

// between is the law of k ids that nodes share evenly, each node without
// repeats of its own: collisions are between nodes only. What a node has used is
// any set of so many values, each equally likely. Then
//
//	P(no collision) = P(k all different) / product of P(k_j all different)
//
// over the nodes' shares k_j, so that the exponents are subtracted. In a tick each value
// is used by a node with probability q = mean/(n nodes), so that P(no collision), no value
// with two nodes, is
//
//	((1-q)^(N-1) (1 + (N-1) q))^n
func between(n, nodes *big.Int) law {
	size, count := float(n), float(nodes)
	return shared(n, nodes, func(k *big.Int) float64 {
		share, more := new(big.Int).QuoRem(k, nodes, new(big.Int))
		own := float(new(big.Int).Sub(nodes, more)) * different(n, share)
		if more.Sign() > 0 {
			own += float(more) * different(n, next(share))
		}
		return max(0, different(n, k)-own)
	}, func(mean float64) float64 {
		q := mean / size / count
		if q >= 1 {
			return math.Inf(1)
		}
		return (count-1)*excess(size, -q) + excess(size, (count-1)*q)
	})
}

// blocks is the law of k ids that nodes share evenly, where a node counts
// up by 1 from a value drawn at random: runs on a ring of n values. Of N runs with
// k values together those orders that do not touch are
//
//	P(no collision) = product over 0 < i < N of (1 - (k-i)/n)
//
// which needs no share. With M = n-k+N that is (M/n)^(N-1) times the probability that N
// draws from M values are all different.
//
// In a tick two runs of a and b values touch at a+b-1 of n places. Its mean over two
// Poisson numbers, u each, is
//
//	2u(1-e^-u) - (1-e^-u)^2
//
// times the pairs of nodes. That is the first order in mean*nodes/n, which is far
// below 1 where schemes count up so.
func blocks(n, nodes *big.Int) law {
	size, count := float(n), float(nodes)
	return shared(n, nodes, func(k *big.Int) float64 {
		used := nodes
		if used.Cmp(k) > 0 {
			used = k
		}
		if used.Sign() == 0 {
			return 0
		}
		rest := new(big.Int).Sub(k, used)
		return different(new(big.Int).Sub(n, rest), used) - float(previous(used))*math.Log1p(-float(rest)/size)
	}, func(mean float64) float64 {
		u := mean / count
		some := -math.Expm1(-u) // the probability that a node generates any
		return equal(size, count, count-1) * (2*u - some) * some
	})
}

// shared is a law of nodes that share ids evenly and repeat none of their own, of which
// pairs do not count: more of them than values are certain to collide.
func shared(n, nodes *big.Int, exponent func(k *big.Int) float64, tick func(mean float64) float64) law {
	d := Draws{Values: float(n), Nodes: float(nodes)}
	return law{
		exponent: func(k *big.Int) float64 {
			if k.Cmp(n) > 0 {
				return math.Inf(1)
			}
			return exponent(k)
		},
		pairs: d.Pairs, draws: d, tick: tick,
	}
}

// even is what a tick of even arrivals adds: of a mean between two whole numbers, so many
// ticks have the one and so many the other.
func (l *law) even(mean *big.Rat) (exponent, pairs float64) {
	low := new(big.Int).Quo(mean.Num(), mean.Denom())
	part, _ := new(big.Rat).Sub(mean, new(big.Rat).SetInt(low)).Float64()
	exponent, pairs = (1-part)*l.exponent(low), (1-part)*l.pairs(float(low))
	if part > 0 { // else the next may be certain, and no part of it is nothing
		exponent += part * l.exponent(next(low))
		pairs += part * l.pairs(float(next(low)))
	}
	return exponent, pairs
}

// over is the law of ids that come mean a tick, over as many ticks as they need: what a
// tick adds, times k/mean, but never more than where all of them are of one tick.
func (l law) over(mean, exponent, pairs float64) law {
	if exponent == 0 {
		return law{}
	}
	return law{
		exponent: func(k *big.Int) float64 {
			if k.Sign() == 0 {
				return 0
			}
			return min(l.exponent(k), float(k)*(exponent/mean))
		},
		pairs: func(k float64) float64 { return min(l.pairs(k), pairs*(k/mean)) },
	}
}

func float(n *big.Int) float64 {
	v, _ := n.Float64()
	return v
}

func next(k *big.Int) *big.Int     { return new(big.Int).Add(k, big.NewInt(1)) }
func previous(k *big.Int) *big.Int { return new(big.Int).Sub(k, big.NewInt(1)) }

// Draws are values, all equally likely, that nodes draw, no node one of them twice.
type Draws struct {
	Values  float64 // that there are
	Nodes   float64 // that share the draws evenly; +Inf where each draw is independent of all others
	Poisson bool    // there is a Poisson number of draws, each of any node
}

// equal is the expected number of equal pairs among n values where each of k draws meets
// so many others.
func equal(n, k, others float64) float64 { return max(0, k/n*others/2) }

// Pairs is the expected number of equal pairs among k draws, or as many in the mean. It may pass k.
func (d Draws) Pairs(k float64) float64 {
	if d.Poisson {
		return equal(d.Values, k, k) * (1 - 1/d.Nodes)
	}
	_, share, more := d.shares(k)
	return max(0, equal(d.Values, k, k-share)-equal(d.Values, more, share+1))
}

// shares are how many draws a node has, of which there are so many, and how many of them have one more.
func (d Draws) shares(k float64) (nodes, share, more float64) {
	nodes = max(1, min(d.Nodes, k))
	share = math.Floor(k / nodes)
	return nodes, share, k - share*nodes
}

// Repeats is the mean and about the variance of how many of k draws, or of as many in the mean, equal
// an earlier one: balls that fall into a box that is not empty.
func (d Draws) Repeats(k float64) (mean, variance float64) {
	const seldom = 1e-2 // draws of a value up to which the variance is the mean
	if d.Pairs(k) == 0 {
		return 0, 0
	}
	mu := k / d.Values
	own, free, apart := d.free(k)
	if mu < seldom { // k + Values*(exp(free)-1), without loss
		mean = excess(d.Values, math.Expm1(free)) - apart
		return mean, mean
	}
	mean = k + d.Values*math.Expm1(free)
	if own >= 1 { // all nodes draw all values
		return mean, 0
	}
	empty, less := math.Exp(free), math.Exp(free)/(1-own) // less: of one node fewer
	variance = d.Values*empty*(1-empty) - k*empty*less
	if d.Poisson {
		variance += k * (1 - own) * (1 - less) * (1 - less)
	}
	return mean, max(0, variance)
}

// free is the exponent with which no node draws a value, own how likely a node does in the mean, and apart what
// Values*free falls short of -k, for a node draws no value twice.
func (d Draws) free(k float64) (own, free, apart float64) {
	left := func(nodes, own float64) {
		if nodes > 0 {
			free += nodes * math.Log1p(-min(1, own))
			apart += excess(d.Values*nodes, -min(1, own))
		}
	}
	switch {
	case !d.Poisson:
		nodes, share, more := d.shares(k)
		own = k / d.Values / nodes
		left(nodes-more, share/d.Values)
		left(more, (share+1)/d.Values)
	case math.IsInf(d.Nodes, 1):
		free = -k / d.Values
	default:
		own = k / d.Values / d.Nodes
		left(d.Nodes, own)
	}
	return own, free, apart
}
