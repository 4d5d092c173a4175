package birthday

import "math/big"

// guard is how many bits of an exponent are right beyond the length of the
// space: float64 has 53, a difference of two exponents costs as many as the count
// has.
const guard = 256

// fewFactors is up to which count the factors are multiplied out, one by one.
const fewFactors = 1024

// edge is how near to the end of a space the series is used; below it the
// factors that are left are multiplied out. With it the series loses nothing.
const edge = 1000

// space is a set of n equally likely values, n > 0.
type space struct {
	n     *big.Int
	bits  precision
	terms []*big.Rat // B2j / (2j (2j-1))
}

func newSpace(n *big.Int) *space {
	s := &space{n: n, bits: precision(guard + n.BitLen())}
	if n.Cmp(big.NewInt(fewFactors)) > 0 {
		s.terms = bernoulli(int(s.bits)/12 + 1)
		for i, b := range s.terms {
			b.Mul(b, big.NewRat(1, int64((2*i+2)*(2*i+1))))
		}
	}
	return s
}

// exponent is -ln of the probability that k values drawn at random, each anew, are all
// different; 0 for k < 2, +Inf where k is above n.
//
// Up to fewFactors it multiplies. Beyond, it is the formula of Euler and Maclaurin
// for the sum of -ln(1-i/n), which is exact but for the bits that are cut:
//
//	n g(k/n) + ln(1-k/n)/2 + sum of B2j/(2j(2j-1)) (1/(n-k)^(2j-1) - 1/n^(2j-1))
//
// with g(x) = (1-x) ln(1-x) + x, the integral.
func (s *space) exponent(k *big.Int) *big.Float {
	r := s.bits
	switch {
	case k.Cmp(big.NewInt(2)) < 0:
		return r.zero()
	case k.Cmp(s.n) > 0:
		return r.zero().SetInf(false)
	case k.IsInt64() && k.Int64() <= fewFactors:
		return s.factors(big.NewInt(1), int(k.Int64())-1)
	}
	smooth := new(big.Int).Sub(s.n, big.NewInt(edge))
	if k.Cmp(smooth) <= 0 {
		return s.series(k)
	}
	rest := new(big.Int).Sub(k, smooth)
	return r.add(s.series(smooth), s.factors(smooth, int(rest.Int64())))
}

// factors is the sum of -ln(1-i/n) for count values of i. Their product lies as
// near to 1 as 1/n, which costs the logarithm the length of n once more.
func (s *space) factors(from *big.Int, count int) *big.Float {
	r := s.bits + precision(s.n.BitLen())
	top, bottom := r.of(1), r.of(1)
	factor, n := new(big.Int).Sub(s.n, from), r.fromInt(s.n)
	for range count {
		top.Mul(top, r.fromInt(factor))
		bottom.Mul(bottom, n)
		factor.Sub(factor, big.NewInt(1))
	}
	sum := r.log(top.Quo(top, bottom))
	return s.bits.zero().Set(sum.Neg(sum))
}

func (s *space) series(k *big.Int) *big.Float {
	r := s.bits
	n, left := r.fromInt(s.n), r.fromInt(new(big.Int).Sub(s.n, k))
	x := r.quo(r.fromInt(k), n)
	var log, g *big.Float
	if x.Cmp(big.NewFloat(0.25)) < 0 {
		log, g = r.log1p(r.zero().Neg(x)), r.integral(x)
	} else {
		log = r.log(r.quo(left, n))
		g = r.add(r.mul(r.sub(r.of(1), x), log), x)
	}
	sum := r.mul(n, g)
	sum.Add(sum, log.SetMantExp(log, -1))
	high, low := r.quo(r.of(1), left), r.quo(r.of(1), n)
	highSquare, lowSquare := r.mul(high, high), r.mul(low, low)
	for _, b := range s.terms {
		term := r.mul(r.fromRat(b), r.sub(high, low))
		if r.negligible(term, sum) {
			break
		}
		sum.Add(sum, term)
		high.Mul(high, highSquare)
		low.Mul(low, lowSquare)
	}
	return sum
}

// integral is g(x) = (1-x) ln(1-x) + x = sum of x^m / (m(m-1)), of 0 < x < 1/4:
// all terms have one sign, so nothing cancels.
func (p precision) integral(x *big.Float) *big.Float {
	power, sum := p.zero().Set(x), p.zero()
	for m := int64(2); ; m++ {
		power.Mul(power, x)
		term := p.quo(power, p.of(m*(m-1)))
		if p.negligible(term, sum) {
			return sum
		}
		sum.Add(sum, term)
	}
}
