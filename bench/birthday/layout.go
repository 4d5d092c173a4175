package birthday

import (
	"fmt"
	"math/big"
	"unicode/utf8"

	"idscope/gen"
)

// sizes are how many values the parts of an id have, source by source; 1
// where it has none of a source. Constants and counts of rollbacks are no choice.
type sizes [gen.Digest + 1]*big.Int

// sizesOf counts the values of a layout, or of a pattern. kept are those of random
// parts that a process draws once for many ids.
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

// ceiling is the most ids a second that a layout can generate: what one
// generator generates in a tick, times the workers, or the nodes where those are
// fewer, times the values of its data; never more than the layout tells apart. ok
// is false where there is none: without a time there are no ticks to exhaust.
func (z *sizes) ceiling(s *gen.Scheme, kept, nodes *big.Int) (perSecond *big.Rat, ok bool) {
	if !s.Timed() {
		return nil, false
	}
	top := z.product(gen.Worker, gen.Seq, gen.Random, gen.Data)
	top.Mul(top, kept)
	if n, limited := s.PerTick(); limited && nodes != nil && s.Pattern == nil {
		each := new(big.Int).SetBytes(n.AppendBytes(nil, gen.MaxBits/8))
		each.Mul(each, nodes)
		if each.Mul(each, z[gen.Data]); each.Cmp(top) < 0 {
			top = each
		}
	}
	tick := big.NewRat(int64(s.Tick), 1e9)
	most := new(big.Rat).SetInt(top.Lsh(top, uint(s.Fraction)))
	return most.Quo(most, tick), true
}

// capacity refuses a rate that the layout cannot generate.
func (z *sizes) capacity(s *gen.Scheme, kept *big.Int, o Options) error {
	if o.Rate == nil {
		return nil
	}
	most, ok := z.ceiling(s, kept, o.Nodes)
	if !ok || o.Rate.Cmp(most) <= 0 {
		return nil
	}
	who := "all its workers together"
	switch {
	case o.Nodes != nil && !many(o.Nodes):
		who = "1 node"
	case o.Nodes != nil:
		who = fmt.Sprintf("%d nodes", o.Nodes)
	case s.WorkerBits() == 0:
		who = "its layout"
	}
	return fmt.Errorf("a rate of %s a second is more than %s can generate; use at most %s, from "+
		"%s", decimal(o.Rate), s.Name, decimal(most), who)
}

// decimal writes a rate as people would: whole where it is.
func decimal(v *big.Rat) string {
	if v.IsInt() {
		return v.Num().String()
	}
	return v.FloatString(3)
}
