package collide

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"
)

// Schemes that a counter numbers have no clock and no record of one process: what can
// go wrong is the counter itself. Failover and Restore set it back, LoseKey makes it
// begin anew.

// unguardedName are the rules of clients that print whatever the server gives.
const unguardedName = "unguarded"

// counterSlices is into how many parts a simulation of a counter is cut: the order of the nodes
// within one is theirs.
const counterSlices = 20_000

// counterStep is how many numbers a node of the scheme segment takes at a time.
const counterStep = 1000

// counterSim is a counter and the nodes that count with it.
type counterSim struct {
	*Config
	segment, dated bool
	next           uint64     // first number that was not given out
	day            int64      // of dated counters
	snapshots      []snapshot // of times that a fault goes back to
	nodes          []counterNode
	given          []numberRun
	result         Result
	lost           float64 // numbers that the faults give out again
}

type snapshot struct {
	at   time.Duration
	next uint64
	day  int64
}

type counterNode struct {
	arrivals  arrivals
	have, end uint64 // the rest of its segment
	seen      uint64 // highest number it was given, the day above it
}

// numberRun is numbers that were given out at a time, those of a day above others.
type numberRun struct{ first, end uint64 }

// runCounter simulates a counter in a store.
func runCounter(ctx context.Context, c *Config) (*Result, error) {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s := &counterSim{Config: c, segment: c.Scheme.Name == "segment", dated: c.Scheme.Timed(), next: 1}
	s.result = Result{Start: start, Span: c.span()}
	slice := max(c.span()/counterSlices, 1)
	end := int64(never)
	if c.For > 0 {
		end = int64(c.For)
	}
	for i := range c.Nodes {
		left := uint64(1) << 62
		if c.Count > 0 {
			left = c.Count / uint64(c.Nodes)
			if uint64(i) < c.Count%uint64(c.Nodes) {
				left++
			}
		}
		var random *rand.Rand
		if c.Poisson {
			random = c.rng(forArrivals, uint64(i))
		}
		s.nodes = append(s.nodes, counterNode{arrivals: newArrivals(c.Rate/1e9/float64(c.Nodes), left, end,
			float64(i)/float64(c.Nodes), float64(slice), random)})
	}
	err := s.live(ctx, slice)
	s.count()
	s.result.Prediction = s.predict()
	return &s.result, err
}

// live goes through the time, from one fault or snapshot to the next, a slice at a time.
func (s *counterSim) live(ctx context.Context, slice time.Duration) error {
	faults := slices.Clone(s.Faults)
	slices.SortStableFunc(faults, func(a, b Fault) int { return int(max(-1, min(1, a.At-b.At))) })
	var marks []time.Duration
	for _, f := range faults {
		marks = append(marks, f.At, max(0, f.At-f.Shift))
	}
	slices.Sort(marks)
	last := time.Duration(0)
	for now := time.Duration(0); ; {
		next := now + slice
		for len(marks) > 0 && marks[0] <= now {
			marks = marks[1:]
		}
		if len(marks) > 0 {
			next = min(next, marks[0])
		}
		if s.For > 0 {
			next = min(next, s.For)
		}
		s.midnight(now)
		s.snapshots = s.note(s.snapshots, faults, now)
		for len(faults) > 0 && faults[0].At <= now {
			s.strike(&faults[0])
			faults = faults[1:]
		}
		pending := false
		for i := range s.nodes {
			n := &s.nodes[i]
			s.take(n, n.arrivals.pop(int64(next)))
			pending = pending || n.arrivals.peek() < never
		}
		if now = next; s.For > 0 && now >= s.For || s.For == 0 && !pending {
			s.result.Span = now
			return nil
		}
		if now-last > 100*slice {
			last = now
			if s.Progress != nil {
				s.Progress(int64(s.result.Made), int64(s.total()))
			}
			if err := ctx.Err(); err != nil {
				s.result.Span = now
				return err
			}
		}
	}
}

// midnight begins a new day of a dated counter.
func (s *counterSim) midnight(now time.Duration) {
	if day := int64(now / (24 * time.Hour)); s.dated && day > s.day {
		s.day, s.next = day, 1
	}
}

// note keeps what the counter is, where a fault will go back to it.
func (s *counterSim) note(list []snapshot, faults []Fault, now time.Duration) []snapshot {
	for _, f := range faults {
		if max(0, f.At-f.Shift) == now {
			return append(list, snapshot{now, s.next, s.day})
		}
	}
	return list
}

// strike sets the counter back.
func (s *counterSim) strike(f *Fault) {
	was := s.next
	if f.Kind == LoseKey {
		s.next = 1
	} else {
		for _, old := range s.snapshots {
			if old.at == max(0, f.At-f.Shift) {
				if s.next = 1; old.day == s.day {
					s.next = old.next
				}
			}
		}
	}
	s.lost += float64(was - s.next)
}

// mark is a number of a day, in the order in which counters give them out.
func (s *counterSim) mark(n uint64) uint64 { return uint64(s.day)<<40 | n }

// take gives a node n numbers, one after the other or from its segments.
func (s *counterSim) take(n *counterNode, asked uint64) {
	for asked > 0 {
		if !s.segment {
			n.have, n.end = s.allocate(n, asked)
		} else if n.have == n.end {
			n.have, n.end = s.allocate(n, counterStep)
		}
		if n.have == n.end { // refused: each call asks the store, and fails
			s.result.Refused++
			asked--
			continue
		}
		got := min(asked, n.end-n.have)
		s.given = append(s.given, numberRun{n.have, n.have + got})
		if k := len(s.given); k > 1 && s.given[k-2].end == n.have {
			s.given[k-2].end, s.given = n.have+got, s.given[:k-1]
		}
		n.have += got
		asked -= got
		s.result.Made += got
	}
}

// allocate takes numbers from the counter; none where the node saw higher ones before. It
// counts past them all the same.
func (s *counterSim) allocate(n *counterNode, step uint64) (first, end uint64) {
	if s.Rules.Name == oursName && s.mark(s.next) <= n.seen {
		if !s.segment { // one at a time, until it is past what was seen
			step = 1
		}
		s.next += step
		return 0, 0
	}
	first = s.mark(s.next)
	s.next += step
	n.seen = max(n.seen, first+step-1)
	return first, first + step
}
