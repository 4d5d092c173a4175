// Package birthday calculates how likely ids are to collide: the
// birthday problem over a space of n equally likely values, and over what a
// scheme's layout leaves to chance.
//
// [Of] derives a [Model] from a scheme's declaration, [In] makes one of a bare
// space. A Model gives the [Chance] of a count, the expected number of colliding
// pairs, and the smallest count that reaches a probability.
//
// All of it rests on one number, the exponent of the probability that nothing collides:
//
//	P(no collision) = (1-1/n)(1-2/n)...(1-(k-1)/n) = exp(-exponent)
//
// It is a float64 that is right to 1e-15 relative, for counts of 2 and of 1e30, for a
// probability of 1e-300 and for all but 1e-300. Exponents of independent events add up,
// so a rate over many ticks needs no difference of near numbers. The smallest count of a
// space of independent draws is exact; in all other models it is as exact as a float64.
package birthday

import (
	"fmt"
	"math"
	"math/big"
)

// Model is what may collide, and how: a space, and what is drawn from it. It is
// safe for concurrent use.
type Model struct {
	Scheme  string   // empty for a bare space
	Space   *big.Int // how many values a draw has; of a time-based scheme within one tick
	PerTick bool     // whether the space is new with each tick
	Unit    Unit     // what a count counts
	Name    string   // the model in a few words
	Assume  []string // what has to hold for the figures, a sentence each
	Rate    *big.Rat // ids a second, all nodes together; nil where none was given
	Tick    *big.Rat // seconds; nil where the scheme has no time
	Owned   bool     // whether worker numbers with one owner each exclude collisions, which Options.Nodes lifts

	law
}

// Unit is what is counted.
type Unit uint8

// The units.
const (
	IDs   Unit = iota // ids
	Nodes             // each of which draws a worker number
)

// String is the word for several of them.
func (u Unit) String() string { return [...]string{"ids", "nodes"}[u] }

// In returns the model of ids that are drawn at random, independently, from n
// values; n is 1 to 2^MaxBits.
func In(n *big.Int) *Model {
	return &Model{
		Space: n, law: independent(n),
		Name:   "independent draws",
		Assume: []string{"every value is equally likely and drawn again: a good random source, on every node"},
	}
}

// The limits of what is calculated, in bits.
const (
	MaxBits  = 1000 // of a space: 1e301 values, and the probability of a pair still are a float64
	MaxCount = 512  // of a count
)

// Never reports whether the model has no collisions, whatever the count.
func (m *Model) Never() bool { return m.exponent == nil }

// Chance is that of any collision among k; k is 0 or more.
func (m *Model) Chance(k *big.Int) Chance {
	if m.Never() {
		return Chance{}
	}
	return Chance{m.exponent(k)}
}

// Method says how the probability of k is calculated.
func (m *Model) Method(k *big.Int) string {
	few := k.IsInt64() && k.Int64() <= fewFactors
	switch {
	case m.Never():
		return ""
	case m.Rate != nil && m.PerTick:
		return "the probability of one tick, times the ticks, as logarithms"
	case few && k.Int64() == 2:
		return "the exact product, of one factor"
	case few && k.Int64() > 1:
		return fmt.Sprintf("the exact product of %d factors", k.Int64()-1)
	case few || k.Cmp(m.Space) > 0:
		return "counting: nothing to calculate"
	}
	return "Euler-Maclaurin summation"
}

// Pairs is the expected number of pairs that collide among k. It is no probability:
// it passes 1.
func (m *Model) Pairs(k *big.Int) float64 {
	if m.Never() {
		return 0
	}
	return m.pairs(float(k))
}

// A Chance is how likely a collision is. The zero value says that there is none.
type Chance struct {
	exponent float64 // of the probability that there is none
}

// Probability is that of any collision. It is 1 where the complement is below 2^-54,
// which need not be certain.
func (o Chance) Probability() float64 { return -math.Expm1(-o.exponent) }

// Complement is the probability of no collision; 0 below 5e-324, where
// Log10Complement still tells.
func (o Chance) Complement() float64 { return math.Exp(-o.exponent) }

// Log10Complement is the decimal logarithm of the probability of no collision:
// 0 where there is none, -Inf where there must be one.
func (o Chance) Log10Complement() float64 { return 0 - o.exponent/math.Ln10 }
