package sequence

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"idscope/gen/testing/try"
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
	full := Mark{Point{Used: true}, Counts{Used: 1}} // of tick 0, where no step says which numbers are used
	seen := map[Mark]used{{}: 0, full: 1<<s.values - 1}
	open := []Mark{{}, full}
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

// fixed gives the same random number each time.
type fixed uint64

func (f fixed) Word() (uint64, error) { return uint64(f), nil }

// TestPolicies: what each policy answers to each reading of the clock, call by call, of a sequence of 2 bits. A call is
// the tick of the clock, or tick*n for more identifiers; an answer is tick.value, with xn for more, and /count where
// the rollback count is not 0; "of" says how many follow each other, "to" which is the last; or the reason of a halt,
// with what it waits until. For ahead*n it is how many ticks later the caller may be woken.
func TestPolicies(t *testing.T) {
	reasons := map[error]string{ErrBackward: "backward", ErrUsedUp: "usedup", ErrEnded: "ended", ErrFenced: "fenced"}
	try.Lines(t, "testdata/policies.txt", func(given string) string {
		parts := strings.Split(given, "|")
		rules, calls := parts[1], parts[2]
		r := Rules{Backward: BackwardFail, Overflow: OverflowWait, Second: 100}
		ceiling, bits, rollback, first := uint64(99), uint64(2), uint64(0), uint64(0)
		for _, word := range strings.Fields(rules) {
			name, value, _ := strings.Cut(word, "=")
			switch name {
			case "backward":
				r.Backward = try.Of(ParseBackward(value)).Or(t)
			case "overflow":
				r.Overflow = try.Of(ParseOverflow(value)).Or(t)
			case "start":
				r.Start = try.Of(ParseStart(value)).Or(t)
			case "alone":
				r.Alone = true
			case "growth":
				r.Growth = Growth(try.Of(strconv.ParseUint(value, 10, 8)).Or(t))
			default:
				number := map[string]*uint64{"lead": &r.Lead, "window": &r.Window, "last": &r.Last, "ceiling": &ceiling,
					"bits": &bits, "rollback": &rollback, "first": &first}[name]
				if *number = try.Of(strconv.ParseUint(value, 10, 64)).Or(t); name == "first" {
					r.First = &first
				}
			}
		}
		if r.Bits, r.Rollback = int(bits), int(rollback); bits == 2 {
			r.Last = cmp.Or(r.Last, 1<<20)
		}
		q := New(r, fixed(2<<62|2))
		var m Mark
		got := []string{}
		for _, call := range strings.Fields(calls) {
			if wanted, ok := strings.CutPrefix(call, "ahead*"); ok {
				got = append(got, fmt.Sprint(q.Ahead(try.Of(strconv.ParseUint(wanted, 10, 64)).Or(t))))
				continue
			}
			now, n := uint64(0), uint64(1)
			_, _ = fmt.Sscanf(call, "%d*%d", &now, &n)
			before := m
			var run Run
			stop := q.Reserve(&m, now, n, ceiling, &run)
			if stop.Reason != nil {
				try.Equal(t, m, before, "%s: %s halts, and the mark is", given, call)
				word := map[Decision]string{Wait: "wait", Refuse: "refuse"}[stop.Decision]
				got = append(got, fmt.Sprintf("%s:%s:%d", word, reasons[stop.Reason], stop.Until))
				continue
			}
			text := fmt.Sprintf("%d.%d", run.Tick, run.Value.Lo)
			if run.N > 1 {
				text += fmt.Sprintf("x%d", run.N)
			}
			if run.Count > 0 {
				text += fmt.Sprintf("/%d", run.Count)
			}
			if run.Value.Hi > 0 {
				text += fmt.Sprintf("+%d", run.Value.Hi)
			}
			if straight := q.Straight(&run); straight != run.N {
				text += fmt.Sprintf(" of %d", straight)
			} else if part := run; n > 1 && r.Growth <= GrowthOne {
				q.Split(&part, run.N-1)
				text += fmt.Sprintf(" to %d.%d", part.Tick, part.Value.Lo)
			}
			got = append(got, text)
		}
		return strings.Join(got, " ")
	})
}

// TestChoices has in testdata/choices.txt how policies are read, and how they are written.
func TestChoices(t *testing.T) {
	try.Lines(t, "testdata/choices.txt", func(given string) string {
		kind, text, _ := strings.Cut(given, " ")
		switch kind {
		case "backward":
			return fmt.Sprint(ParseBackward(text))
		case "overflow":
			return fmt.Sprint(ParseOverflow(text))
		case "choices":
			return fmt.Sprint(BackwardChoices, OverflowChoices, StartChoices)
		}
		return fmt.Sprint(ParseStart(text))
	})
	try.Equal(t, Backward(0).String()+Overflow(4).String()+Start{}.String(), "defaultdefaultdefault", "other policies are")
}

// TestManyCounts: where a field has more rollback counts than are remembered, each is taken once, from a random one on,
// then of the last 32 the one that is longest past.
func TestManyCounts(t *testing.T) {
	q := New(Rules{Backward: BackwardBits, Overflow: OverflowWait, Rollback: 6, Bits: 2, Last: 999}, fixed(2))
	var m Mark
	take := func(now, count uint64) {
		var r Run
		if stop := q.Reserve(&m, now, 1, 999, &r); stop.Reason != nil || r.Tick != now || r.Count != (2+count)%64 {
			t.Fatalf("tick %d: %+v, %v; want it under count %d", now, r, stop.Reason, count)
		}
	}
	for count := range uint64(64) {
		take(200-count, count)
	}
	take(190, 63)
	take(180, 62) // was used up to tick 138; count 0 to 200, and count 30, whose place it has, to 170
}

