package collide

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"idscope/gen"
)

// sim is a simulation under way.
type sim struct {
	Config
	line   timeline
	timed  bool
	round  bool // a sequence goes round within its tick
	bits   int  // of a sequence number
	origin uint64
	slack  uint64 // ticks below the lowest reading that rules may use
	nodes  []*node
	lanes  map[laneKey]*lane
	spare  spares
	set    *set // instead of lanes, where identifiers are drawn
	next   uint64
	lead   uint64
	result Result
}

// Result is what was counted, beside what was predicted.
type Result struct {
	Scheme, Rules string
	Start         time.Time     // true time at the beginning
	Span          time.Duration // true time that was simulated
	Made          uint64
	Refused       uint64 // asked for, but refused by the rules or while no process ran
	Waited        uint64 // made later than asked for
	LongestWait   int64  // in nanoseconds
	LongestLead   time.Duration
	Duplicates    uint64 // equal to an earlier one
	Pairs         uint64 // pairs of equal ones
	Prediction    Prediction
	Partial       bool // interrupted: the counts are of Span, the prediction is of all
}

// Run simulates. If ctx ends early the result is partial, and the error the
// context's.
func Run(ctx context.Context, c Config) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	var r *Result
	var err error
	k := kindOf(c.Scheme)
	switch {
	case c.Scheme.Counter != "":
		r, err = runCounter(ctx, &c)
	case k == timeless:
		r, err = runTimeless(ctx, &c)
	case k == drawn && c.independentTicks():
		r, err = runStream(ctx, &c)
	default:
		r, err = runNodes(ctx, &c)
	}
	if err != nil && !errors.Is(err, ctx.Err()) {
		return nil, err
	}
	r.Scheme, r.Rules, r.Partial = c.Scheme.Name, c.Rules.Name, err != nil
	if r.Partial && k == counted && (r.Prediction.High > 0 || r.Prediction.Unknown()) {
		r.Prediction = unknown("interrupted")
	}
	return r, err
}

// rng returns random numbers that depend on the seed and a purpose alone.
func (c *Config) rng(purpose, index uint64) *rand.Rand {
	return rand.New(rand.NewPCG(c.Seed, purpose<<32|index))
}

// The purposes of random numbers.
const (
	forClock uint64 = iota + 1
	forArrivals
	forProcess
	forWorkers
	forBits
)

// newSim prepares a simulation whose nodes are not there yet.
func newSim(c *Config) (*sim, error) {
	start, err := c.start()
	if err != nil {
		return nil, err
	}
	s := &sim{Config: *c, line: newTimeline(c.Scheme, start), timed: c.Scheme.Timed(),
		bits: c.Scheme.Layout.Width(gen.Seq), lanes: map[laneKey]*lane{}}
	s.result.Start = start
	s.round = c.Rules.Name == oursName && c.Scheme.Start.Rule == gen.StartCarry
	s.slack = c.slack()
	if s.timed {
		low := s.line.first - min(s.line.first, s.line.ticks(c.margin())+s.slack)
		s.origin = low
	}
	if kindOf(c.Scheme) == drawn {
		s.set = newSet(c)
	}
	return s, nil
}

func runNodes(ctx context.Context, c *Config) (*Result, error) {
	s, err := newSim(c)
	if err != nil {
		return nil, err
	}
	if err := s.populate(); err != nil {
		return nil, err
	}
	err = s.live(ctx)
	for _, l := range s.lanes {
		s.result.Duplicates += l.duplicates
		s.result.Pairs += l.pairs
	}
	if s.set != nil {
		s.result.Duplicates, s.result.Pairs = s.set.duplicates, s.set.pairs
		s.result.Prediction = s.set.prediction()
	} else {
		s.result.Prediction = s.predict()
	}
	if s.timed {
		s.result.LongestLead = s.line.span(s.lead)
	}
	r := s.result // alone: with a pointer into s all that was generated would be kept
	return &r, err
}

