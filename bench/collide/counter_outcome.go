package collide

import (
	"math"
	"slices"
)

// count finds the numbers that were given out more than once.
func (s *counterSim) count() {
	type edge struct {
		at uint64
		by int
	}
	edges := make([]edge, 0, 2*len(s.given))
	for _, g := range s.given {
		edges = append(edges, edge{g.first, 1}, edge{g.end, -1})
	}
	slices.SortFunc(edges, func(a, b edge) int {
		if a.at != b.at {
			return int(max(-1, min(1, float64(a.at)-float64(b.at))))
		}
		return a.by - b.by
	})
	depth, at := uint64(0), uint64(0)
	for _, e := range edges {
		if depth > 1 {
			s.result.Duplicates += (depth - 1) * (e.at - at)
			s.result.Pairs += depth * (depth - 1) / 2 * (e.at - at)
		}
		depth, at = uint64(int(depth)+e.by), e.at
	}
}

// predict says what the faults imply.
func (s *counterSim) predict() Prediction {
	switch {
	case len(s.Faults) == 0:
		return none("none by construction: the counter only grows")
	case s.Rules.Name == oursName && s.Nodes == 1:
		return none("none: the only host saw every number, and refuses what is not above them")
	case s.Rules.Name == oursName:
		return unknown("hosts refuse what they saw themselves, and not what only others saw")
	case s.segment:
		return unknown("segments that are given out again were used in part")
	case len(s.Faults) > 1:
		return unknown("the counter is set back more than once")
	}
	f := &s.Faults[0]
	again := (s.span() - f.At).Seconds() // after the fault
	before := min(f.Shift, f.At).Seconds()
	if f.Kind == LoseKey {
		before = f.At.Seconds()
	}
	if s.dated {
		return unknown("the numbers of a day begin anew")
	}
	model := "what was given out since the state that the counter was set back to is given out again"
	if !s.Poisson {
		n := s.Rate * min(before, again)
		return Prediction{Expected: n, Low: math.Floor(n - float64(2*s.Nodes)), High: math.Ceil(n + float64(2*s.Nodes)),
			Certain: true, Model: model}
	}
	if math.Abs(before-again) < 6*math.Sqrt(max(before, again)/s.Rate) {
		return unknown("as many numbers are given out after the fault as were before it")
	}
	n := s.Rate * min(before, again)
	return around(n, n, model)
}
