package collide

import (
	"container/heap"
	"context"
	"math/rand/v2"
	"time"

	"idscope/gen"
)

// sim is a simulation under way: the nodes that will generate something, as a heap by
// the time of their next event.
type sim struct {
	*Config
	nodes   []*node
	line    timeline
	stepped int64  // length of a tick; 0 where it is no whole number of nanoseconds
	slack   uint64 // ticks below the lowest reading that rules may use
	number  uint64 // the next worker number, of rules that take a new one at each start
	kept    kept   // nil where ids of a tick are compared at once
	lead    uint64 // the most ticks that a node was ahead of its clock
	result  Result
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
	s := &sim{Config: c, line: timeline{c.Scheme.Timeline(), start, c.Scheme.Timed() && c.Scheme.Counter == ""},
		slack: c.slack(), number: uint64(c.Nodes),
		result: Result{Scheme: c.Scheme.Name, Rules: c.Rules.Name, Start: start}}
	if c.Scheme.Fraction == 0 {
		s.stepped = int64(s.line.Span(1))
	}
	s.kept = s.recorder()
	if err := s.populate(); err != nil {
		return nil, err
	}
	err = s.live(ctx)
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
			n.maker = &client{register: store, clock: n.clock, segment: s.Scheme.Name == "segment",
				guarded: s.Rules.Name == oursName}
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
func (s *sim) live(ctx context.Context) error {
	step := float64(slice+64*s.Nodes) / s.Rate * 1e9
	step = max(step, float64(s.line.Span(1)), 1000)
	last := int64(0)
	for horizon := int64(0); len(s.nodes) > 0; {
		n := s.nodes[0]
		if n.next >= horizon {
			if err := s.look(ctx, n.next); err != nil {
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
		last = max(last, n.last)
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
func (s *sim) look(ctx context.Context, at int64) error {
	low := ^uint64(0)
	for _, n := range s.nodes {
		n.clock.now = max(n.clock.now, at)
		low = min(low, n.maker.lowest())
	}
	if s.kept != nil {
		s.kept.forget(low - min(low, s.slack))
		if s.kept.bytes() > s.Memory/8*7 { // the rest is for what the program takes besides
			return &FullError{s.Memory}
		}
	}
	s.result.Span = time.Duration(at)
	if s.Progress != nil {
		s.Progress(int64(s.result.Made+s.result.Refused), int64(s.total()))
	}
	return ctx.Err()
}
