package birthday

import (
	"fmt"
	"math/big"

	"idscope/gen"
)

// Ceiling is the most identifiers a second that a layout can make: what one
// generator makes in a tick, times the workers, or the nodes where those are
// fewer, times the values of its data; never more than the layout tells apart. ok
// is false where there is none: without a time there are no ticks to use up.
func Ceiling(s *gen.Scheme, nodes *big.Int) (perSecond *big.Rat, ok bool) {
	if !s.Timed() {
		return nil, false
	}
	z, kept := sizesOf(s)
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

// capacity refuses a rate that the layout cannot make.
func capacity(s *gen.Scheme, o Options, m *Model) error {
	if o.Rate == nil {
		return nil
	}
	most, ok := Ceiling(s, o.Nodes)
	if !ok || o.Rate.Cmp(most) <= 0 {
		return nil
	}
	given, top := decimal(o.Rate), decimal(most)
	who := "all its workers together"
	switch {
	case o.Nodes != nil && !many(o.Nodes):
		who = "1 node"
	case o.Nodes != nil:
		who = fmt.Sprintf("%d nodes", o.Nodes)
	case s.WorkerBits() == 0:
		who = "its layout"
	}
	return fmt.Errorf("a rate of %s a second is more than %s can generate; want at most %s, from "+
		"%s", given, s.Name,
		top, who)
}

// decimal writes a rate as people would: whole where it is.
func decimal(v *big.Rat) string {
	if v.IsInt() {
		return v.Num().String()
	}
	return v.FloatString(3)
}
