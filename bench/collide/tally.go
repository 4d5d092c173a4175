package collide

import (
	"time"

	"idscope/gen"
	"idscope/gen/sequence"
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

// tally marks what nodes have generated, and counts.
type tally struct {
	line   timeline
	timed  bool
	round  bool // a sequence goes round within its tick
	bits   int  // of a sequence number
	origin uint64
	slack  uint64 // ticks below the lowest reading that rules may use
	lanes  map[laneKey]*lane
	spare  spares
	pile   pile   // instead of lanes, where identifiers are drawn
	crowd  *crowd // instead of a pile, where they count themselves
	memory int64
	lead   uint64
	result Result
}

// laneKey tells what identifiers of one tick and sequence number can differ in.
type laneKey struct{ worker, count uint64 }

// newTally has a line of its own for counters, whose ticks are slices of the time.
func newTally(c *Config, start time.Time) *tally {
	s := c.Scheme
	t := &tally{line: newTimeline(s, start), timed: s.Timed(), bits: s.Layout.Width(gen.Seq), memory: c.Memory,
		lanes: map[laneKey]*lane{}, slack: c.slack()}
	t.result = Result{Scheme: s.Name, Rules: c.Rules.Name, Start: start}
	t.round = c.Rules.Name == oursName && s.Start.Rule == gen.StartCarry
	switch {
	case s.Counter != "":
		t.timed, t.bits = false, counterBits
	case c.steady():
	case kindOf(s) != counted:
		t.pile = newPile(c)
	case t.timed:
		t.origin = t.line.first - min(t.line.first, t.line.ticks(c.margin())+t.slack)
	}
	return t
}

// lane returns the lane of a key.
func (t *tally) lane(k laneKey) *lane {
	l := t.lanes[k]
	if l == nil {
		l = &lane{bits: uint(min(22, t.bits+10)), pages: map[uint64]*page{}, spare: &t.spare}
		t.lanes[k] = l
	}
	return l
}

// mark puts a run on a lane, and returns the tick of its last identifier.
func (t *tally) mark(l *lane, run *sequence.Run) (top uint64, err error) {
	bits := uint(t.bits) & 63
	if run.Tick < t.origin {
		return 0, errForgotten
	}
	a := (run.Tick-t.origin)<<bits | run.Value.Lo
	b := a + run.N - 1
	if t.round && run.Value.Lo+run.N > 1<<bits { // on with 0 of the same tick
		end := a | (1<<bits - 1)
		if err := l.insert(a, end); err != nil {
			return 0, err
		}
		a, b = a-run.Value.Lo, b-1<<bits
	}
	return t.origin + b>>bits, l.insert(a, b)
}

// forget drops the ticks from a lowest one down: no node can enter them again.
func (t *tally) forget(low uint64) error {
	if t.pile != nil {
		t.pile.forget(low)
		return full(t.pile.bytes(), t.memory)
	}
	if low -= min(low, t.slack); t.timed && low > t.origin {
		for _, l := range t.lanes {
			l.forget((low - t.origin) << t.bits)
		}
	}
	return full(t.spare.held, t.memory)
}

// count adds up what was found.
func (t *tally) count() error {
	r := &t.result
	for _, l := range t.lanes {
		r.Duplicates, r.Pairs = r.Duplicates+l.duplicates, r.Pairs+l.pairs
	}
	if t.pile != nil {
		r.Duplicates, r.Pairs = t.pile.count()
	}
	if t.timed {
		r.LongestLead = t.line.span(t.lead)
	}
	if t.crowd == nil {
		return nil
	}
	err := t.crowd.flush()
	for i := range t.crowd.parts {
		p := &t.crowd.parts[i]
		r.Duplicates, r.Pairs = r.Duplicates+p.duplicates, r.Pairs+p.pairs
	}
	return err
}
