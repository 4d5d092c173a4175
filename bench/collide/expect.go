package collide

import (
	"math"
	"slices"
	"strings"
	"time"

	"idscope/gen"
)

// Prediction is what the count should be.
type Prediction struct {
	Expected  float64 `json:"mean"`
	Low       float64 `json:"low"` // the count lies in the interval, both ends included, in 99 of 100 simulations
	High      float64 `json:"high"`
	Level     float64 `json:"level"`     // those 99 of 100
	Certain   bool    `json:"certain"`   // the interval holds always: it is no matter of chance
	Simulated bool    `json:"simulated"` // by other histories of the same faults; else by a closed form
	Inside    bool    `json:"inside"`    // the count lies in it
	Model     string  `json:"-"`         // what it rests on, a sentence without its full stop
}

// Unknown reports that there is no number.
func (p Prediction) Unknown() bool { return math.IsNaN(p.Expected) }

// level is how often a count may lie outside of the interval, on either side.
const level = 0.005

// none is the prediction of no duplicates at all, with the reason.
func none(model string) Prediction { return Prediction{Certain: true, Model: model} }

// around is the prediction of a count with that mean and variance: Poisson's
// distribution where the two are alike, as they are for rare events, else the
// normal one.
func around(m meanVar, model string) Prediction {
	p := Prediction{Expected: m.mean, Model: model}
	if m.mean <= 0 {
		return p
	}
	if math.Abs(m.variance/m.mean-1) < 0.02 && m.mean < 1e6 {
		p.Low, p.High = poissonQuantile(m.mean, level), poissonQuantile(m.mean, 1-level)
		return p
	}
	const z = 2.5758293035489004 // of the normal distribution at 1-level
	sd := math.Sqrt(m.variance)
	p.Low, p.High = max(0, math.Floor(m.mean-z*sd)), math.Ceil(m.mean+z*sd)
	return p
}

// poissonQuantile is the smallest k for which a Poisson number is at most k with
// a probability of q or more. The terms are summed from 12 standard deviations
// left of the mean on: what lies further out is below 1e-30.
func poissonQuantile(mean, q float64) float64 {
	k := math.Floor(max(0, mean-12*math.Sqrt(mean)))
	term := poissonTerm(k, mean)
	sum := term
	for sum < q && k < mean+40*math.Sqrt(mean)+100 {
		k++
		term *= mean / k
		sum += term
	}
	return k
}

// poissonTerm is the probability that a Poisson number of that mean is k.
func poissonTerm(k, mean float64) float64 {
	lg, _ := math.Lgamma(k + 1)
	return math.Exp(k*math.Log(mean) - mean - lg)
}

// meanVar are the mean and variance of a count.
type meanVar struct{ mean, variance float64 }

func (a meanVar) plus(b meanVar, times float64) meanVar {
	return meanVar{a.mean + times*b.mean, a.variance + times*b.variance}
}

// beyond is the count of a tick whose sequence goes round: what it is asked for beyond
// the room that it has, for a Poisson number or for one of the two whole numbers next
// to a mean.
func beyond(mean, room float64, poisson bool) meanVar {
	if !poisson {
		few := math.Floor(mean)
		m := (1-(mean-few))*max(0, few-room) + (mean-few)*max(0, few+1-room)
		return meanVar{m, m * 1e-3}
	}
	far := 40*math.Sqrt(mean) + 40
	if math.Abs(mean-room) > far { // from its mean it never is
		return meanVar{max(0, mean-room), mean}
	}
	sum, square := 0.0, 0.0
	for k := max(1, math.Floor(mean-far-room)); k < max(0, mean-room)+far; k++ {
		p := poissonTerm(room+k, mean)
		sum += p * k
		square += p * k * k
	}
	return meanVar{sum, square - sum*sum}
}

// student is the quantile of Student's distribution at 1-level, by degrees of freedom.
var student = [...]float64{1: 63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499}

// simulated is the prediction of one more count like others: two to eight.
func simulated(others []*Result, chance bool, model string) Prediction {
	n := float64(len(others))
	var mean, variance float64
	for _, r := range others {
		mean += float64(r.Duplicates) / n
	}
	for _, r := range others {
		variance += (float64(r.Duplicates) - mean) * (float64(r.Duplicates) - mean) / (n - 1)
	}
	if chance { // of which a few equal counts say no more than this
		variance = max(variance, 1/n)
	}
	off := student[len(others)-1] * math.Sqrt(variance*(1+1/n))
	return Prediction{Expected: mean, Low: max(0, math.Floor(mean-off)), High: math.Ceil(mean + off), Simulated: true,
		Model: model}
}

// Systems lists the rules of the systems that a scheme is of, as they run without any
// setting: none where there is none whose rules are known.
func Systems(s *gen.Scheme) []Rules {
	return slices.DeleteFunc(Fit(s), func(r Rules) bool { return !slices.Contains(strings.Fields(r.of), s.Name) })
}

