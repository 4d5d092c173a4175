package report

import (
	"strings"

	"idscope/bench/compare"
	"idscope/gen"
)

// Advice is what to use for something under the load of the report, in words.
type Advice struct {
	Use   string // what for
	Take  string // the candidate, and then the others
	Why   string
	Watch string // the one thing to know
}

// advice answers every use under the load of the survey; nothing where schemes cannot be
// found by name. A use that nothing serves says so.
func (v *Survey) advice() []Advice {
	if v.Find == nil {
		return nil
	}
	var list []Advice
	for _, u := range compare.Uses() {
		a, err := compare.Advise(&compare.Question{Use: &u, Load: v.Load, MaxProbability: compare.UsualProbability,
			Now: v.Now}, v.Find)
		if err != nil {
			continue // a scheme of the user's own stands in the way of one
		}
		one := Advice{Use: sentence(u.Help), Take: "none of those thought of",
			Why: "None carries this load with a collision less likely than one in a million."}
		if len(a.Picks) > 0 {
			var then []string
			for _, p := range a.Picks[1:] {
				then = append(then, p.Candidate)
			}
			p := a.Picks[0]
			one.Take, one.Why, one.Watch = p.Candidate, sentence(p.Why), sentence(p.Watch)
			if len(then) > 0 {
				one.Take += ", then " + strings.Join(then, " or ")
			}
		}
		list = append(list, one)
	}
	return list
}

// Find returns the scheme of a name.
type Find func(name string) (*gen.Scheme, error)
