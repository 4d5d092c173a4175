package birthday

import (
	"math/big"
	"unicode/utf8"

	"idscope/gen"
)

// sizes are how many values the parts of an identifier have, source by source; 1
// where it has none of a source. Constants and counts of rollbacks are no choice.
type sizes [gen.Digest + 1]*big.Int

// sizesOf counts the values of a layout, or of a pattern. kept are those of random
// parts that a process draws once for many identifiers.
func sizesOf(s *gen.Scheme) (z sizes, kept *big.Int) {
	kept = big.NewInt(1)
	for i := range z {
		z[i] = bit(s.Layout.Width(gen.Source(i)))
	}
	for _, part := range s.Pattern {
		if len(part.Texts) > 0 || part.Alphabet == gen.AnyByte {
			continue
		}
		symbols := big.NewInt(int64(utf8.RuneCountInString(part.Alphabet)))
		symbols.Exp(symbols, big.NewInt(int64(part.Symbols())), nil)
		if part.Keep && part.Source == gen.Random {
			kept.Mul(kept, symbols)
		} else {
			z[part.Source].Mul(z[part.Source], symbols)
		}
	}
	return z, kept
}

// has reports whether a source has a choice.
func (z *sizes) has(s gen.Source) bool { return many(z[s]) }

// product is the number of values of several sources together.
func (z *sizes) product(list ...gen.Source) *big.Int {
	n := big.NewInt(1)
	for _, s := range list {
		n.Mul(n, z[s])
	}
	return n
}

func many(n *big.Int) bool { return n.Cmp(big.NewInt(1)) > 0 }

// bit is 2^n.
func bit(n int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }
