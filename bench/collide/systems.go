package collide

import (
	"context"
	"math"
	"slices"
	"time"

	"idscope/gen"
)

// Systems lists the rules of the systems that a scheme is of, as they run without any
// setting: none where there is none whose rules are known.
func Systems(s *gen.Scheme) []Rules {
	var list []Rules
	for _, r := range Every() {
		if slices.Contains(r.of, s.Name) && r.fits(s) == nil {
			list = append(list, r)
		}
	}
	return list
}

// Marks is how many values that has which tells the processes of the system apart, what it
// is, and where they differ for certain all the same; 0 where each is given a number.
func (r *Rules) Marks() (values uint64, by, unless string) {
	return r.mark.values, r.mark.by, r.mark.unless
}

// Kept is how many worker numbers are left of those that are given, where the system loses
// bits of them; 0 where it keeps all.
func (r *Rules) Kept(s *gen.Scheme) uint64 {
	worker, left := s.Layout.Width(gen.Worker), r.narrow-s.Layout.Width(gen.Seq)
	if r.narrow == 0 || left >= worker {
		return 0
	}
	return 1 << max(0, left)
}

// Redraws reports whether the system draws the random bits of each id anew.
func (r *Rules) Redraws() bool { return r.redraw }

// Wrapped is how many duplicates are expected of ids that are asked for at random times by
// nodes of a rate each, for a span of seconds, because a tick's sequence begins anew when it
// is exhausted; 0 where it does not.
func (r *Rules) Wrapped(s *gen.Scheme, rate float64, nodes int, seconds float64) float64 {
	if r.over != overWraps || !s.Timed() {
		return 0
	}
	tick := s.Timeline().Span(1).Seconds()
	return beyond(rate*tick, float64(uint64(1)<<s.Layout.Width(gen.Seq)), true).mean / tick * seconds * float64(nodes)
}

// Incident is what goes wrong where systems differ most: the clock of a host goes back by a
// second, and its process begins anew at the same time.
const Incident = "the clock moves backwards by 1 s as the process restarts"

// incidentMost is how many ids are generated to count what no closed form tells.
const incidentMost = 200_000

// AfterIncident is how many duplicates a node of that rate is expected to generate, by a
// closed form, or counted in one simulation; ok is false where that would take too long. Of
// systems that draw a number at each start it is what they would with the same one, by how
// seldom they draw that.
func (r *Rules) AfterIncident(s *gen.Scheme, rate float64) (duplicates float64, ok bool) {
	if r.worker == workerAnew && r.mark.values > 0 {
		kept := *r
		kept.worker = workerKept
		duplicates, ok = kept.AfterIncident(s, rate)
		return duplicates / float64(r.mark.values), ok
	}
	const at, span = 10 * time.Second, 13 * time.Second
	c := Config{Scheme: s, Rules: *r, Rate: rate, Poisson: true, For: span, Seed: 1, Faults: []Fault{
		{Kind: Step, Shift: -time.Second, At: at, Timed: true}, {Kind: Restart, At: at, Timed: true}}}
	if kindOf(s) != counted || c.Check() != nil {
		return 0, false
	}
	if n, ok := r.again(s, rate, time.Second); ok {
		return n, true
	}
	if rate*span.Seconds() > incidentMost {
		return 0, false
	}
	got, err := simulate(context.Background(), &c)
	if err != nil {
		return 0, false
	}
	return float64(got.Duplicates), true
}

// again is how many duplicates are expected where a process without memory enters the
// ticks of a span again that another has used, both from the same number on: of each tick
// the smaller one of two Poisson numbers. ok is false where sequences need not meet.
func (r *Rules) again(s *gen.Scheme, rate float64, span time.Duration) (duplicates float64, ok bool) {
	tick := s.Timeline().Span(1)
	mean, room := rate*tick.Seconds(), float64(uint64(1)<<s.Layout.Width(gen.Seq))
	switch far := mean + 10*math.Sqrt(mean) + 10; {
	case r.worker == workerNext, r.worker == workerAnew, r.worker == counterDrawn, r.saves == savesAhead:
		return 0, true
	case r.saves == savesAll, r.start != startAt, far > room, r.back == backBlind, r.back == backBumps && mean > 0.3:
		return 0, false
	}
	more := 1.0 // the probability of k ids or more
	for k := 1.0; more > 1e-12 && k < room; k++ {
		more -= poissonTerm(k-1, mean)
		duplicates += max(0, more) * max(0, more)
	}
	return duplicates * float64(span) / float64(tick), true
}
