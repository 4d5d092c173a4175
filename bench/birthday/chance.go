package birthday

import (
	"math"
	"math/big"
)

// A Chance is how likely a collision is. The zero value says that there is none.
type Chance struct {
	exponent *big.Float // of the probability that there is none; nil is 0
}

// last is beyond which exponent e^-x is no float64 any more, however small.
const last = 746

// Certain reports whether there must be a collision: more identifiers than values.
func (o Chance) Certain() bool { return o.exponent != nil && o.exponent.IsInf() }

// Probability is that of any collision, as the nearest float64. It is 1 where the
// complement is below 2^-54, which need not be certain.
func (o Chance) Probability() float64 {
	v, _ := o.probability().Float64()
	return v
}

func (o Chance) probability() *big.Float {
	r := precision(guard)
	switch {
	case o.exponent == nil:
		return r.zero()
	case o.exponent.Cmp(big.NewFloat(0.5)) < 0:
		p := r.expm1(r.zero().Neg(o.exponent))
		return p.Neg(p)
	case o.exponent.Cmp(big.NewFloat(guard)) > 0:
		return r.of(1)
	}
	return r.sub(r.of(1), r.exp(r.zero().Neg(o.exponent)))
}

// Complement is the probability of no collision, as the nearest float64; 0 below
// 5e-324, where Log10Complement still tells.
func (o Chance) Complement() float64 {
	switch {
	case o.exponent == nil:
		return 1
	case o.exponent.Cmp(big.NewFloat(last)) > 0:
		return 0
	}
	r := precision(guard)
	v, _ := r.exp(r.zero().Neg(o.exponent)).Float64()
	return v
}

// Log10Complement is the decimal logarithm of the probability of no collision:
// 0 where there is none, -Inf where there must be one.
func (o Chance) Log10Complement() float64 {
	switch {
	case o.exponent == nil || o.exponent.Sign() == 0:
		return 0
	case o.exponent.IsInf():
		return math.Inf(-1)
	}
	r := precision(guard)
	v, _ := r.quo(o.exponent, r.log(r.of(10))).Float64()
	return -v
}

// exponentOf is the exponent of a probability between 0 and 1: -ln(1-p).
func (p precision) exponentOf(v *big.Rat) *big.Float {
	if v.Cmp(big.NewRat(1, 2)) <= 0 {
		x := p.log1p(p.fromRat(new(big.Rat).Neg(v)))
		return x.Neg(x)
	}
	x := p.log(p.fromRat(new(big.Rat).Sub(big.NewRat(1, 1), v)))
	return x.Neg(x)
}
