package collide

import (
	"fmt"
	"math"
	"slices"

	"idscope/gen/quantity"
)

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
		return unknown(fmt.Sprintf("%s of ticks are entered again, where sequences need not meet",
			quantity.FormatSeconds(1e-9*total)))
	}
	model := fmt.Sprintf("%s of ticks are entered again under a worker number, with %s ids a tick and process",
		quantity.FormatSeconds(1e-9*total), quantity.FormatNumber(lambda))
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
