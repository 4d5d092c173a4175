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
func originals(s *gen.Scheme, load Load) []Original {
	var list []Original
	each := load.each()
	for _, r := range collide.Systems(s) {
		o := Original{Rules: r.Name}
		o.apart(s, &r, load)
		o.redrawn(s, &r, load)
		o.wrapped(s, &r, each, load)
		if n, ok := r.AfterIncident(s, each); ok {
			o.AfterIncident = &n
		}
		list = append(list, o)
	}
	return list
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

// apart is how likely two nodes cannot be told apart.
func (o *Original) apart(s *gen.Scheme, r *collide.Rules, load Load) {
	if mark := r.Mark; mark.Values > 0 {
		o.Unless = mark.Unless
		m := birthday.In(new(big.Int).SetUint64(mark.Values))
		o.and(m.Chance(load.Nodes).Probability(), mark.By)
	}
	if kept := r.Kept(s); kept > 0 && load.Nodes.Cmp(new(big.Int).SetUint64(kept)) > 0 {
		o.and(1, fmt.Sprintf("of the worker numbers only %d are left apart", kept))
	}
}

// redrawn is how likely ids collide whose random bits are drawn again for each.
func (o *Original) redrawn(s *gen.Scheme, r *collide.Rules, load Load) {
	if !r.Redraws {
		return
	}
	anew := *s
	anew.Growth = gen.GrowthNone
	if m, err := birthday.Of(&anew, birthday.Options{Rate: load.Rate}); err == nil {
		o.and(m.Chance(load.Count()).Probability(), "the random bits of each id are drawn anew")
	}
}

// wrapped is how likely a sequence begins again within its tick.
func (o *Original) wrapped(s *gen.Scheme, r *collide.Rules, each float64, load Load) {
	seconds, _ := load.For.Float64()
	nodes, _ := new(big.Float).SetInt(load.Nodes).Float64()
	if nodes > 1<<30 {
		return // no layout that wraps tells so many apart
	}
	o.and(-math.Expm1(-r.Wrapped(s, each, int(nodes), seconds)), "a tick's sequence begins anew when it is exhausted")
}
