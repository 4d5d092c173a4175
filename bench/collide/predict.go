package collide

import (
	"fmt"
	"math"
	"slices"

	"idscope/gen"
)

// Unknown reports that the rules, or the probability, give no number.
func (p Prediction) Unknown() bool { return math.IsNaN(p.Expected) }

func unknown(why string) Prediction {
	return Prediction{Expected: math.NaN(), High: math.Inf(1), Model: "not predicted: " + why}
}

// predict says how many duplicates the rules imply for identifiers with a
// sequence.
func (s *sim) predict() Prediction {
	if !s.timed {
		if s.Nodes == 1 {
			return none("none by construction: the number only grows")
		}
		return unknown("all nodes count alone, and the layout tells them apart by their workers only")
	}
	r := &s.Rules
	if r.Name == oursName {
		return s.predictOurs()
	}
	c := s.course()
	length, edges := depths(c.list)
	lambda := s.Rate / float64(s.Nodes) * s.line.line.Span(1).Seconds()
	room := float64(uint64(1) << s.bits)
	crowd := lambda+10*math.Sqrt(lambda)+10 > room
	if c.strange {
		return unknown("ids take ticks that are not of their time")
	}
	if r.over == overWraps && (len(length) == 0 || crowd || !c.plain) {
		switch {
		case len(length) > 0:
			return unknown("ticks are entered again and their sequences go round")
		case !c.plain:
			return unknown("a tick of many ids goes round in its sequence")
		}
		m := s.wrapped(lambda, room)
		if m.mean < 1e-12 {
			return none("no tick is entered twice, and its sequence does not go round")
		}
		return around(m.mean, m.variance, "what is asked for in a tick beyond its sequence comes twice")
	}
	if r.back == backBumps && lambda > 0.3 {
		return unknown("ids take ticks with a lead over the clock")
	}
	if crowd && r.over != overWaits && r.over != overWraps && len(c.list) > s.Nodes {
		return unknown("ids take ticks with a lead over the clock")
	}
	if again := c.again(); len(again) > 0 {
		return s.stood(again, len(length) == 0)
	}
	var shared [][]float64
	if r.saves != savesAll || s.loses() {
		shared = c.shared(&s.line)
	}
	return s.entered(length, edges, shared, c.plain && !crowd && r.start == startAt && r.back != backBlind)
}

// loses reports whether a record is lost.
func (s *sim) loses() bool {
	return slices.ContainsFunc(s.Faults, func(f Fault) bool { return f.Kind == LoseState })
}

// predictOurs is for the core's own rules.
func (s *sim) predictOurs() Prediction {
	seen := map[uint64]bool{}
	for _, w := range s.workers() {
		if seen[w] {
			p := s.shared()
			if s.Scheme.WorkerBits() == 0 {
				p.Model += "; the layout has no worker, so all nodes use the same numbers"
			}
			return p
		}
		seen[w] = true
	}
	lead := false
	for _, f := range s.Faults {
		if f.Kind == LoseState {
			return unknown("a lost record is only guarded by a wait of the longest lead")
		}
		lead = lead || f.Kind == LoseLead
	}
	switch {
	case lead:
		return unknown("a record that knows of no lead does not guard what was borrowed")
	case s.Scheme.WorkerRule == gen.WorkerRandom:
		return none(fmt.Sprintf("none by construction, but for a probability of 2^-%d that two processes draw one worker",
			s.Scheme.WorkerBits()))
	}
	return none("none by construction: the recorded tick and sequence of a worker only grow")
}

// shared is the prediction for nodes of the core with one number and records of
// their own: as for any rules that refuse.
func (s *sim) shared() Prediction {
	like := *s
	like.Rules = Rules{Name: "refusing"}
	c := like.course()
	length, edges := depths(c.list)
	lambda := s.Rate / float64(s.Nodes) * s.line.line.Span(1).Seconds()
	plain := c.plain && s.Scheme.Start.Rule == gen.StartZero && lambda+10*math.Sqrt(lambda)+10 < float64(uint64(1)<<s.bits)
	for _, f := range s.Faults {
		plain = plain && (f.Kind == SameWorker || f.Kind == RandomWorker || f.Kind == Skew)
	}
	return s.entered(length, edges, nil, plain)
}
