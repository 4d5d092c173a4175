package compare

import (
	"math"
	"testing"
)

// chance is the probability of a collision to four digits: of makers that draw their mark, of all
// ids ever, or of the ids of each tick. The figures to all digits are held by the tests of birthday.
func (k *known) chance(list []field, load Load) *Chance {
	o := &Chance{}
	nodes, count := float64(load.Nodes.Int64()), float64(load.Count().Int64())
	rate, _ := load.Rate.Float64()
	random := width(list, "random")
	switch {
	case width(list, "host") > 0:
		o.Probability = shared(nodes, width(list, "host")-1) // the multicast bit is set
	case width(list, "process") > 0:
		o.Probability = shared(nodes, width(list, "process"))
	case k.layout == "":
		o.Probability = shared(count, k.text.length*6) // 64 symbols
	case k.needs == "number":
		p := shared(nodes, width(list, "number"))
		o.IfDrawn = &p
	case random > 0 && k.tick == 0:
		o.Probability = shared(count, random)
	case random > 0:
		mean := rate * math.Ldexp(k.tick.Seconds(), -width(list, "part"))
		o.Probability = -math.Expm1(-count / mean * math.Ldexp(k.tickPairs(mean, nodes), -random))
	}
	return o
}

// tickPairs is how many pairs of ids of a tick can be the same, where each node generates a
// Poisson number of them.
func (k *known) tickPairs(mean, nodes float64) float64 {
	switch k.walk {
	case "one": // two runs of a and b meet at a+b-1 places, where both have any
		each := mean / nodes
		some := -math.Expm1(-each)
		return (2*each*some - some*some) * nodes * (nodes - 1) / 2
	case "anew":
		return mean * mean / 2
	}
	return mean * mean * (1 - 1/nodes) / 2 // those of one node never are
}

// shared is how likely two of k draws of 2^bits values are the same.
func shared(k float64, bits int) float64 {
	n := math.Ldexp(1, bits)
	if k > 1e6 {
		return -math.Expm1(-k * k / 2 / n)
	}
	differ := 0.0
	for i := 1.0; i < k; i++ {
		differ += math.Log1p(-i / n)
	}
	return -math.Expm1(differ)
}

// probable compares two probabilities to 1e-4 of their size.
func probable(t *testing.T, name string, l Load, got, want *Chance) {
	t.Helper()
	close := func(what string, a, b float64) {
		if math.Abs(a-b) > 1e-4*math.Abs(b) {
			t.Errorf("%s, %v nodes at %s: %s %.17g; by other arithmetic %.17g", name, l.Nodes, l.Rate.RatString(), what, a, b)
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
