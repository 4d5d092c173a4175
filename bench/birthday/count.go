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
	if m.drawn != nil {
		k = corrected(m.drawn, k, p)
	}
	if before := previous(k); before.Sign() >= 0 && m.printed(before, p) {
		return before
	}
	return k
}

// smallest searches all float64 below 2^MaxCount for the first whose exponent reaches
// that of p: as bit patterns they are ordered integers.
func (m *Model) smallest(p *big.Rat) *big.Int {
	v, _ := p.Float64()
	target := -math.Log1p(-max(v, math.SmallestNonzeroFloat64)) // p may be below all float64 but 0
	if v >= 0.5 {
		rest, _ := complement(p).Float64()
		target = -math.Log(rest)
	}
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

// ceiling is a float64, given as its bits, rounded up.
func ceiling(pattern uint64) *big.Int {
	k, _ := big.NewFloat(math.Ceil(math.Float64frombits(pattern))).Int(nil)
	return k
}

func complement(p *big.Rat) *big.Rat { return new(big.Rat).Sub(big.NewRat(1, 1), p) }

// manySteps is how far apart the probabilities of two counts have to be, in steps of a
// float64, for a short decimal number not to meet them by chance.
const manySteps = 1024

// printed reports whether p is the float64 that is printed for the probability of k, and
// of no other count.
func (m *Model) printed(k *big.Int, p *big.Rat) bool {
	nearest, _ := p.Float64()
	decimal := func(digits int) bool {
		v, _ := new(big.Rat).SetString(strconv.FormatFloat(nearest, 'e', digits, 64))
		return v.Cmp(p) == 0
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

// corrected turns a count that float64 found for p into the smallest of draws from n values.
func corrected(n, k *big.Int, p *big.Rat) *big.Int {
	reaches := func(k *big.Int) bool { return product(n, k, p) }
	if k.Cmp(big.NewInt(fewFactors)) > 0 && n.BitLen() > 16 {
		if float(k) > 0.9*float(n) {
			return k // of a probability with thousands of nines
		}
		target := logarithm(real(n).SetRat(complement(p)))
		reaches = func(k *big.Int) bool { return series(n, k).Cmp(target) >= 0 }
		for range MaxCount { // each step of Newton's method adds as many digits as the slope has
			slope := big.NewFloat(-math.Log1p(-float(k) / float(n)))
			move, _ := slope.Quo(real(n).Sub(target, series(n, k)), slope).Int(nil)
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
func product(n, k *big.Int, p *big.Rat) bool {
	different, all := new(big.Int).Set(p.Denom()), new(big.Int).Sub(p.Denom(), p.Num())
	factor := new(big.Int).Set(n)
	for range k.Int64() - 1 {
		different.Mul(different, factor.Sub(factor, big.NewInt(1)))
		all.Mul(all, n)
	}
	return different.Cmp(all) <= 0
}

// real is a number of enough bits to tell two exponents among n values apart: one is as
// far below the count as the count is long, and their difference as far below that.
func real(n *big.Int) *big.Float { return new(big.Float).SetPrec(uint(3*n.BitLen() + 192)) }

// series is the exponent of k draws by the same formula as in [different], for more than
// fewFactors of a space above 2^16; with left = n-k values and L = -ln(left/n) it is
//
//	k - (left + 1/2) L + k/(12 n left)
func series(n, k *big.Int) *big.Float {
	left := real(n).SetInt(new(big.Int).Sub(n, k))
	sum, size := real(n).SetInt(k), real(n).SetInt(n)
	last := real(n).Quo(sum, real(n).Mul(big.NewFloat(12), real(n).Mul(size, left)))
	log := logarithm(size.Quo(left, size))
	return sum.Add(sum.Sub(sum, log.Mul(log, left.Add(left, big.NewFloat(0.5)))), last)
}

// logarithm is -ln(v) for 0 < v <= 1: by halves, until what is left is near to 1.
func logarithm(v *big.Float) *big.Float {
	halvings := v.MantExp(v) // 1/2 <= v < 1
	sum := powers(v.Sub(big.NewFloat(1), v))
	if halvings == 0 {
		return sum
	}
	ln2 := powers(new(big.Float).SetPrec(v.Prec()).SetFloat64(0.5))
	return sum.Sub(sum, ln2.Mul(ln2, big.NewFloat(float64(halvings))))
}

// powers is -ln(1-x) for 0 <= x <= 1/2, as the sum of x^m / m.
func powers(x *big.Float) *big.Float {
	power, sum := new(big.Float).Set(x), new(big.Float).Set(x)
	for m := int64(2); ; m++ {
		power.Mul(power, x)
		term := new(big.Float).Quo(power, new(big.Float).SetInt64(m))
		if term.Sign() == 0 || term.MantExp(nil) < sum.MantExp(nil)-int(sum.Prec()) {
			return sum
		}
		sum.Add(sum, term)
	}
}
