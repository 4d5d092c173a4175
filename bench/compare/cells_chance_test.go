package compare

import (
	"math"
	"math/big"
	"testing"
)

// chance is the probability of a collision by series in numbers of 400 bits: of makers that
// draw their mark, of all ids ever, or of the ids of each tick.
func (k *known) chance(list []field, load Load) *Chance {
	o := &Chance{}
	nodes := load.Nodes.Int64()
	drawn := func(bits int) float64 { return certain(allDiffer(load.Nodes, bits)) }
	random := width(list, "random")
	switch {
	case width(list, "host") > 0:
		o.Probability = drawn(width(list, "host") - 1) // the multicast bit is set
	case width(list, "process") > 0:
		o.Probability = drawn(width(list, "process"))
	case k.layout == "":
		o.Probability = certain(allDiffer(load.Count(), k.text.length*6)) // 64 symbols
	case k.needs == "number":
		p := drawn(width(list, "number"))
		o.IfDrawn = &p
	case random > 0 && k.tick == 0:
		o.Probability = certain(allDiffer(load.Count(), random))
	case random > 0:
		tick := new(big.Rat).SetFrac64(int64(k.tick), 1_000_000_000<<width(list, "part"))
		mean := new(big.Rat).Mul(load.Rate, tick)
		ticks := number(new(big.Rat).Quo(new(big.Rat).SetInt(load.Count()), mean))
		o.Probability = certain(ticks.Mul(ticks, k.tickExponent(number(mean), nodes, random)))
	}
	return o
}

// wide has the bits that the differences here cost.
func wide() *big.Float { return new(big.Float).SetPrec(400) }

func number(v *big.Rat) *big.Float { return wide().SetRat(v) }

func whole(v int64) *big.Float { return wide().SetInt64(v) }

// tickExponent is -ln of the chance that the ids of a tick differ, where each node generates
// a Poisson number of them.
func (k *known) tickExponent(mean *big.Float, nodes int64, bits int) *big.Float {
	n := wide().SetMantExp(whole(1), bits)
	if k.walk == "one" { // two runs of a and b meet at a+b-1 of n places, where both have any
		u := wide().Quo(mean, whole(nodes))
		none := exp(wide().Neg(u))
		some := wide().Sub(whole(1), none)
		both := wide().Mul(some, some)
		x := wide().Sub(wide().Mul(wide().Mul(whole(2), u), some), both)
		return x.Quo(x.Mul(x, whole(nodes*(nodes-1)/2)), n)
	}
	if k.walk == "anew" { // how often a value comes is Poisson: (1+y) e^-y for each of n
		y := wide().Quo(mean, n)
		x := wide().Sub(y, log1p(y))
		return x.Mul(x, n)
	}
	// Each node has a value with probability q: none has it, or one.
	q := wide().Quo(mean, wide().Mul(n, whole(nodes)))
	others := whole(nodes - 1)
	x := wide().Mul(others, log1p(wide().Neg(q)))
	x.Add(x, log1p(wide().Mul(others, q)))
	return x.Neg(x.Mul(x, n))
}

// allDiffer is -ln of the chance that k draws of 2^bits values all differ: the sum of
// -ln(1-i/n), each as its series, whose sums over i are those of powers.
func allDiffer(k *big.Int, bits int) *big.Float {
	n := wide().SetMantExp(whole(1), bits)
	sum := wide()
	if k.BitLen() < 14 {
		if float64(k.Int64()) > math.Ldexp(1, bits) {
			return sum.SetInf(false)
		}
		for i := int64(1); i < k.Int64(); i++ {
			sum.Sub(sum, log1p(wide().Quo(whole(-i), n)))
		}
		return sum
	}
	// 1+...+m, of squares and of cubes; the next is less than k^5/n^4, here below 1e-50.
	m := wide().SetInt(new(big.Int).Sub(k, big.NewInt(1)))
	m1 := wide().Add(m, whole(1))
	one := wide().Quo(wide().Mul(m, m1), whole(2))
	two := wide().Quo(wide().Mul(wide().Mul(m, m1), wide().Add(wide().Mul(m, whole(2)), whole(1))), whole(6))
	three := wide().Mul(one, one)
	power := wide().Set(n)
	for j, s := range []*big.Float{one, two, three} {
		sum.Add(sum, wide().Quo(s, wide().Mul(power, whole(int64(j+1)))))
		power.Mul(power, n)
	}
	return sum
}

// log1p is the series of ln(1+x), |x| < 1, to 300 bits; close to 1 that takes long.
func log1p(x *big.Float) *big.Float {
	sum, power := wide(), wide().Set(x)
	for j := int64(1); power.Sign() != 0 && power.MantExp(nil) > sum.MantExp(nil)-350; j++ {
		term := wide().Quo(power, whole(j))
		if j%2 == 0 {
			term.Neg(term)
		}
		sum.Add(sum, term)
		power.Mul(power, x)
	}
	return sum
}

// exp is the series of e^x.
func exp(x *big.Float) *big.Float {
	sum, term := whole(1), whole(1)
	for j := int64(1); term.Sign() != 0 && term.MantExp(nil) > -380; j++ {
		term.Quo(term.Mul(term, x), whole(j))
		sum.Add(sum, term)
	}
	return sum
}

// certain is 1-e^-x.
func certain(x *big.Float) float64 {
	if x.IsInf() || x.Cmp(whole(200)) > 0 {
		return 1
	}
	v, _ := wide().Sub(whole(1), exp(wide().Neg(x))).Float64()
	return v
}

// probable compares two probabilities to 1e-12 of their size.
func probable(t *testing.T, name string, l Load, got, want *Chance) {
	t.Helper()
	close := func(what string, a, b float64) {
		if math.Abs(a-b) > 1e-12*math.Abs(b) {
			t.Errorf("%s, %v nodes at %s: %s %.17g; by series %.17g", name, l.Nodes, l.Rate.RatString(), what, a, b)
		}
	}
	if got == nil {
		t.Errorf("%s has no probability; want %g", name, want.Probability)
		return
	}
	close("probability", got.Probability, want.Probability)
	if (got.IfDrawn == nil) != (want.IfDrawn == nil) {
		t.Errorf("%s: numbers that are drawn: %v; want %v", name, got.IfDrawn, want.IfDrawn)
	} else if got.IfDrawn != nil {
		close("probability of drawn numbers", *got.IfDrawn, *want.IfDrawn)
	}
}
