package collide

import (
	"fmt"
	"math"
	"slices"

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
		return unknown("ids take ticks ahead of the clock")
	}
	if crowd && r.over != overWaits && r.over != overWraps && len(c.list) > s.Nodes {
		return unknown("ids take ticks ahead of the clock")
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

// again lists how long processes were in a tick in which the clock stood still, where
// that was more than one under a worker number.
func (c *course) again() (list [][]float64) {
	for _, lives := range c.still {
		if len(lives) > 1 {
			list = append(list, lives)
		}
	}
	return list
}

// stood is the prediction for processes that begin a tick at the same number while
// the clock stands still; alone says that no other ticks are entered again.
func (s *sim) stood(again [][]float64, alone bool) Prediction {
	r := &s.Rules
	room := float64(uint64(1)<<s.bits) - float64(r.first)
	for _, f := range s.Faults {
		alone = alone && f.Kind != Burst
	}
	if !alone || r.start != startAt || r.back == backBumps {
		return unknown("a tick is entered again while the clock stands still, where sequences need not meet")
	}
	perNs := s.Rate / 1e9 / float64(s.Nodes)
	var m meanVar
	low, high, slack := 0.0, 0.0, 0.0
	for _, lives := range again {
		var least, most, means []float64
		for _, ns := range lives {
			mean := perNs * ns
			switch {
			case mean+10*math.Sqrt(mean)+10 > room && r.over != overWaits:
				return unknown("ids take ticks ahead of a clock that stands still")
			case min(mean, room) > 1e7:
				return unknown("too many ids of a tick in which the clock stands still")
			}
			means = append(means, mean)
			least, most = append(least, min(room, math.Floor(mean))), append(most, min(room, math.Ceil(mean)))
		}
		m = m.plus(overlap(room, means...), 1)
		low, high = low+allButMost(least), high+allButMost(most)
		slack += float64(len(lives)) * (s.Rate/float64(s.Nodes)*s.line.line.Span(1).Seconds() + 1)
	}
	model := fmt.Sprintf("the clock stands still in %d ticks while processes end and begin them anew", len(again))
	if len(again) == 1 {
		model = "the clock stands still in a tick while a process ends and another begins it anew"
	}
	if s.Poisson {
		p := around(m.mean, m.variance, model)
		p.Low, p.High = max(0, math.Floor(p.Low-slack)), math.Ceil(p.High+slack)
		return p
	}
	return Prediction{Expected: (low + high) / 2, Low: max(0, math.Floor(low-slack)), High: math.Ceil(high + slack),
		Certain: true, Model: model}
}

// allButMost is the sum of some values less the largest.
func allButMost(list []float64) float64 {
	sum := 0.0
	for _, v := range list {
		sum += v
	}
	return sum - slices.Max(list)
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

// entered is the prediction from the time that a worker's ticks are covered d
// times: of d processes that all begin a tick at the same number, all but the
// longest sequence are duplicates. Where no time is covered twice, they are of the
// ticks that processes share.
func (s *sim) entered(length map[int]float64, edges int, shared [][]float64, plain bool) Prediction {
	lambda := s.Rate / float64(s.Nodes) * s.line.line.Span(1).Seconds()
	total := 0.0
	for _, ns := range length {
		total += ns
	}
	switch {
	case total == 0 && len(shared) > 0:
		return s.begunAnew(shared, plain && s.Rules.back != backBumps)
	case total == 0:
		return none("no tick is entered twice under one worker number")
	case !plain:
		return unknown(fmt.Sprintf("%s of ticks are entered again, where sequences need not meet", shortSpan(total)))
	}
	model := fmt.Sprintf("%s of ticks are entered again under a worker number, with %s ids a tick and process",
		shortSpan(total), digits(lambda))
	step := float64(s.line.line.Span(1))
	var m meanVar
	low, high := 0.0, 0.0
	for d, ns := range length {
		ticks, again := ns/step, float64(d-1)
		m = m.plus(overlap(math.Inf(1), slices.Repeat([]float64{lambda}, d)...), ticks)
		low += again * math.Floor(lambda) * ticks
		high += again * lambda * ticks
	}
	slack := float64(edges+len(shared)) * (lambda + 1)
	if s.Poisson {
		p := around(m.mean, m.variance, model)
		p.Low, p.High = max(0, math.Floor(p.Low-slack)), math.Ceil(p.High+slack)
		return p
	}
	return Prediction{Expected: (low + high) / 2, Low: max(0, math.Floor(low-slack)), High: math.Ceil(high + slack),
		Certain: true, Model: model}
}

// begunAnew is the prediction for ticks in which a process ends and another begins the
// sequence anew.
func (s *sim) begunAnew(shared [][]float64, plain bool) Prediction {
	model := fmt.Sprintf("in %d ticks a process begins anew what another has begun", len(shared))
	if len(shared) == 1 {
		model = "in a tick a process begins anew what another has begun"
	}
	if !plain {
		return unknown(model + ", where sequences need not meet")
	}
	perNs := s.Rate / 1e9 / float64(s.Nodes)
	var m meanVar
	high := 0.0
	for _, lives := range shared {
		var means, most []float64
		for _, ns := range lives {
			means, most = append(means, perNs*ns), append(most, math.Ceil(perNs*ns))
		}
		m = m.plus(overlap(math.Inf(1), means...), 1)
		high += allButMost(most)
	}
	if s.Poisson {
		return around(m.mean, m.variance, model)
	}
	return Prediction{Expected: min(m.mean, high), High: high, Certain: true, Model: model}
}

// overlap is the count of duplicates of one tick in which processes make Poisson
// numbers of those means each, at most room, from the same sequence number on: the
// sum less the largest. The variance of more than two with too little room is a
// bound, by Efron and Stein; else both are exact.
func overlap(room float64, means ...float64) meanVar {
	sum, top := 0.0, 0.0
	for _, mean := range means {
		sum, top = sum+mean, max(top, mean)
	}
	roomy := room >= top+10*math.Sqrt(top)+10
	top += 40*math.Sqrt(top) + 40
	below := make([]float64, len(means)) // chance that each is less than k
	mean, most, mostSquare, bothSquare, together := 0.0, 0.0, 0.0, 0.0, 0.0
	for k := 1.0; k < top && k <= room; k++ {
		lg, _ := math.Lgamma(k)
		all, both := 1.0, 1.0 // chances that all are less than k, that none is
		largest := 0.0        // sum of means times the chance that one is k-1, and none is more
		for i, m := range means {
			equal := math.Exp((k-1)*math.Log(m) - m - lg)
			largest *= min(below[i]+equal, 1)
			largest += m * equal * all
			below[i] = min(below[i]+equal, 1)
			mean += 1 - below[i]
			all *= below[i]
			both *= 1 - below[i]
		}
		mean -= 1 - all
		most += 1 - all
		mostSquare += (2*k - 1) * (1 - all)
		bothSquare += (2*k - 1) * both // the least of two reaches k when both do
		together += largest
	}
	switch {
	case len(means) == 2:
		return meanVar{mean, max(0, bothSquare-mean*mean)}
	case !roomy:
		return meanVar{mean, sum}
	}
	// For a Poisson number N of mean m, E[N f(N)] = m E[f(N+1)]: so the covariance of the
	// sum and the largest is the sum of m times the chance that N is the largest.
	return meanVar{mean, max(0, sum+mostSquare-most*most-2*together)}
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
			return digits(ns/u.ns) + " " + u.name
		}
	}
	return digits(ns) + " ns"
}
