package birthday

import (
	"math"
	"math/big"
	"strconv"
)

// Count returns the smallest count whose probability of a collision reach p, which lies
// between 0 and 1; nil where none does, or none below 2^MaxCount.
//
// It is exact: p is taken as the decimal number that it was written as. There is
// one exception, so that a probability that was printed leads back to the count
// that it was printed for: where p is what a float64 prints, the probability of exactly
// one count print as it, and that is the count before, then it is the answer.
func (m *Model) Count(p *big.Rat) *big.Int {
	if m.Never() {
		return nil
	}
	k := m.smallest(p)
	if k == nil || k.Sign() == 0 {
		return k
	}
	before := new(big.Int).Sub(k, big.NewInt(1))
	if m.printed(before, p) {
		return before
	}
	return k
}

// maxSteps bounds the search: Newton's steps double the digits each, and every
// other step after the first few halves what is left.
const maxSteps = 4 * MaxCount

// smallest narrows down an interval with Newton's method; whatever a step gives,
// the interval holds the answer.
func (m *Model) smallest(p *big.Rat) *big.Int {
	target := precision(guard + m.Space.BitLen()).exponentOf(p)
	low, high := big.NewInt(0), new(big.Int).Lsh(big.NewInt(1), MaxCount) // low is short of p, high reaches it
	if !m.reaches(high, m.exponent(high), target) {
		return nil
	}
	at := m.guess(target)
	for step := 0; step < maxSteps; step++ {
		if next(low).Cmp(high) == 0 {
			return high
		}
		at = within(at, low, high)
		got := m.exponent(at)
		if m.reaches(at, got, target) {
			high.Set(at)
		} else {
			low.Set(at)
		}
		if step > 16 && step%2 == 0 {
			at = at.Rsh(at.Add(low, high), 1)
			continue
		}
		at = m.newton(at, got, target)
	}
	return nil
}

// newton is where the tangent at a count meets the target, or 0 where there is no
// tangent.
func (m *Model) newton(at *big.Int, got, target *big.Float) *big.Int {
	if got.IsInf() {
		return new(big.Int).Rsh(at, 1)
	}
	after := m.exponent(next(at))
	if after.IsInf() {
		return at
	}
	slope := after.Sub(after, got)
	if slope.Sign() <= 0 {
		return new(big.Int).Lsh(at, 1)
	}
	move := new(big.Float).Sub(target, got)
	move.Quo(move, slope)
	if move.MantExp(nil) > 2*MaxCount {
		return new(big.Int).Lsh(at, 1)
	}
	by, _ := move.Int(nil)
	return by.Add(by, at)
}

// within returns a count strictly between two others that are not neighbours.
func within(at, low, high *big.Int) *big.Int {
	switch {
	case at.Cmp(low) <= 0:
		return next(low)
	case at.Cmp(high) >= 0:
		return new(big.Int).Sub(high, big.NewInt(1))
	}
	return new(big.Int).Set(at)
}

// reaches compares two exponents; equal but for what is rounded is reached. A
// count more or less makes more than 1/count, far above that.
func (m *Model) reaches(k *big.Int, got, target *big.Float) bool {
	if got.IsInf() {
		return true
	}
	short := new(big.Float).Sub(target, got)
	return short.Sign() <= 0 || short.MantExp(nil) < target.MantExp(nil)-k.BitLen()-tie
}

const tie = 96

// manySteps is how far apart the probability of two counts have to be, in steps of a
// float64, for a short decimal number not to meet them by chance.
const manySteps = 1024

// printed reports whether p is the float64 that is printed for the probability of k, and
// of no other count.
func (m *Model) printed(k *big.Int, p *big.Rat) bool {
	nearest, _ := p.Float64()
	digits := strconv.FormatFloat(nearest, 'e', -1, 64)
	if v, ok := new(big.Rat).SetString(digits); !ok || v.Cmp(p) != 0 || m.Chance(k).Probability() != nearest {
		return false
	}
	steps := uint64(1)
	if short, ok := new(big.Rat).SetString(strconv.FormatFloat(nearest, 'e', 14, 64)); ok && short.Cmp(p) == 0 {
		steps = manySteps
	}
	bits := math.Float64bits(nearest)
	before := m.Chance(new(big.Int).Sub(k, big.NewInt(1))).Probability()
	after := m.Chance(next(k)).Probability()
	return bits-math.Float64bits(before) >= steps && math.Float64bits(after)-bits >= steps
}
