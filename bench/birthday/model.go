package birthday

import (
	"fmt"
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
	Rate    *big.Rat // identifiers a second, all nodes together; nil where none was given
	Tick    *big.Rat // seconds; nil where the scheme has no time
	Owned   bool     // whether worker numbers with one owner each exclude collisions, which Options.Nodes lifts

	law
}

// law is the arithmetic of a model. One without exponent says that nothing can
// collide.
type law struct {
	// exponent of the probability that nothing collides: 0 or more, never falls, +Inf is certain
	exponent func(k *big.Int) *big.Float
	pairs    func(k *big.Int) *big.Rat // expected number of colliding pairs
	guess    func(exponent *big.Float) *big.Int
}

// Unit is what is counted.
type Unit uint8

// The units.
const (
	IDs   Unit = iota // identifiers
	Nodes             // makers, each of which draws a worker number
)

// String is the word for several of them.
func (u Unit) String() string { return [...]string{"ids", "nodes"}[u] }

// In returns the model of identifiers that are drawn at random, each anew, from n
// values; n is 1 to 2^MaxBits.
func In(n *big.Int) *Model {
	return &Model{
		Space: n, law: independent(newSpace(n)),
		Name:   "independent draws",
		Assume: []string{"every value is equally likely and drawn anew: a good random source, on every node"},
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

// Method says how the probability of k are calculated.
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
	return fmt.Sprintf("Euler-Maclaurin summation in %d bits", guard+m.Space.BitLen())
}

// Pairs is the expected number of pairs that collide among k. It is no probability:
// it passes 1.
func (m *Model) Pairs(k *big.Int) float64 {
	if m.Never() {
		return 0
	}
	v, _ := m.pairs(k).Float64()
	return v
}

// Seconds is how long k identifiers take at the rate; ok is false where there is
// none, or nodes are counted.
func (m *Model) Seconds(k *big.Int) (seconds float64, ok bool) {
	if m.Rate == nil || m.Unit != IDs {
		return 0, false
	}
	seconds, _ = new(big.Rat).Quo(new(big.Rat).SetInt(k), m.Rate).Float64()
	return seconds, true
}

// independent is the classical problem: k draws from one space.
func independent(s *space) law {
	return law{
		exponent: s.exponent,
		pairs:    func(k *big.Int) *big.Rat { return s.among(choose2(k)) },
		guess:    s.guess,
	}
}

// among is the expected number of equal ones of so many pairs.
func (s *space) among(pairs *big.Int) *big.Rat { return new(big.Rat).SetFrac(pairs, s.n) }

// guess is sqrt(2n exponent), at most n.
func (s *space) guess(exponent *big.Float) *big.Int {
	r := s.bits
	k, _ := r.zero().Sqrt(r.mul(r.fromInt(new(big.Int).Lsh(s.n, 1)), exponent)).Int(nil)
	if k.Cmp(s.n) > 0 {
		k.Set(s.n)
	}
	return k
}

// choose2 is the number of pairs of k.
func choose2(k *big.Int) *big.Int {
	if k.Sign() == 0 {
		return new(big.Int)
	}
	pairs := new(big.Int).Mul(k, new(big.Int).Sub(k, big.NewInt(1)))
	return pairs.Rsh(pairs, 1)
}
