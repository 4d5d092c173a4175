package collide

import (
	"fmt"
	"math"

	"idscope/gen"
)

// Unknown reports that the rules, or the odds, give no number.
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
	list, plain, strange := s.stays()
	length, edges := depths(list)
	lambda := s.Rate / float64(s.Nodes) * s.line.line.Span(1).Seconds()
	room := float64(uint64(1) << s.bits)
	crowd := lambda+10*math.Sqrt(lambda)+10 > room
	if strange {
		return unknown("ids take ticks that are not of their time")
	}
	if r.over == overWraps && (len(length) == 0 || crowd || !plain) {
		switch {
		case len(length) > 0:
			return unknown("ticks are entered again and their sequences go round")
		case !plain:
			return unknown("a tick of many ids goes round in its sequence")
		}
		m := s.wrapped(lambda, room)
		if m.mean < 1e-12 {
			return none("no tick is entered twice, and its sequence does not go round")
		}
		return around(m.mean, m.variance, "what is asked for in a tick beyond its sequence comes twice")
	}
	if r.back == backBumps && lambda > 0.3 {
		return unknown("ids take ticks ahead of the clock")
	}
	if crowd && r.over != overWaits && r.over != overWraps && len(list) > s.Nodes {
		return unknown("ids take ticks ahead of the clock")
	}
	return s.entered(length, edges, lambda, plain && !crowd && r.start == startAt && r.back != backBlind)
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
		return none(fmt.Sprintf("none by construction, but for odds of 2^-%d that two processes draw one worker",
			s.Scheme.WorkerBits()))
	}
	return none("none by construction: the recorded tick and sequence of a worker only grow")
}

// shared is the prediction for nodes of the core with one number and records of
// their own: as for any rules that refuse.
func (s *sim) shared() Prediction {
	like := *s
	like.Rules = Rules{Name: "refusing"}
	list, plain, _ := like.stays()
	length, edges := depths(list)
	lambda := s.Rate / float64(s.Nodes) * s.line.line.Span(1).Seconds()
	plain = plain && s.Scheme.Start.Rule == gen.StartZero && lambda+10*math.Sqrt(lambda)+10 < float64(uint64(1)<<s.bits)
	for _, f := range s.Faults {
		plain = plain && (f.Kind == SameWorker || f.Kind == RandomWorker || f.Kind == Skew)
	}
	return s.entered(length, edges, lambda, plain)
}

// entered is the prediction from the time that a worker's ticks are covered d
// times: of d processes that all begin a tick at the same number, all but the
// longest sequence are duplicates.
func (s *sim) entered(length map[int]float64, edges int, lambda float64, plain bool) Prediction {
	total := 0.0
	for _, ns := range length {
		total += ns
	}
	switch {
	case total == 0:
		return none("no tick is entered twice under one worker number")
	case !plain:
		return unknown(fmt.Sprintf("%s of ticks are entered again, where sequences need not meet", shortSpan(total)))
	}
	model := fmt.Sprintf("%s of ticks are entered again under a worker number, with %.4g ids a tick and process",
		shortSpan(total), lambda)
	step := float64(s.line.line.Span(1))
	var m meanVar
	low, high := 0.0, 0.0
	for d, ns := range length {
		ticks, again := ns/step, float64(d-1)
		m = m.plus(overlap(lambda, d), ticks)
		low += again * math.Floor(lambda) * ticks
		high += again * lambda * ticks
	}
	slack := float64(edges) * (lambda + 1)
	if s.Poisson {
		p := around(m.mean, m.variance, model)
		p.Low, p.High = max(0, math.Floor(p.Low-slack)), math.Ceil(p.High+slack)
		return p
	}
	return Prediction{Expected: (low + high) / 2, Low: max(0, math.Floor(low-slack)), High: math.Ceil(high + slack),
		Certain: true, Model: model}
}

// overlap is the count of duplicates of one tick in which d processes make a
// Poisson number each, from the same sequence number on: the sum less the
// largest.
func overlap(lambda float64, d int) meanVar {
	most := 0.0 // mean of the largest: the sum over k of its chance to be k or more
	square := 0.0
	below := 0.0 // chance that one of them is less than k
	top := lambda + 40*math.Sqrt(lambda) + 40
	for k := 1.0; k < top; k++ {
		lg, _ := math.Lgamma(k)
		below += math.Exp((k-1)*math.Log(lambda) - lambda - lg)
		most += 1 - math.Pow(min(below, 1), float64(d))
		reach := 1 - min(below, 1) // the least of two reaches k when both do
		square += (2*k - 1) * reach * reach
	}
	mean := float64(d)*lambda - most
	if d == 2 {
		return meanVar{mean, square - mean*mean}
	}
	return meanVar{mean, float64(d) * lambda} // a bound, by Efron and Stein
}

// wrapped is the count for sequences that go round: what a tick is asked for
// beyond the room that it has.
func (s *sim) wrapped(lambda, room float64) meanVar {
	ticks := s.total() / lambda
	if !s.Poisson {
		few := math.Floor(lambda)
		m := (1-(lambda-few))*max(0, few-room) + (lambda-few)*max(0, few+1-room)
		return meanVar{ticks * m, ticks * m * 1e-3}
	}
	mean, square := 0.0, 0.0
	for k := room + 1; k < max(room, lambda)+40*math.Sqrt(lambda)+40; k++ {
		lg, _ := math.Lgamma(k + 1)
		p := math.Exp(k*math.Log(lambda) - lambda - lg)
		mean += p * (k - room)
		square += p * (k - room) * (k - room)
	}
	return meanVar{ticks * mean, ticks * (square - mean*mean)}
}

func shortSpan(ns float64) string {
	for _, u := range []struct {
		name string
		ns   float64
	}{{"d", 86400e9}, {"h", 3600e9}, {"min", 60e9}, {"s", 1e9}, {"ms", 1e6}, {"us", 1e3}} {
		if ns >= u.ns {
			return fmt.Sprintf("%.4g %s", ns/u.ns, u.name)
		}
	}
	return fmt.Sprintf("%.4g ns", ns)
}
