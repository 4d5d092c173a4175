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
	"container/heap"
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
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
	return "the ticks that a clock can still enter again do not fit the memory; use a shorter step back, a " +
		"smaller burst, fewer nodes, a lower rate, or more memory"
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
	unknown := Prediction{Expected: math.NaN(), High: math.Inf(1), Model: "not predicted: interrupted"}
	r := histories[0]
	r.Partial = err != nil
	switch {
	case !closed && r.Partial:
		p = unknown
	case !closed:
		p = simulated(histories[1:], c.Poisson || len(c.Faults) > 0 || c.draws(),
			fmt.Sprintf("mean of %d other simulated histories of the same setting", others))
	case r.Partial: // what holds for as much as there is
		c.Count, c.For = max(1, r.Made), 0
		if p, closed = c.closed(); !closed || kindOf(c.Scheme) == counted && p.High > 0 {
			p = unknown
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
	case kindOf(s) == drawn && !(ours && s.Recorded()), c.Nodes > 1 && c.draws(), !c.apart(), ours && lost,
		!ours && faulty:
		return p, false
	case ours:
		return c.recorded(), true
	case c.Rules.over == overWraps:
		lambda := min(c.total(), c.Rate*s.Timeline().Span(1).Seconds()) / float64(c.Nodes)
		m := meanVar{}.plus(beyond(lambda, float64(uint64(1)<<s.Layout.Width(gen.Seq)), c.Poisson), c.total()/lambda)
		if m.mean < 1e-12 {
			return none("no tick is entered twice, and its sequence does not go round"), true
		}
		return around(m, "what is asked for in a tick beyond its sequence comes twice"), true
	}
	return none("no tick is entered twice under one worker number"), true
}

