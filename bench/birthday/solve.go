package birthday

import (
	"math/big"
	"math/bits"
	"sort"
)

// Bits is the fewest random bits with which any two of count ids are equal with a
// probability of at most p; ok is false where even MaxBits are too few. Count is at least
// 0, p above 0 and below 1.
func Bits(count *big.Int, p *big.Rat) (n int, ok bool) {
	return solve(MaxBits, func(n int) *big.Int { return bit(n) }, count, p)
}

// Length is Bits in random symbols of an alphabet of 2 or more.
func Length(count *big.Int, p *big.Rat, symbols int) (length int, ok bool) {
	return solve(MaxBits/bits.Len(uint(symbols-1)), func(n int) *big.Int {
		return new(big.Int).Exp(big.NewInt(int64(symbols)), big.NewInt(int64(n)), nil)
	}, count, p)
}

// solve finds the smallest n of 1 to most whose space is large enough: the probability
// falls as the space grows.
func solve(most int, space func(n int) *big.Int, count *big.Int, p *big.Rat) (n int, ok bool) {
	limit, _ := p.Float64()
	n = 1 + sort.Search(most, func(i int) bool { return In(space(i+1)).Chance(count).Probability() <= limit })
	return n, n <= most
}
