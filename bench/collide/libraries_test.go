package collide

import (
	"testing"
	"time"

	"idscope/gen"
)

// library is a process of a system as its own source has it, on a clock that is
// thought: what it does between the call and the id, line by line.
type library interface{ next(c *thought) int64 }

// thought is a clock in nanoseconds, read by wall time or by how much time went by.
type thought struct {
	true int64
	wall func(true int64) int64
}

func (c *thought) now() int64    { return c.wall(c.true) }
func (c *thought) sleep(d int64) { c.true += max(0, d) }

// sonyflakeLibrary is NextID of sony/sonyflake, v1 and v2.
type sonyflakeLibrary struct{ unit, elapsed, sequence, mask int64 }

func (l *sonyflakeLibrary) next(c *thought) int64 {
	current := c.now() / l.unit
	if l.elapsed < current {
		l.elapsed, l.sequence = current, 0
	} else if l.sequence = (l.sequence + 1) & l.mask; l.sequence == 0 {
		l.elapsed++
		c.sleep((l.elapsed-current)*l.unit - c.now()%l.unit)
	}
	return l.elapsed*(l.mask+1) + l.sequence
}

// bwmarrinLibrary is Generate of bwmarrin/snowflake, which takes the wall clock at its
// start and how much time went by since.
type bwmarrinLibrary struct {
	unit, zero, begun, time, step, mask int64
}

func (l *bwmarrinLibrary) next(c *thought) int64 {
	since := func() int64 { return (l.zero + c.true - l.begun) / l.unit }
	now := since()
	if now != l.time {
		l.step = 0
	} else if l.step = (l.step + 1) & l.mask; l.step == 0 {
		for ; now <= l.time; now = since() {
			c.true += 1000 // it asks again and again
		}
	}
	l.time = now
	return now*(l.mask+1) + l.step
}

// TestLibraries counts what the libraries generate more than once under the same
// faults and arrivals.
func TestLibraries(t *testing.T) {
	const s = time.Second
	freeze := Fault{Kind: Freeze, Shift: 5 * s, At: 10 * s, Timed: true}
	for _, c := range []struct {
		words  string
		faults []Fault
	}{
		{"a freeze, and a restart in it", []Fault{freeze, restart(12 * s)}},
		{"a step back", []Fault{step(-2*s, 10*s)}},
		{"a step back, and a restart", []Fault{step(-2*s, 10*s), restart(10 * s)}},
		{"a step back, and two restarts later", []Fault{step(-2*s, 10*s), restart(11 * s), restart(13 * s)}},
		{"a step on", []Fault{step(2*s, 10*s), restart(13 * s)}},
		{"a freeze, a step, restarts", []Fault{freeze, restart(11 * s), step(-3*s, 13*s), restart(14 * s), restart(16 * s)}},
	} {
		for _, of := range []struct {
			rules, scheme string
			start         func(c *thought, unit, mask int64) library
		}{
			{"sonyflake", "sonyflake", func(_ *thought, unit, mask int64) library {
				return &sonyflakeLibrary{unit: unit, mask: mask, sequence: mask}
			}},
			{"sonyflake", "snowflake", func(_ *thought, unit, mask int64) library {
				return &sonyflakeLibrary{unit: unit, mask: mask, sequence: mask}
			}},
			{"bwmarrin", "snowflake", func(c *thought, unit, mask int64) library {
				return &bwmarrinLibrary{unit: unit, mask: mask, zero: c.now(), begun: c.true}
			}},
			{"bwmarrin", "sonyflake", func(c *thought, unit, mask int64) library {
				return &bwmarrinLibrary{unit: unit, mask: mask, zero: c.now(), begun: c.true}
			}},
		} {
			scheme := named(t, of.scheme)
			for _, rate := range []float64{1000, 20000} {
				config := Config{Scheme: scheme, Rules: rules(t, of.rules), Rate: rate, For: 20 * s, Seed: 1, Faults: c.faults}
				got := once(t, config)
				start, err := config.start()
				if err != nil {
					t.Fatal(err)
				}
				mask := int64(gen.Mask(scheme.Layout.Width(gen.Seq)).Lo)
				want := generateTwice(config, start, func(c *thought) library { return of.start(c, int64(scheme.Tick), mask) })
				if off := int64(got.Duplicates) - want; off < -want/50-40 || off > want/50+40 {
					t.Errorf("%s, %s of %s at %g: %d duplicates; the library generates %d", c.words, of.rules, of.scheme, rate,
						got.Duplicates, want)
				}
			}
		}
	}
}

// generateTwice lets a library live through a history of even arrivals, and counts
// the ids that it generated before.
func generateTwice(c Config, start time.Time, begin func(*thought) library) (duplicates int64) {
	clock := newClock(c.Faults, 0, c.rng(forClock, 0))
	at := &thought{wall: func(true int64) int64 { return start.UnixNano() + clock.readingAt(true) }}
	n := &node{config: &c, clock: clock}
	n.setFaults(c.Faults)
	l := begin(at)
	seen, up := map[int64]bool{}, int64(0)
	for asked := 0.0; asked < float64(c.For); asked += 1e9 / c.Rate {
		at.true = max(at.true, int64(asked))
		for len(n.ends) > 0 && int64(n.ends[0].At) <= at.true {
			up = int64(n.ends[0].At)
			at.true = max(int64(asked), up) // whoever slept is gone
			n.ends = n.ends[1:]
			l = begin(at)
		}
		if int64(asked) < up {
			continue // it waited for a process that ended
		}
		id := l.next(at)
		if len(n.ends) > 0 && int64(n.ends[0].At) <= at.true {
			continue // it ended before it answered
		}
		if seen[id] {
			duplicates++
		}
		seen[id] = true
	}
	return duplicates
}

// TestNarrowShift: workers 1 and 17 are one where 12 bits of sequence leave 4 of 16.
func TestNarrowShift(t *testing.T) {
	for _, name := range []string{"yitter", "yitter-m2"} {
		c := Config{Scheme: named(t, "snowflake"), Rules: rules(t, name), Rate: 18000, Nodes: 18, For: time.Second, Seed: 1}
		r := run(t, c)
		if p := r.Prediction; r.Duplicates < 1900 || r.Duplicates > 2100 || float64(r.Duplicates) > p.High {
			t.Errorf("%s: %d duplicates of %d, predicted %+v; want those of 2 of 18 nodes", name, r.Duplicates, r.Made, p)
		}
		c.Nodes = 16
		if r := run(t, c); r.Duplicates != 0 {
			t.Errorf("%s of 16 nodes: %d duplicates; want none", name, r.Duplicates)
		}
	}
}