// Wrapped is how many duplicates are expected of ids that are asked for at random times by
// nodes of a rate each, for a span of seconds, because a tick's sequence begins again when it
// is exhausted; 0 where it does not.
func (r *Rules) Wrapped(s *gen.Scheme, rate float64, nodes int, seconds float64) float64 {
	if r.over != overWraps {
		return 0
	}
	tick := min(seconds, s.Timeline().Span(1).Seconds())
	return beyond(rate*tick, float64(uint64(1)<<s.Layout.Width(gen.Seq)), true).mean / tick * seconds * float64(nodes)
}

// Incident is what goes wrong where systems differ most: the clock of a host goes back by a
// second, and its process begins again at the same time.
const Incident = "the clock moves backwards by 1 s as the process restarts"

const (
	incidentBack = time.Second
	incidentAt   = 10 * time.Second // after the start of the process
)

// incident is that history as a simulation sees it.
func (r *Rules) incident(s *gen.Scheme, rate float64) Config {
	return Config{Scheme: s, Rules: *r, Rate: rate, Poisson: true, For: incidentAt + 3*incidentBack, Seed: 1,
		Faults: []Fault{{Kind: Step, Shift: -incidentBack, At: incidentAt, Timed: true},
			{Kind: Restart, At: incidentAt, Timed: true}}}
}

// AfterIncident is how many duplicates a node of that rate is expected to generate, by a closed
// form; ok is false where there is none. Of systems that draw a number at each start it is what
// they would with the same one, by how seldom they draw that.
//
// Both processes use the numbers of a tick with the same probabilities, independently of each
// other: the duplicates of a tick are the sum of their squares.
func (r *Rules) AfterIncident(s *gen.Scheme, rate float64) (duplicates float64, ok bool) {
	if r.worker == workerRedrawn && r.Mark.Values > 0 {
		kept := *r
		kept.worker = workerKept
		duplicates, ok = kept.AfterIncident(s, rate)
		return duplicates / float64(r.Mark.Values), ok
	}
	if c := r.incident(s, rate); kindOf(s) != counted || c.Check() != nil {
		return 0, false
	}
	tick := s.Timeline().Span(1)
	mean, room := rate*tick.Seconds(), float64(uint64(1)<<s.Layout.Width(gen.Seq))
	ticks := incidentBack.Seconds() / tick.Seconds()
	switch far := mean + 8*math.Sqrt(mean) + 2; {
	case r.worker == workerNext, r.worker == workerRedrawn, r.saves == savesAhead:
		return 0, true
	case r.back == backBumps: // each id has a tick, until all are taken
		return ticks * min(1, mean) * min(1, mean), true
	case far > room:
		return 0, false
	case r.back == backBlind: // it counts slower than the clock goes
		return 0, true
	case r.saves == savesAll:
		return ticks * carriedOn(mean, room, rate*incidentBack.Seconds()), true
	}
	return ticks * r.met(mean, room), true
}

// met is how many numbers of a tick are expected to be used by two processes, each of a Poisson
// number of ids.
func (r *Rules) met(mean, room float64) float64 {
	starts := 1.0 // numbers that a tick may begin with, equally likely
	switch r.start {
	case startCarry, startAny:
		return mean * mean / room
	case startHalf:
		starts = room / 2
	case startRandom, startRotate:
		starts = float64(r.first)
	}
	more := orMore(mean, room)
	sum, used := 0.0, 0.0
	for x := range int(starts) + len(more) {
		if x < len(more) {
			used += more[x]
		}
		if last := x - int(starts); last >= 0 {
			used -= more[last]
		}
		sum += used * used
	}
	return sum / starts / starts
}

// orMore are the probabilities that a Poisson number below room is above 0, 1, 2 ..., as far as they matter.
func orMore(mean, room float64) (more []float64) {
	for p, k := 1.0, 0.0; p > 1e-12 && k < room; k++ {
		p -= poissonTerm(k, mean)
		more = append(more, max(0, p))
	}
	return more
}

// carriedOn is the same where the sequence goes on behind the ids of the time between.
func carriedOn(mean, room, between float64) (met float64) {
	more := orMore(mean, room)
	for off := 1 - len(more); off < len(more); off++ {
		both := 0.0
		for i := max(0, off); i < min(len(more), len(more)+off); i++ {
			both += more[i] * more[i-off]
		}
		met += both * wrapped(float64(off), between, room)
	}
	return met
}

// wrapped is about the probability that a Poisson number is so much more than a multiple of room.
func wrapped(off, mean, room float64) (p float64) {
	for k := math.Floor((mean-8*math.Sqrt(mean)-off)/room) * room; k <= mean+8*math.Sqrt(mean)+room; k += room {
		if k+off >= 0 {
			p += poissonTerm(k+off, mean)
		}
	}
	if p < 1e-15 {
		return 0
	}
	return p
}