// failing has so many random numbers, and then none.
type failing struct {
	left   int
	failed bool
}

var errNoEntropy = errors.New("no entropy")

func (f *failing) Word() (uint64, error) {
	if f.left--; f.left < 0 {
		f.failed = true
		return 0, errNoEntropy
	}
	return 7, nil
}

// TestNoEntropy: what needs a random number and gets none reserves nothing.
func TestNoEntropy(t *testing.T) {
	for name, r := range map[string]Rules{"random": {Start: Start{StartRandom, 4}},
		"draw": {Start: Start{Rule: StartDraw}}, "carry": {Start: Start{Rule: StartCarry}, Alone: true},
		"grow": {Growth: GrowthRandom}, "wide": {Growth: GrowthOne}, "stride": {Growth: GrowthStride},
		"rollback": {Rollback: 14}} {
		for left := range 4 {
			if r.Bits, r.Last, r.Second, r.Overflow, r.Backward = 8, 99, 9, OverflowWait, BackwardFail; name == "wide" {
				r.Bits = 72
			}
			source := &failing{left: left}
			q, m, run := New(r, source), Mark{}, Run{}
			for _, now := range []uint64{5, 5, 20} {
				before := m
				stop := q.Reserve(&m, now, 2, 99, &run)
				if refused := stop == (Halt{Refuse, errNoEntropy, 0}); refused != source.failed || refused && m != before {
					t.Errorf("%s: %+v, mark %+v; want it refused, and nothing used", name, stop, m)
				}
				if !source.failed {
					try.Equal(t, q.Follow(&run, 1, &m.Point) != nil, source.failed, "%s: a run without entropy fails:", name)
				}
				source.left, source.failed = max(source.left, 0), false
			}
		}
	}
}

// TestDraw: a drawn sequence keeps its upper half for a second, and draws its lower half in each tick.
func TestDraw(t *testing.T) {
	r := Rules{Bits: 4, Last: 99, Second: 10, Start: Start{Rule: StartDraw}, Overflow: OverflowWait,
		Backward: BackwardFail}
	q := New(r, &words{[]uint64{0b0101, 0b1110, 0b1011, 0b1001}})
	var m Mark
	for _, c := range []struct{ now, want uint64 }{{1, 0b0101}, {5, 0b0110}, {10, 0b0111}, {11, 0b1001}} {
		var run Run
		if stop := q.Reserve(&m, c.now, 1, 99, &run); stop.Reason != nil || run.Value.Lo != c.want {
			t.Errorf("tick %d begins at %04b, %v; want %04b", c.now, run.Value.Lo, stop.Reason, c.want)
		}
	}
}

// TestRandomGrowth: random bits grow by 1 to 2^32, in a run and from call to call.
func TestRandomGrowth(t *testing.T) {
	r := Rules{Growth: GrowthRandom, Bits: 40, Last: 99, Overflow: OverflowWait, Backward: BackwardFail}
	for word, want := range map[uint64]uint64{0: 1, 1<<32 - 1: 1, 1 << 32: 2, ^uint64(0): 1 << 32} {
		q := New(r, &words{[]uint64{7, word}})
		var m Mark
		var run, next Run
		first := q.Reserve(&m, 5, 2, 99, &run)
		err := q.Follow(&run, 1, &m.Point)
		second := q.Reserve(&m, 5, 1, 99, &next)
		if first.Reason != nil || err != nil || second.Reason != nil || run.Value.Lo != 7+want ||
			next.Value.Lo != 7+2*want {
			t.Errorf("word %#x: 7 is followed by %d and %d, %v, %v, %v; want %d more each", word, run.Value.Lo,
				next.Value.Lo, first.Reason, err, second.Reason, want)
		}
	}
}

// TestPatience: a clock that went back is waited for up to the bound, in all; one that stands still is given up; a
// sequence that is used up is waited for as long as the clock runs.
func TestPatience(t *testing.T) {
	at := time.Unix(0, 0)
	p := Patience{Most: 3 * time.Millisecond, Tick: time.Millisecond}
	for i, want := range []bool{true, true, true, false} {
		if d, more := p.Next(ErrBackward, time.Millisecond, at); d != time.Millisecond || more != want {
			t.Errorf("wait %d: %s, %t; want %t", i, d, more, want)
		}
	}
	for i := range 10_000 { // 10 s of a clock that runs
		if _, more := p.Next(ErrUsedUp, time.Millisecond, at.Add(time.Duration(i)*time.Millisecond)); !more {
			t.Fatalf("given up after %d ms", i)
		}
	}
	at, slept := at.Add(time.Hour), time.Duration(0)
	for more := true; more; slept += time.Millisecond {
		_, more = p.Next(ErrUsedUp, time.Millisecond, at)
	}
	if !p.Frozen || slept < 2*time.Second || slept > 2010*time.Millisecond {
		t.Errorf("a clock that stands is given up after %s, frozen %t; want 2s", slept, p.Frozen)
	}
	d, more := p.Next(ErrUsedUp, 0, at.Add(time.Minute))
	try.Equal(t, d, time.Microsecond, "a tick that comes within less than the clock says is waited for")
	try.Equal(t, more, true, "that is worth while:")
	for p, most := range map[Patience]time.Duration{{}: 2 * time.Second, {Tick: time.Second}: 4 * time.Second,
		{Reach: time.Hour}: time.Hour, {Tick: time.Hour, Longest: 5 * time.Second}: 5 * time.Second} {
		for d, want := range map[time.Duration]bool{most: true, most + 1: false} {
			q := p
			_, more := q.Next(ErrUsedUp, d, at)
			try.Equal(t, more, want, "%+v: a tick that comes in %s is waited for:", p, d)
		}
	}
}
