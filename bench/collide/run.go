// Package collide counts the ids that a group of nodes generates more than
// once. It runs the generator core itself, and the rules of other systems, against
// clocks that exist only here: they are skewed, step back, are frozen, and processes
// restart under them, as a list of faults says. Nothing depends on the machine's
// clock, and everything on the seed: the same configuration gives the same count.
//
// One simulator serves all schemes and faults: the nodes lie in a heap by the time of
// their next event, and an event is all that a node is asked for in one tick of its
// clock. What was generated is kept in blocks of ticks until no clock can enter them again,
// as intervals of positions where a sequence tells ids apart; then it is sorted and
// counted.
//
// The count is exact. An id is a duplicate when it equals an earlier one;
// three equal ones are two duplicates and three pairs. Memory is bounded by the ticks
// that some clock can still enter; of schemes without a time every id is kept,
// and what does not fit is refused.
//
// One shortcut is taken: where ids of a tick differ in random bits that are
// drawn independently and no clock is at fault, those of a tick are compared at once; of
// one alone the bits are not drawn, for they can meet no others.
//
// Beside the count is an expectation: a closed form where no fault strikes or the
// rules exclude duplicates, else the interval of other simulated histories of the same
// faults.
package collide

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"idscope/bench/birthday"
	"idscope/gen"
	"idscope/gen/quantity"
)

// Result is what was counted, beside what was to be expected.
type Result struct {
	Scheme      string        `json:"-"`
	Rules       string        `json:"-"`
	Start       time.Time     `json:"-"`         // true time at the beginning
	Span        time.Duration `json:"-"`         // true time that was simulated
	Partial     bool          `json:"partial"`   // interrupted: the counts are of Span, the prediction is of all
	Made        uint64        `json:"generated"` // ids
	Refused     uint64        `json:"refused"`   // asked for, but refused by the rules or while no process ran
	Waited      uint64        `json:"waited"`    // generated later than asked for
	LongestWait time.Duration `json:"longest_wait_ns"`
	LongestLead time.Duration `json:"longest_lead_ns"`
	Duplicates  uint64        `json:"duplicates"` // equal to an earlier one
	Pairs       uint64        `json:"pairs"`      // pairs of equal ones
	Prediction  Prediction    `json:"-"`
}

// FullError says that what can still collide does not fit the memory.
type FullError struct{ Memory int64 }

// Error names the limit.
func (e *FullError) Error() string {
	return "the ticks that a clock can still enter again do not fit the memory; use a shorter step back, fewer " +
		"nodes, a lower rate, or more memory"
}

// Run simulates. If ctx ends early the result is partial, and the error the
// context's.
func Run(ctx context.Context, c Config) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	p, closed := c.closed()
	others := 0
	if !closed {
		others = c.others()
	}
	var histories []*Result
	var err error
	for done := int64(0); err == nil && len(histories) <= others; {
		one := c
		one.Seed += uint64(len(histories)) * 0x9e3779b97f4a7c15
		if c.Progress != nil {
			one.Progress = func(now, total int64) { c.Progress(done+now, int64(1+others)*total) }
		}
		var r *Result
		if r, err = simulate(ctx, &one); r == nil {
			return nil, err
		}
		histories, done = append(histories, r), done+int64(r.Made+r.Refused)
	}
	r := histories[0]
	r.Partial = err != nil
	switch {
	case !closed && r.Partial:
		p = unknown("interrupted")
	case !closed:
		p = simulated(histories[1:], c.Poisson || len(c.Faults) > 0,
			fmt.Sprintf("mean of %d other simulated histories of the same setting", others))
	case r.Partial: // what holds for as much as there is
		c.Count, c.For = max(1, r.Made), 0
		if p, closed = c.closed(); !closed || kindOf(c.Scheme) == counted && p.High > 0 {
			p = unknown("interrupted")
		}
	}
	p.Level, p.Inside = 1-2*level, float64(r.Duplicates) >= p.Low && float64(r.Duplicates) <= p.High
	r.Prediction = p
	return r, err
}

// The ids that other histories may take beside the one that is shown, and how many
// histories there are.
const (
	othersIDs                = 1e7
	fewestOthers, mostOthers = 2, 8
)

