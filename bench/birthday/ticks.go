package birthday

import "math/big"

// Arrival is how identifiers come over time.
type Arrival uint8

// The arrivals.
const (
	Poisson Arrival = iota // each independent of all others: some ticks have many
	Even                   // as far apart as can be: no tick has more than the next whole number
)

// perTick is what one tick adds.
type perTick struct {
	exponent *big.Float
	pairs    *big.Rat
}

// over is the law of identifiers that come mean a tick, over as many ticks as
// they need: what a tick adds, times k/mean. A part of a tick counts as such.
func (t perTick) over(s *space, mean *big.Rat) law {
	if t.exponent.Sign() == 0 {
		return law{}
	}
	r := s.bits
	each := r.quo(t.exponent, r.fromRat(mean))
	return law{
		exponent: func(k *big.Int) *big.Float { return r.mul(r.fromInt(k), each) },
		pairs: func(k *big.Int) *big.Rat {
			v := new(big.Rat).Mul(t.pairs, new(big.Rat).SetInt(k))
			return v.Quo(v, mean)
		},
		guess: func(exponent *big.Float) *big.Int {
			k, _ := r.quo(exponent, each).Int(nil)
			return k
		},
	}
}

// even is a tick of even arrivals: of a mean between two whole numbers, so many
// ticks have the one and so many the other.
func even(s *space, l law, mean *big.Rat) perTick {
	low := new(big.Int).Quo(mean.Num(), mean.Denom())
	part := new(big.Rat).Sub(mean, new(big.Rat).SetInt(low))
	most := new(big.Rat).Sub(big.NewRat(1, 1), part)
	r := s.bits
	exponent := r.mul(r.fromRat(most), l.exponent(low))
	pairs := new(big.Rat).Mul(most, l.pairs(low))
	if part.Sign() > 0 { // else the next may be certain, and no part of it is nothing
		exponent.Add(exponent, r.mul(r.fromRat(part), l.exponent(next(low))))
		pairs.Add(pairs, new(big.Rat).Mul(part, l.pairs(next(low))))
	}
	return perTick{exponent, pairs}
}

// poisson is a tick whose identifiers are independent and of a Poisson number.
// Then how often each value comes is Poisson too, of mean y = mean/n, and
// independent of the other values, so that P(no collision) is exactly
//
//	((1+y) e^-y)^n
func poisson(s *space, mean *big.Rat) perTick {
	y := new(big.Rat).Quo(mean, new(big.Rat).SetInt(s.n))
	r := s.bits.finer(y)
	v := r.fromRat(y)
	x := r.mul(r.fromInt(s.n), r.sub(v, r.log(r.add(r.of(1), v))))
	return perTick{atLeastZero(x), half(new(big.Rat).Mul(mean, y))}
}

// poissonBetween is a tick of nodes that repeat nothing of their own. Each value
// is used by a node with probability q = mean/(n nodes), so that P(no collision),
// no value with two nodes, is
//
//	((1-q)^(N-1) (1 + (N-1) q))^n
func poissonBetween(s *space, nodes *big.Int, mean *big.Rat) perTick {
	all := new(big.Int).Mul(s.n, nodes)
	q := new(big.Rat).Quo(mean, new(big.Rat).SetInt(all))
	r := s.bits.finer(q) + precision(nodes.BitLen())
	v, others := r.fromRat(q), r.fromInt(new(big.Int).Sub(nodes, big.NewInt(1)))
	one := r.of(1)
	x := r.mul(others, r.log(r.sub(one, v)))
	x.Add(x, r.log(r.add(one, r.mul(others, v))))
	x.Mul(x, r.fromInt(s.n))
	return perTick{atLeastZero(x.Neg(x)), poissonPairs(s, nodes, mean)}
}

// poissonBlocks is a tick of nodes that count up by 1: two runs of a and b values
// touch at a+b-1 of n places. Its mean over two Poisson numbers, u each, is
//
//	2u(1-e^-u) - (1-e^-u)^2
//
// times the pairs of nodes. That is the first order in mean*nodes/n, which is far
// below 1 where schemes count up so.
func poissonBlocks(s *space, nodes *big.Int, mean *big.Rat) perTick {
	u := new(big.Rat).Quo(mean, new(big.Rat).SetInt(nodes))
	r := s.bits.finer(u)
	v := r.fromRat(u)
	some := r.of(1) // 1-e^-u, the probability that a node makes any
	if v.Cmp(big.NewFloat(1)) < 0 {
		some = r.expm1(r.zero().Neg(v))
		some.Neg(some)
	} else if v.Cmp(big.NewFloat(1<<20)) < 0 {
		some.Sub(some, r.exp(r.zero().Neg(v)))
	}
	x := r.sub(r.mul(r.of(2), v), some)
	x.Mul(x, some)
	x.Mul(x, r.fromInt(choose2(nodes)))
	return perTick{x.Quo(x, r.fromInt(s.n)), poissonPairs(s, nodes, mean)}
}

// poissonPairs is mean^2/(2n) without the pairs of one node.
func poissonPairs(s *space, nodes *big.Int, mean *big.Rat) *big.Rat {
	v := half(new(big.Rat).Mul(mean, mean))
	v.Quo(v, new(big.Rat).SetInt(s.n))
	return v.Mul(v, new(big.Rat).SetFrac(new(big.Int).Sub(nodes, big.NewInt(1)), nodes))
}

func half(v *big.Rat) *big.Rat { return v.Mul(v, big.NewRat(1, 2)) }

// finer adds the bits that a difference of second order in x costs.
func (p precision) finer(x *big.Rat) precision {
	return p + 2*precision(max(0, x.Denom().BitLen()-x.Num().BitLen())) + 8
}