// recorded is the prediction by our rules: that processes draw one worker is a matter of chance, which those that begin
// this history do not (see apart).
func (c *Config) recorded() Prediction {
	processes, rule := int64(c.Nodes), c.Scheme.WorkerRule
	for _, f := range c.Faults {
		switch {
		case f.Kind != Restart || rule != gen.WorkerRandom:
		case f.Node == 0:
			processes += int64(c.Nodes)
		default:
			processes++
		}
	}
	if c.Nodes > 1 && birthday.Owner(c.Scheme) == gen.Data {
		return none("none by construction: each node has data of its own, and its recorded tick and sequence only grow")
	}
	if rule == gen.WorkerNumber || processes == 1 {
		return none("none by construction: the recorded tick and sequence of a worker only grow")
	}
	k := big.NewInt(processes)
	m, _ := birthday.Of(c.Scheme, birthday.Options{Nodes: k}) // never fails for workers
	p := none(fmt.Sprintf("none by construction, but for a probability of %s that two of %s processes draw one worker",
		quantity.FormatProbability(m.Chance(k).Probability()), quantity.FormatCount(processes)))
	p.Certain = false
	return p
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
		lambda = min(lambda, c.Rate*math.Ldexp(c.Scheme.Tick.Seconds(), -c.Scheme.Fraction))
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

// sim is a simulation under way: the nodes that will generate something, as a heap by
// the time of their next event.
type sim struct {
	*Config
	ctx    context.Context
	nodes  []*node
	line   timeline
	slack  uint64 // ticks below the lowest reading that rules may use
	number uint64 // the next worker number, of rules that take a new one at each start
	kept   kept   // nil where ids of a tick are compared at once
	lead   uint64 // the most ticks that a node was ahead of its clock
	result Result
}

var _ heap.Interface = (*sim)(nil)

// Len, Less, Swap, Push and Pop are those of a heap.
func (s *sim) Len() int           { return len(s.nodes) }
func (s *sim) Less(i, j int) bool { return s.nodes[i].next < s.nodes[j].next }
func (s *sim) Swap(i, j int)      { s.nodes[i], s.nodes[j] = s.nodes[j], s.nodes[i] }

// Push adds a node.
func (s *sim) Push(n any) { s.nodes = append(s.nodes, n.(*node)) }

// Pop takes the last node.
func (s *sim) Pop() any {
	n := s.nodes[len(s.nodes)-1]
	s.nodes = s.nodes[:len(s.nodes)-1]
	return n
}

// counterSlices is into how many ticks the time of a counter is cut: the order of the nodes
// within one is theirs.
const counterSlices = 20_000

// simulate counts one history. If ctx ends early the result is partial, and the error the
// context's.
func simulate(ctx context.Context, c *Config) (*Result, error) {
	start, err := c.start()
	if err != nil {
		return nil, err
	}
	s := &sim{Config: c, ctx: ctx,
		line:  timeline{c.Scheme.Timeline(), start, c.Scheme.Timed() && c.Scheme.Counter == ""},
		slack: c.slack(), number: uint64(c.Nodes),
		result: Result{Scheme: c.Scheme.Name, Rules: c.Rules.Name, Start: start}}
	s.kept = s.recorder()
	if err := s.populate(); err != nil {
		return nil, err
	}
	err = s.live()
	if err != nil && err != ctx.Err() {
		return nil, err
	}
	r := s.result // alone: with a pointer into s all that was generated would be kept
	if s.kept != nil {
		r.Duplicates, r.Pairs = s.kept.count()
	}
	r.LongestLead, r.Partial = s.line.Span(s.lead), err != nil
	return &r, err
}

// recorder is what keeps the ids: a counter has one tick for all.
func (s *sim) recorder() kept {
	switch {
	case s.Scheme.Counter != "":
		return newRuns(counterBits, 0, false, false)
	case s.independentTicks():
		return nil
	case kindOf(s.Scheme) != counted:
		return newPile(s.Config)
	}
	first := s.line.tick(0)
	return newRuns(s.Scheme.Layout.Width(gen.Seq), first-min(first, s.line.Ticks(s.margin())+s.slack), s.line.timed,
		s.Rules.Name == oursName && s.Scheme.Start.Rule == gen.StartCarry)
}

// populate makes the nodes, with their clocks, numbers and first processes. Where ticks are
// independent of each other, one is simulated for all.
func (s *sim) populate() error {
	nodes := s.Nodes
	if s.kept == nil {
		nodes = 1
	}
	numbers, store := s.numbers(), newRegister(s.Faults, s.Scheme.Timed())
	for i := range nodes {
		n := &node{sim: s, index: i, rng: s.rng(forProcess, uint64(i)), worker: numbers[i],
			clock: newClock(s.Faults, i, s.rng(forClock, uint64(i))), cell: max(1, int64(float64(slice)/s.Rate*1e9))}
		if s.Scheme.Counter != "" {
			n.cell = max(1, int64(s.span()/counterSlices))
			n.maker = &client{node: n, register: store}
		}
		n.arrivals = s.arrivals(i, nodes, n.cell)
		n.setFaults()
		if n.maker == nil {
			if err := n.boot(false, false); err != nil {
				return err
			}
		}
		if n.next = n.upcoming(); n.next < never {
			s.nodes = append(s.nodes, n)
		}
	}
	heap.Init(s)
	return nil
}

// arrivals are those of one of so many nodes.
func (s *sim) arrivals(i, nodes int, cell int64) arrivals {
	end, left, random := int64(never), uint64(1)<<62, (*rand.Rand)(nil)
	if s.For > 0 {
		end = int64(s.For)
	}
	if s.Count > 0 {
		left = portion(s.Count, nodes, i)
	}
	if s.Poisson {
		random = s.rng(forArrivals, uint64(i))
	}
	if s.line.timed {
		cell = int64(s.line.Span(1))
	}
	return newArrivals(s.Rate/1e9/float64(nodes), left, end, float64(i)/float64(nodes), float64(cell), random)
}

// slice is how many ids are asked for, about, between two looks at what can be
// forgotten.
const slice = 1 << 13

// live lets all nodes live, event by event.
func (s *sim) live() error {
	step := float64(slice+64*s.Nodes) / s.Rate * 1e9
	step = max(step, float64(s.line.Span(1)), 1000)
	last := int64(0)
	for horizon := int64(0); len(s.nodes) > 0; {
		n := s.nodes[0]
		if n.next >= horizon {
			if err := s.look(n.next); err != nil {
				return err
			}
			horizon = after(n.next, step)
			continue
		}
		until := horizon
		for _, other := range s.nodes[1:min(3, len(s.nodes))] {
			until = min(until, max(other.next, n.next+1))
		}
		if err := n.advance(until); err != nil {
			return err
		}
		last = max(last, n.asked)
		if n.next = n.upcoming(); n.next < never {
			heap.Fix(s, 0)
		} else {
			heap.Pop(s)
		}
	}
	if s.result.Span = time.Duration(last); s.For > 0 {
		s.result.Span = s.For
	}
	return nil
}

// look forgets the ticks that no node can enter again after a true time, and says how
// far it is.
func (s *sim) look(at int64) error {
	low := ^uint64(0)
	for _, n := range s.nodes {
		n.clock.now = max(n.clock.now, at)
		low = min(low, n.maker.lowest())
	}
	if s.kept != nil {
		s.kept.forget(low - min(low, s.slack))
	}
	s.result.Span = time.Duration(at)
	err := s.check()
	if err == nil && s.Progress != nil {
		s.Progress(int64(s.result.Made+s.result.Refused), int64(s.total()))
	}
	return err
}

// check ends a history whose ids do not fit the memory, or whose context has ended.
func (s *sim) check() error {
	if s.kept != nil && s.kept.bytes() > s.Memory/8*7 { // the rest is for what the program takes besides
		return &FullError{s.Memory}
	}
	return s.ctx.Err()
}
