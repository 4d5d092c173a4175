package birthday

import (
	"math"
	"math/big"
	"strconv"
)

// Count returns the smallest count whose probability of a collision reaches p, which lies
// between 0 and 1; nil where none does, or none below 2^MaxCount.
//
// For independent draws from one space it is exact: p is taken as the decimal number that
// it was written as. Of other models it is the smallest by float64, right to 1e-14.
// There is one exception, so that a probability that was printed leads back to the count
// that it was printed for: where p is what a float64 prints, and the probability of
// exactly one count prints as it, and that is the count before, then it is the answer.
func (m *Model) Count(p *big.Rat) *big.Int {
	if m.Never() {
		return nil
	}
	k := m.smallest(p)
	if k == nil {
		return nil
	}
	if m.draws != nil {
		k = m.draws.smallest(k, p)
	}
	if before := previous(k); before.Sign() >= 0 && m.printed(before, p) {
		return before
	}
	return k
}

// smallest searches all float64 below 2^MaxCount for the first whose exponent reaches
// that of p: as bit patterns they are ordered integers.
func (m *Model) smallest(p *big.Rat) *big.Int {
	target := exponentOf(p)
	low, high := uint64(0), math.Float64bits(math.Ldexp(1, MaxCount))
	if m.exponent(ceiling(high)) < target {
		return nil
	}
	for low < high {
		middle := low + (high-low)/2
		if m.exponent(ceiling(middle)) >= target {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return ceiling(high)
}

// exponentOf is -ln(1-p).
func exponentOf(p *big.Rat) float64 {
	if v, _ := p.Float64(); v < 0.5 {
		return -math.Log1p(-v)
	}
	v, _ := new(big.Rat).Sub(big.NewRat(1, 1), p).Float64()
	return -math.Log(v)
}

// ceiling is a float64, given as its bits, rounded up.
func ceiling(pattern uint64) *big.Int {
	k, _ := big.NewFloat(math.Ceil(math.Float64frombits(pattern))).Int(nil)
	return k
}

func next(k *big.Int) *big.Int     { return new(big.Int).Add(k, big.NewInt(1)) }
func previous(k *big.Int) *big.Int { return new(big.Int).Sub(k, big.NewInt(1)) }

// manySteps is how far apart the probabilities of two counts have to be, in steps of a
// float64, for a short decimal number not to meet them by chance.
const manySteps = 1024

// printed reports whether p is the float64 that is printed for the probability of k, and
// of no other count.
func (m *Model) printed(k *big.Int, p *big.Rat) bool {
	nearest, _ := p.Float64()
	decimal := func(digits int) bool {
		v, ok := new(big.Rat).SetString(strconv.FormatFloat(nearest, 'e', digits, 64))
		return ok && v.Cmp(p) == 0
	}
	if !decimal(-1) || m.Chance(k).Probability() != nearest {
		return false
	}
	steps := int64(1)
	if decimal(14) {
		steps = manySteps
	}
	at := func(k *big.Int) int64 { return int64(math.Float64bits(m.Chance(k).Probability())) }
	return at(k)-at(previous(k)) >= steps && at(next(k))-at(k) >= steps
}

// smallest corrects a count that float64 found for p to the exact one.
func (s *space) smallest(k *big.Int, p *big.Rat) *big.Int {
	reaches := func(k *big.Int) bool { return s.product(k, p) }
	if k.Cmp(big.NewInt(fewFactors)) > 0 && s.n.BitLen() > 16 {
		if float(k) > 0.9*s.size {
			return k // of a probability with thousands of nines
		}
		target := s.logarithm(p)
		reaches = func(k *big.Int) bool { return s.series(k).Cmp(target) >= 0 }
		for range MaxCount { // each step of Newton's method adds as many digits as the slope has
			slope := big.NewFloat(-math.Log1p(-float(k) / s.size))
			move, _ := slope.Quo(s.real().Sub(target, s.series(k)), slope).Int(nil)
			if move.Sign() == 0 {
				break
			}
			k = new(big.Int).Add(k, move)
		}
	}
	for !reaches(k) {
		k = next(k)
	}
	for k.Sign() > 0 && reaches(previous(k)) {
		k = previous(k)
	}
	return k
}

// product decides by the exact product of the factors whether k draws reach p.
func (s *space) product(k *big.Int, p *big.Rat) bool {
	different, all := new(big.Int).Set(p.Denom()), new(big.Int).Sub(p.Denom(), p.Num())
	factor := new(big.Int).Set(s.n)
	for range k.Int64() - 1 {
		different.Mul(different, factor.Sub(factor, big.NewInt(1)))
		all.Mul(all, s.n)
	}
	return different.Cmp(all) <= 0
}

// real is a number of enough bits to tell two exponents apart, whose difference is as
// far below them as the count is long.
func (s *space) real() *big.Float { return new(big.Float).SetPrec(uint(2*s.n.BitLen() + 192)) }

// series is the exponent of k draws by the same formula as in [different], as one sum
// over powers of k/n, for more than fewFactors of a space above 2^16.
func (s *space) series(k *big.Int) *big.Float {
	n := s.real().SetInt(s.n)
	x := s.real().Quo(s.real().SetInt(k), n)
	left := s.real().SetInt(new(big.Int).Sub(s.n, k))
	sum := s.real().Quo(x, left.Mul(left, big.NewFloat(12)))
	sum.Sub(sum, s.real().Quo(x, big.NewFloat(2)))
	power, double := s.real().Set(x), new(big.Int).Lsh(s.n, 1)
	for m := int64(2); ; m++ { // n/(m(m-1)) - 1/(2m) of each power
		power.Mul(power, x)
		weight := s.real().SetInt(new(big.Int).Sub(double, big.NewInt(m-1)))
		term := weight.Quo(weight.Mul(weight, power), s.real().SetInt64(2*m*(m-1)))
		if negligible(term, sum) {
			return sum
		}
		sum.Add(sum, term)
	}
}

// logarithm is -ln(1-p).
func (s *space) logarithm(p *big.Rat) *big.Float {
	rest := s.real().SetRat(new(big.Rat).Sub(big.NewRat(1, 1), p))
	halvings := rest.MantExp(rest) // 1/2 <= rest < 1
	sum := powers(rest.Sub(s.real().SetInt64(1), rest))
	ln2 := powers(s.real().SetFloat64(0.5))
	return sum.Add(sum, ln2.Mul(ln2, big.NewFloat(float64(-halvings))))
}

// powers is -ln(1-x) for 0 <= x <= 1/2, as the sum of x^m / m.
func powers(x *big.Float) *big.Float {
	power, sum := new(big.Float).Set(x), new(big.Float).Set(x)
	for m := int64(2); ; m++ {
		power.Mul(power, x)
		term := new(big.Float).Quo(power, new(big.Float).SetInt64(m))
		if negligible(term, sum) {
			return sum
		}
		sum.Add(sum, term)
	}
}

// negligible reports whether adding a term to a sum changes nothing any more.
func negligible(term, sum *big.Float) bool {
	return term.Sign() == 0 || sum.Sign() != 0 && term.MantExp(nil) < sum.MantExp(nil)-int(sum.Prec())
}
