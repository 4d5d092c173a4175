package collide

import (
	"time"

	"idscope/gen"
)

// Result is what was counted, beside what was to be expected.
type Result struct {
	Scheme, Rules string
	Start         time.Time     // true time at the beginning
	Span          time.Duration // true time that was simulated
	Made          uint64
	Refused       uint64 // asked for, but refused by the rules or while no process ran
	Waited        uint64 // generated later than asked for
	LongestWait   int64  // in nanoseconds
	LongestLead   time.Duration
	Duplicates    uint64 // equal to an earlier one
	Pairs         uint64 // pairs of equal ones
	Prediction    Prediction
	Partial       bool // interrupted: the counts are of Span, the prediction is of all
}

// tally keeps what nodes have generated, and counts.
type tally struct {
	line   timeline
	timed  bool
	slack  uint64 // ticks below the lowest reading that rules may use
	runs   *runs  // where a sequence tells ids apart
	pile   pile   // where random bits do
	memory int64
	lead   uint64
	result Result
}

// newTally has a line of its own for counters, whose ticks are slices of the time.
func newTally(c *Config, start time.Time) *tally {
	s := c.Scheme
	t := &tally{line: newTimeline(s, start), timed: s.Timed() && s.Counter == "", memory: c.Memory, slack: c.slack(),
		result: Result{Scheme: s.Name, Rules: c.Rules.Name, Start: start}}
	switch {
	case s.Counter != "":
		t.runs = newRuns(counterBits, 0, false, false)
	case c.independentTicks():
	case kindOf(s) != counted:
		t.pile = newPile(c)
	default:
		origin := uint64(0)
		if t.timed {
			origin = t.line.first - min(t.line.first, t.line.ticks(c.margin())+t.slack)
		}
		t.runs = newRuns(s.Layout.Width(gen.Seq), origin, t.timed, c.Rules.Name == oursName &&
			s.Start.Rule == gen.StartCarry)
	}
	return t
}

// kept is what is kept; nil where ids are compared at once.
func (t *tally) kept() kept {
	switch {
	case t.runs != nil:
		return t.runs
	case t.pile != nil:
		return t.pile
	}
	return nil
}

// forget drops the ticks from a lowest one down, for no node can enter them again. It refuses to
// hold more than seven eighths of the memory: the rest is for what the program takes besides.
func (t *tally) forget(low uint64) error {
	k := t.kept()
	if k == nil {
		return nil
	}
	k.forget(low - min(low, t.slack))
	if k.bytes() > t.memory/8*7 {
		return &FullError{t.memory}
	}
	return nil
}

// FullError says that what can still collide does not fit the memory.
type FullError struct{ Memory int64 }

// Error names the limit.
func (e *FullError) Error() string {
	return "the ticks that a clock can still enter again do not fit the memory; use a shorter step back, fewer " +
		"nodes, a lower rate, or more memory"
}

// count adds up what was found.
func (t *tally) count() {
	r := &t.result
	if t.timed {
		r.LongestLead = t.line.span(t.lead)
	}
	if k := t.kept(); k != nil {
		r.Duplicates, r.Pairs = k.count()
	}
}
