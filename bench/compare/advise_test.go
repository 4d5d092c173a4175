package compare

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"idscope/gen"
	"idscope/gen/scheme"
)

func find(name string) (*gen.Scheme, error) {
	if s, ok := scheme.Get(name); ok {
		return s, nil
	}
	return nil, fmt.Errorf("no scheme %s", name)
}

// TestPicksKeepTheirPromise: what is picked carries the load, meets the needs of the use,
// and says why, and what to watch; no figure is left open.
func TestPicksKeepTheirPromise(t *testing.T) {
	for _, u := range Uses() {
		for _, db := range []string{Postgres, MySQL, MongoDB} {
			for _, nodes := range []int64{1, 2, 2000, 3_000_000} {
				q := &Question{Use: &u, Load: u.Load, DB: db, MaxProbability: UsualProbability, Now: now}
				q.Load.Nodes = big.NewInt(nodes)
				a, err := Advise(q, find)
				if err != nil {
					t.Fatalf("%s of %s: %v", u.Name, db, err)
				}
				if len(a.Picks) == 0 || len(a.Lost) < 4 {
					t.Errorf("%s of %d nodes: %d picks, %d lost", u.Name, nodes, len(a.Picks), len(a.Lost))
				}
				for _, p := range a.Picks {
					if p.Row.Brand && u.Name != "trace" {
						t.Errorf("%s: %s are the ids of one product", u.Name, p.Candidate)
					}
					n := u.need
					if no := n.Reject(&p.Row, q.Load.End(now)); no != nil || len(p.Row.Problems) > 0 {
						t.Errorf("%s: %s is picked; %q %q", u.Name, p.Candidate, no, p.Row.Problems)
					}
					if !u.Checked && p.Row.Chance.Probability > UsualProbability {
						t.Errorf("%s: %s collides by %g", u.Name, p.Candidate, p.Row.Chance.Probability)
					}
					if p.Why == "" || p.Watch == "" || strings.ContainsAny(p.Why+p.Watch, "{}") {
						t.Errorf("%s: %s is picked for %q, %q", u.Name, p.Candidate, p.Why, p.Watch)
					}
				}
				for _, l := range a.Lost {
					if l.Text == "" || strings.ContainsAny(l.Text, "{}") {
						t.Errorf("%s: %s is lost by %q", u.Name, l.Of, l.Text)
					}
				}
			}
		}
	}
}
