package birthday

import (
	"math"
	"math/big"
)

// space is a set of n equally likely values, 0 < n <= 2^MaxBits.
type space struct {
	n    *big.Int
	size float64 // n
}

func newSpace(n *big.Int) *space { return &space{n, float(n)} }

func float(n *big.Int) float64 {
	v, _ := new(big.Float).SetInt(n).Float64()
	return v
}

// exponent is -ln of the probability that k independent draws are all different; 0 for
// k < 2, +Inf for k above n.
func (s *space) exponent(k *big.Int) float64 {
	if k.Cmp(s.n) > 0 {
		return math.Inf(1)
	}
	return different(s.size, float(k), float(new(big.Int).Sub(s.n, k)))
}

const (
	fewFactors = 64 // up to this count the factors are summed, one by one
	edge       = 32 // values that must be left for the summation formula
)

// different is the exponent of k draws from n values of which left = n-k are not drawn.
//
// Up to fewFactors it sums the factors. Beyond, it is the formula of Euler and Maclaurin
// for the sum of -ln(1-i/n):
//
//	n g(k/n) + ln(1-k/n)/2 + r(n-k) - r(n)
//
// with g of [integral]. r is cut after its third term, which costs 1e-14 at the edge,
// of a sum above 30.
func different(n, k, left float64) float64 {
	sum := 0.0
	if k <= fewFactors {
		for i := 1.0; i < k; i++ {
			sum -= math.Log1p(-i / n)
		}
		return sum
	}
	for ; left < edge; left++ {
		sum -= math.Log((left + 1) / n)
		k--
	}
	x := k / n
	log, g := math.Log1p(-x), 0.0 // g is n g(x)
	if x < 0.5 {
		g = integral(k, x)
	} else {
		log = math.Log(left / n)
		g = left*log + k
	}
	r := func(v float64) float64 { return (1 - (1.0/30-1/(105*v*v))/(v*v)) / (12 * v) }
	return sum + g + log/2 + (r(left) - r(n))
}

// integral is n g(x) = n ((1-x) ln(1-x) + x) for x = k/n of 0 to 1/2, as n times the sum of
// x^m / (m(m-1)): all terms are positive.
func integral(k, x float64) float64 {
	power, sum := k, 0.0
	for m := 2.0; ; m++ {
		power *= x
		term := power / (m * (m - 1))
		if sum+term == sum {
			return sum
		}
		sum += term
	}
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

// A Chance is how likely a collision is. The zero value says that there is none.
type Chance struct {
	exponent float64 // of the probability that there is none
}

// Certain reports whether there must be a collision: more ids than values.
func (o Chance) Certain() bool { return math.IsInf(o.exponent, 1) }

// Probability is that of any collision. It is 1 where the complement is below 2^-54,
// which need not be certain.
func (o Chance) Probability() float64 { return -math.Expm1(-o.exponent) }

// Complement is the probability of no collision; 0 below 5e-324, where
// Log10Complement still tells.
func (o Chance) Complement() float64 { return math.Exp(-o.exponent) }

// Log10Complement is the decimal logarithm of the probability of no collision:
// 0 where there is none, -Inf where there must be one.
func (o Chance) Log10Complement() float64 { return 0 - o.exponent/math.Ln10 }
