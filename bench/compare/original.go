package compare

import (
	"fmt"
	"math"
	"math/big"

	"idscope/bench/birthday"
	"idscope/bench/collide"
	"idscope/gen"
)

// Original is how likely a collision is by the rules of a scheme's own system, as it runs
// without any setting, where those differ from ours.
type Original struct {
	Rules string `json:"rules"` // as collide.RulesOf takes them
	// Probability is of any collision under the load, while clocks go on and no process ends.
	Probability float64 `json:"probability"`
	By          string  `json:"by,omitempty" csv:"-"`     // what decides it; nothing where nothing does
	Unless      string  `json:"unless,omitempty" csv:"-"` // where the probability is 0 all the same
	// AfterIncident is how many duplicates a node generates, of its share of the load, after
	// collide.Incident, by a closed form; absent where there is none.
	AfterIncident *float64 `json:"duplicates_after_incident,omitempty" csv:"after_incident"`
}

// originals derives them from the rules that are simulated, not from a declaration.
func originals(s *gen.Scheme, load Load) (list []Original) {
	for _, r := range collide.Systems(s) {
		o := Original{Rules: r.Name}
		o.causes(s, &r, load)
		if n, ok := r.AfterIncident(s, load.each()); ok {
			o.AfterIncident = &n
		}
		list = append(list, o)
	}
	return list
}

// causes adds how likely nodes are not told apart, random bits that are drawn again for each
// id meet, and a sequence begins again within its tick.
func (o *Original) causes(s *gen.Scheme, r *collide.Rules, load Load) {
	if mark := r.Mark; mark.Values > 0 {
		o.Unless = mark.Unless
		o.and(birthday.In(new(big.Int).SetUint64(mark.Values)).Chance(load.Nodes).Probability(), mark.By)
	}
	if kept := r.Kept(s); kept > 0 && load.Nodes.Cmp(new(big.Int).SetUint64(kept)) > 0 {
		o.and(1, fmt.Sprintf("of the worker numbers only %d are left apart", kept))
	}
	if r.Redraws {
		redrawn := *s
		redrawn.Growth = gen.GrowthNone
		if m, err := birthday.Of(&redrawn, birthday.Options{Rate: load.Rate}); err == nil {
			o.and(probability(m, load), "all random bits are drawn again for each id")
		}
	}
	seconds, _ := load.For.Float64()
	if n := load.Nodes; n.BitLen() <= 31 { // no layout that wraps tells more apart
		o.and(-math.Expm1(-r.Wrapped(s, load.each(), int(n.Int64()), seconds)),
			"a tick's sequence begins again when it is exhausted")
	}
}

// and adds a cause that is independent of those before.
func (o *Original) and(p float64, by string) {
	if p == 0 {
		return
	}
	if o.By != "" {
		by = o.By + "; " + by
	}
	o.Probability, o.By = o.Probability+p-o.Probability*p, by
}
