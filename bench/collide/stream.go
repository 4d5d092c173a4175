package collide

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"idscope/gen"
	"idscope/gen/quantity"
)

// independent reports whether random bits are drawn anew for each identifier,
// and not walked through by their process.
func (c *Config) independent() bool {
	return c.Each || c.Rules.redraw || c.Scheme.Growth == gen.GrowthNone
}

// independentTicks reports whether nothing but time and random bits tells identifiers
// apart, no fault strikes, and no tick comes near to being used up: then ticks
// are independent of each other.
func (c *Config) independentTicks() bool {
	l := c.Scheme.Layout
	tick := c.Scheme.Timeline().Span(1).Seconds()
	return len(c.Faults) == 0 && !c.Scheme.Recorded() && l.Width(gen.Worker)+l.Width(gen.Seq)+l.Width(gen.Rollback) == 0 &&
		(c.independent() || c.Rate*tick < c.space()/1000)
}

// space is how many random values there are.
func (c *Config) space() float64 { return math.Ldexp(1, c.Scheme.Layout.Width(gen.Random)) }

// stream is the simulation of ticks that are independent of each other: each is
// counted when it is over, and forgotten.
type stream struct {
	*Config
	line              timeline
	fresh             bool
	makers            []*process
	nodes             *rand.Rand // whose turn it is, where arrivals are random
	turn              int
	asks              []ask
	pending           uint64 // ids of asks
	ids               []gen.ID
	duplicates, pairs uint64
	strands           []strand // of several makers where it makes no difference who draws
}

// strand draws and counts the ids of some of the ticks.
type strand struct {
	ids               []gen.ID
	duplicates, pairs uint64
}

func runStream(ctx context.Context, c *Config) (*Result, error) {
	start, err := c.start()
	if err != nil {
		return nil, err
	}
	s := &stream{Config: c, line: newTimeline(c.Scheme, start), fresh: c.independent(), nodes: c.rng(forWorkers, 0)}
	for i := range c.drawers(c.Nodes) {
		g, err := newProcess(c.Scheme, nil, nil, c.bits(uint64(i)))
		if err != nil {
			return nil, err
		}
		s.makers = append(s.makers, g)
	}
	s.strands = make([]strand, 1)
	if s.fresh {
		s.strands = make([]strand, len(s.makers))
	}
	r := &Result{Start: start, Prediction: c.chance()}
	if err = s.live(ctx, r); err != nil {
		c.Count, c.For = r.Made, 0
		r.Prediction = c.chance()
	}
	r.Duplicates, r.Pairs = s.duplicates, s.pairs
	for _, own := range s.strands {
		r.Duplicates, r.Pairs = r.Duplicates+own.duplicates, r.Pairs+own.pairs
	}
	return r, err
}

func (s *stream) live(ctx context.Context, r *Result) error {
	left, end := s.Count, int64(never)
	if s.For > 0 {
		left, end = 1<<62, int64(s.For)
	}
	var random *rand.Rand
	if s.Poisson {
		random = s.rng(forArrivals, 0)
	}
	tick := s.line.line.Span(1)
	a := newArrivals(s.Rate/1e9, left, end, 0, tick.Seconds()*1e9, random)
	total, edge := int64(s.total()), int64(math.MinInt64)
	at := uint64(0)
	for calls := 1; ; calls++ {
		next := a.peek()
		if next == never {
			break
		}
		if s.line.step > 0 && next < edge+s.line.step && next >= edge {
			at, edge = at+1, edge+s.line.step
		} else {
			at = s.line.tick(next)
			edge = s.line.reading(at + 1)
		}
		k := a.pop(edge)
		r.Made += k
		if k > 1 { // one alone meets nothing
			s.asks = append(s.asks, ask{at, k})
			if s.pending += k; len(s.asks) == block*len(s.strands) || s.pending > 1<<14 {
				if err := s.flush(); err != nil {
					return err
				}
			}
		}
		if calls%(1<<14) == 0 || k > 1<<14 {
			r.Span = time.Duration(edge)
			if s.Progress != nil {
				s.Progress(int64(r.Made), total)
			}
			if err := ctx.Err(); err != nil {
				if failed := s.flush(); failed != nil {
					return failed
				}
				return err
			}
		}
	}
	r.Span = time.Duration(min(edge, int64(s.span())))
	if s.For > 0 {
		r.Span = s.For
	}
	return s.flush()
}