// others is how many more histories are simulated for an interval.
func (c *Config) others() int {
	return int(max(fewestOthers, min(mostOthers, othersIDs/c.total())))
}

// trial is how many ids Estimate simulates, and longTrial what has to be asked for
// before it does: less takes a second or two.
const (
	trial     = 1_000_000
	longTrial = 20 * trial
)

// Estimate says about how long Run will take, from a short run without faults; 0 where
// that is a second or two, or cannot be told. Now is the clock that it measures by.
func Estimate(ctx context.Context, c Config, now func() time.Time) time.Duration {
	total := c.total()
	if total < longTrial || c.Check() != nil {
		return 0
	}
	if _, closed := c.closed(); !closed {
		total *= float64(1 + c.others())
	}
	c.Count, c.For, c.Faults, c.Progress = trial, 0, nil, nil
	start := now()
	if _, err := simulate(ctx, &c); err != nil {
		return 0
	}
	return time.Duration(float64(now().Sub(start)) / trial * total)
}

// closed is what is expected without counting; ok is false where there is no closed form.
func (c *Config) closed() (p Prediction, ok bool) {
	s, ours, faulty := c.Scheme, c.Rules.Name == oursName, len(c.Faults) > 0
	lost := slices.ContainsFunc(c.Faults, func(f Fault) bool { return f.Kind == LoseState || f.Kind == LoseLead })
	switch {
	case s.Counter != "" && !faulty:
		return none("none by construction: the counter only grows"), true
	case s.Counter != "":
		return none("none: the only host saw every number, and refuses what is not above them"), ours && c.Nodes == 1
	case kindOf(s) == timeless, c.independentTicks():
		return c.chance(), true
	case !s.Timed():
		return none("none by construction: the number only grows"), c.Nodes == 1
	case kindOf(s) == drawn, !c.apart(), ours && lost, !ours && faulty:
		return p, false
	case ours && s.WorkerRule == gen.WorkerRandom:
		return none(fmt.Sprintf(
			"none by construction, but for a probability of 2^-%d that two processes draw one worker",
			s.WorkerBits())), true
	case ours:
		return none("none by construction: the recorded tick and sequence of a worker only grow"), true
	case c.Rules.over == overWraps:
		lambda := c.Rate / float64(c.Nodes) * s.Timeline().Span(1).Seconds()
		m := meanVar{}.plus(beyond(lambda, float64(uint64(1)<<s.Layout.Width(gen.Seq)), c.Poisson), c.total()/lambda)
		if m.mean < 1e-12 {
			return none("no tick is entered twice, and its sequence does not go round"), true
		}
		return around(m, "what is asked for in a tick beyond its sequence comes twice"), true
	}
	return none("no tick is entered twice under one worker number"), true
}

// chance is the prediction for ids that random bits tell apart, from the rate and the number of those bits
// alone: of ticks that are independent of each other, or without a time of all ids together.
func (c *Config) chance() Prediction {
	values := fmt.Sprintf("2^%d", c.Scheme.Layout.Width(gen.Random))
	d := birthday.Draws{Values: c.space(), Nodes: float64(c.Nodes)}
	if c.independent() {
		d.Nodes = math.Inf(1)
	}
	lambda, whole, of := c.total(), "all "+values+" random values", "all ids together"
	few := lambda
	if c.Scheme.Timed() {
		lambda = c.Rate * math.Ldexp(c.Scheme.Tick.Seconds(), -c.Scheme.Fraction)
		whole = "the " + values + " random values of a tick"
		ids := quantity.FormatNumber(lambda)
		few, of = math.Floor(lambda), ids+" ids in each tick"
		if d.Poisson = c.Poisson; d.Poisson {
			few, of = lambda, "a Poisson number of ids in each tick, "+ids+" in the mean"
		}
	}
	if d.Nodes == 1 {
		return none("none by construction: one process goes through " + whole + ", none twice")
	}
	m := meanVar{}
	for more, share := range []float64{1 - (lambda - few), lambda - few} {
		mean, variance := d.Repeats(few + float64(more))
		m = m.plus(meanVar{mean, variance}, c.total()/lambda*share)
	}
	return around(m, "probability of equal values among "+values+" for "+of)
}
