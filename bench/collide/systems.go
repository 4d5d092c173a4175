package collide

import (
	"slices"

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