// flush makes the identifiers of the ticks that wait for it, and counts.
func (s *stream) flush() error {
	asks := s.asks
	s.asks = s.asks[:0]
	s.pending = 0
	if s.fresh || len(s.makers) == 1 {
		return share(len(s.strands), func(i int) (err error) {
			own := &s.strands[i]
			for j := i; j < len(asks); j += len(s.strands) {
				if own.ids, err = s.makers[i].draw(asks[j:j+1], s.fresh, own.ids[:0]); err != nil {
					return fmt.Errorf("the sequence of a tick is exhausted: %w", err)
				}
				duplicates, pairs := count(own.ids)
				own.duplicates, own.pairs = own.duplicates+duplicates, own.pairs+pairs
			}
			return nil
		})
	}
	var err error
	for _, a := range asks {
		s.ids = s.ids[:0]
		for range a.n {
			one := [1]ask{{a.tick, 1}}
			if s.ids, err = s.makers[s.whose()].draw(one[:], false, s.ids); err != nil {
				return fmt.Errorf("the sequence of a tick is exhausted: %w", err)
			}
		}
		duplicates, pairs := count(s.ids)
		s.duplicates, s.pairs = s.duplicates+duplicates, s.pairs+pairs
	}
	return nil
}

// whose is the node of the next identifier: which of several Poisson processes
// an arrival belongs to is independent of its time.
func (s *stream) whose() int {
	if s.Poisson {
		return s.nodes.IntN(len(s.makers))
	}
	s.turn = (s.turn + 1) % len(s.makers)
	return s.turn
}

// count finds equal identifiers among those of a tick, whose order it may change.
func count(ids []gen.ID) (duplicates, pairs uint64) {
	if len(ids) > 24 {
		slices.SortFunc(ids, func(a, b gen.ID) int {
			if c := cmp.Compare(a.Lo, b.Lo); c != 0 {
				return c
			}
			return a.Cmp(b)
		})
		equal := uint64(0)
		for i := 1; i < len(ids); i++ {
			if ids[i] != ids[i-1] {
				equal = 0
				continue
			}
			equal++
			duplicates++
			pairs += equal
		}
		return duplicates, pairs
	}
	for i := 1; i < len(ids); i++ {
		equal := uint64(0)
		for j := range i {
			if ids[j].Lo == ids[i].Lo && ids[j] == ids[i] {
				equal++
			}
		}
		duplicates += min(equal, 1)
		pairs += equal
	}
	return duplicates, pairs
}

// chance is the prediction for a stream, from the rate and the number of random
// bits alone.
func (c *Config) chance() Prediction {
	n := c.Nodes
	if c.independent() {
		n = 0
	}
	bits := c.Scheme.Layout.Width(gen.Random)
	if n == 1 {
		return none(fmt.Sprintf("none by construction: one process goes through the 2^%d random values of a tick, none "+
			"twice", bits))
	}
	lambda := c.Rate * c.Scheme.Timeline().Span(1).Seconds()
	if f := c.Scheme.Fraction; f > 0 {
		lambda = c.Rate * math.Ldexp(c.Scheme.Tick.Seconds(), -f)
	}
	ticks := c.total() / lambda
	if c.Poisson {
		m := meanVar{}.plus(poissonDraws(lambda, c.space(), n), ticks)
		return around(m.mean, m.variance,
			fmt.Sprintf("probability of equal values among 2^%d for a Poisson number of ids in "+
				"each tick, %s in the mean", bits, quantity.FormatNumber(lambda)))
	}
	few := math.Floor(lambda)
	share := lambda - few
	per := func(k float64) meanVar {
		if n > 0 {
			return sharedDraws(k, c.space(), n)
		}
		return independentDraws(k, c.space())
	}
	m := meanVar{}.plus(per(few), ticks*(1-share)).plus(per(few+1), ticks*share)
	return around(m.mean, m.variance, fmt.Sprintf("probability of equal values among 2^%d for %s ids in each tick", bits,
		quantity.FormatNumber(lambda)))
}