// slack is how many ticks below the lowest reading of a clock rules may use:
// those that go down from the last tick take one for each identifier.
func (c *Config) slack() uint64 {
	if c.Rules.back != backBelow {
		return 0
	}
	back := 0.0
	for _, f := range c.Faults {
		if f.Kind == Step && f.Shift < 0 {
			back += -f.Shift.Seconds() * c.Rate
		}
		back += float64(f.Count)
	}
	return uint64(1.2*back) + 1000
}

// populate makes the nodes, with their clocks, numbers and first processes.
func (s *sim) populate() error {
	nodes := s.Nodes
	end := int64(never)
	if s.For > 0 {
		end = int64(s.For)
	}
	workers := s.workers()
	for i := range nodes {
		left := uint64(1) << 62
		if s.Count > 0 {
			left = s.Count / uint64(nodes)
			if uint64(i) < s.Count%uint64(nodes) {
				left++
			}
		}
		var random *rand.Rand
		if s.Poisson {
			random = s.rng(forArrivals, uint64(i))
		}
		n := &node{sim: s, index: i, rng: s.rng(forProcess, uint64(i)),
			clock: newClock(s.Faults, i, s.rng(forClock, uint64(i))), worker: workers[i]}
		n.arrivals = newArrivals(s.Rate/1e9/float64(nodes), left, end, float64(i)/float64(nodes),
			s.line.line.Span(1).Seconds()*1e9, random)
		n.setFaults(s.Faults)
		n.clock.set(0)
		s.nodes = append(s.nodes, n)
		if err := n.boot(false, false); err != nil {
			return err
		}
	}
	return nil
}

// live lets all nodes live, a slice of time after another, so that what can no
// longer collide is forgotten, and none is far ahead of the others.
func (s *sim) live(ctx context.Context) error {
	total := s.total()
	end := max(1, int64(s.span()))
	slice := max(int64(float64(1<<13+64*s.Nodes)/s.Rate*1e9), int64(s.line.line.Span(1)), 1000)
	for now := int64(0); ; {
		next := after(now, float64(slice))
		if now < end {
			next = min(next, end)
		}
		now = next
		pending := now < end && s.For > 0
		last := int64(0)
		for _, n := range s.nodes {
			if err := n.advance(ctx, now); err != nil {
				return err
			}
			pending = pending || n.arrivals.peek() < never || n.burst() < never
			last = max(last, n.last)
		}
		if s.result.Span = time.Duration(now); s.Count > 0 {
			s.result.Span = time.Duration(last)
		}
		if !pending {
			return nil
		}
		if err := s.forget(); err != nil {
			return err
		}
		if s.Progress != nil {
			s.Progress(int64(s.result.Made+s.result.Refused), int64(total))
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// forget drops the ticks that no node can enter again.
func (s *sim) forget() error {
	if !s.timed {
		return nil
	}
	low := ^uint64(0)
	for _, n := range s.nodes {
		low = min(low, n.maker.lowest())
	}
	low -= min(low, s.slack)
	if s.set != nil {
		s.set.forget(low)
		return s.set.full()
	}
	for _, l := range s.lanes {
		if low > s.origin {
			l.forget((low - s.origin) << s.bits)
		}
	}
	return full(s.spare.held, s.Memory)
}

// lane returns the lane of a key.
func (s *sim) lane(k laneKey) *lane {
	l := s.lanes[k]
	if l == nil {
		l = &lane{bits: uint(min(22, s.bits+10)), pages: map[uint64]*page{}, spare: &s.spare}
		s.lanes[k] = l
	}
	return l
}

// full refuses to hold more than seven eighths of the memory: the rest is for what the
// program takes besides.
func full(held, memory int64) error {
	if held > memory/8*7 {
		return &FullError{memory}
	}
	return nil
}

// FullError says that what can still collide does not fit the memory.
type FullError struct{ Memory int64 }

// Error names the limit.
func (e *FullError) Error() string {
	return "the ticks that a clock can still enter again do not fit the memory; want a shorter step back, fewer " +
		"nodes, a lower rate, or more memory"
}
