package sequence

import (
	"fmt"
	"slices"
	"testing"
)

// small is a record of a layout so small that all that can happen to it is tried.
type small struct {
	ticks, counts, values int
	calls                 []call
}

// call is a call of a process on the record: its rules, the state that it may be in
// after it has slept, its random numbers and what it asks for at which tick.
type call struct {
	words   string
	q       Sequencer
	random  []uint64
	now, n  uint64
	ceiling uint64
}

// used are the (count, tick, value) that were given out, a bit each.
type used uint64

func (s *small) bit(r *Run) used {
	return 1 << ((int(r.Count)*s.ticks+int(r.Tick))*s.values + int(r.Value.Lo))
}

// make runs a call on m. It returns what the call used, and what of that was used
// before or twice.
func (c *call) make(s *small, m *Mark, before used) (now, twice used) {
	q := c.q
	q.random = &words{c.random}
	var r Run
	if stop := q.Reserve(m, c.now, c.n, c.ceiling, &r); stop.Reason != nil {
		return 0, 0
	}
	for {
		bit := s.bit(&r)
		twice |= bit & (before | now)
		now |= bit
		if r.N == 1 {
			return now, twice
		}
		if err := q.Follow(&r, 1, &m.Point); err != nil {
			panic(err)
		}
	}
}

// words are random numbers in their order; the last one goes on.
type words struct{ left []uint64 }

func (w *words) Word() (uint64, error) {
	v := w.left[0]
	if len(w.left) > 1 {
		w.left = w.left[1:]
	}
	return v, nil
}

// explore tries every call on every mark that any sequence of calls leads to. Of
// the histories that lead to one mark it takes all that they used together: the
// mark has to keep all of it from being used again.
func (s *small) explore(t *testing.T) {
	seen := map[Mark]used{{}: 0}
	open := []Mark{{}}
	tried := 0
	for len(open) > 0 {
		mark := open[0]
		open = open[1:]
		before := seen[mark]
		for i := range s.calls {
			c, m := &s.calls[i], mark
			now, twice := c.make(s, &m, before)
			tried++
			if twice != 0 {
				t.Fatalf("%s, %d ids at tick %d, on the mark %+v: numbers %#x of the used %#x again", c.words, c.n, c.now,
					mark.Point, twice, before)
			}
			if after, known := seen[m]; now != 0 && (!known || after|before|now != after) {
				seen[m] = after | before | now
				if !slices.Contains(open, m) {
					open = append(open, m)
				}
			}
		}
	}
	t.Logf("%d calls, %d marks, %d calls on marks", len(s.calls), len(seen), tried)
}

// add appends the calls of one set of rules: under each policy, at each tick, for
// few and for many, as a new process and as one that has waited.
func (s *small) add(r Rules, random ...uint64) {
	for _, backward := range []Backward{BackwardFail, BackwardContinue, BackwardBits} {
		for _, overflow := range []Overflow{OverflowWait, OverflowBorrow, OverflowFail} {
			for _, state := range []struct {
				waiting       bool
				backlog, lead uint64
			}{{}, {lead: 2}, {waiting: true}, {backlog: 2}} {
				switch {
				case backward == BackwardBits && s.counts == 1, overflow == OverflowFail && state.backlog > 0,
					overflow != OverflowBorrow && state.lead > 0 && backward != BackwardContinue,
					overflow != OverflowWait && (state.waiting || state.backlog > 0):
					continue
				}
				r.Backward, r.Overflow, r.Lead = backward, overflow, state.lead
				q := New(r, nil)
				q.waiting, q.backlog = state.waiting, state.backlog
				words := fmt.Sprintf("growth %d, start %s, random %d, backward %s, overflow %s, %+v", q.Growth, q.Start, random,
					backward, overflow, state)
				for now := range uint64(s.ticks) {
					for _, n := range []uint64{1, uint64(s.values) - 1, 2*uint64(s.values) + 3} {
						s.calls = append(s.calls, call{words, q, random, now, n, ^uint64(0)})
					}
				}
			}
		}
	}
}

// TestMixedRules: no sequence of calls with whatever start, policies, lead, count
// and growth, at whatever readings of the clock, uses a number of a record twice.
func TestMixedRules(t *testing.T) {
	for _, c := range []struct {
		words                string
		time, rollback, bits int
		growing              bool
	}{
		{"a sequence of 3 bits", 2, 0, 3, false},
		{"a sequence of 2 bits and a rollback count", 2, 1, 2, false},
		{"no time", 0, 0, 4, false},
		{"no sequence", 3, 0, 0, false},
		{"bits that grow", 2, 0, 3, true},
	} {
		t.Run(c.words, func(t *testing.T) {
			s := &small{ticks: 1 << c.time, counts: 1 << c.rollback, values: 1 << c.bits}
			rules := func(growth Growth, start string, first ...uint64) Rules {
				r := Rules{Growth: growth, Bits: c.bits, Rollback: c.rollback, Last: ones(c.time), Window: 1, Second: 100}
				if start != "" {
					var err error
					if r.Start, err = ParseStart(start); err != nil {
						t.Fatal(err)
					}
				}
				if len(first) > 0 {
					r.First = &first[0]
				}
				return r
			}
			largest := uint64(1)<<c.bits - 1
			starts := []string{""}
			if c.bits > 0 {
				starts = []string{"zero", "random:2", "rotate:3", "carry", "draw"}
			}
			for _, start := range starts {
				random := []uint64{0}
				if start == "random:2" || start == "draw" {
					random = []uint64{0, 1, largest}
				}
				for _, r := range random {
					s.add(rules(GrowthNone, start), r)
				}
			}
			if c.bits > 2 {
				s.add(rules(GrowthNone, "zero", 5), 0)
				s.add(rules(GrowthNone, "carry", 6), 0)
			}
			for _, growth := range []Growth{GrowthOne, GrowthRandom, GrowthStride} {
				for _, r := range []uint64{0, 6} {
					for _, step := range []uint64{0, 7, 2 << 32} {
						if c.growing {
							s.add(rules(growth, ""), r, step, step, 1<<32, 0)
						}
					}
				}
			}
			s.explore(t)
		})
	}
}
