package collide

import (
	"cmp"
	"slices"
	"time"

	"idscope/gen/sequence"
)

// counterStep is how many numbers a node of the scheme segment takes at a time.
const counterStep = 1000

// register is a counter in a store. What can go wrong is the counter itself: Failover
// and Restore set it back, LoseKey lets it begin again.
type register struct {
	next   uint64 // first number that was not given out
	day    uint64 // of dated counters
	dated  bool
	events []registerEvent // still to come, in order of time
}

// registerEvent is a time at which the state is noted, or set back.
type registerEvent struct {
	at   int64
	pass func()
}

// newRegister is a counter that the faults will strike.
func newRegister(faults []Fault, dated bool) *register {
	r := &register{next: 1, dated: dated}
	var strikes []registerEvent
	for _, f := range faults {
		next, day := uint64(1), uint64(0)
		if f.Kind != LoseKey {
			r.events = append(r.events, registerEvent{int64(max(0, f.At-f.Shift)),
				func() { next, day = r.next, r.day }})
		}
		strikes = append(strikes, registerEvent{int64(f.At), func() {
			if r.next = 1; day == r.day {
				r.next = next
			}
		}})
	}
	r.events = append(r.events, strikes...) // at the same time a state is noted before it is set back
	slices.SortStableFunc(r.events, func(a, b registerEvent) int { return cmp.Compare(a.at, b.at) })
	return r
}

const nsOfDay = int64(24 * time.Hour)

// until is the true time up to which nothing but allocation changes the counter.
func (r *register) until(now int64) int64 {
	end := int64(never)
	if len(r.events) > 0 {
		end = r.events[0].at
	}
	if r.dated {
		end = min(end, (now/nsOfDay+1)*nsOfDay)
	}
	return end
}

// pass lets happen what has happened by a true time.
func (r *register) pass(now int64) {
	for len(r.events) > 0 && r.events[0].at <= now {
		e := r.events[0]
		r.events = r.events[1:]
		e.pass()
	}
	r.turn(now)
}

// turn begins the day of a true time in a dated counter.
func (r *register) turn(now int64) {
	if day := uint64(now / nsOfDay); r.dated && day > r.day {
		r.day, r.next = day, 1
	}
}

// client is a node that counts with a register. Its positions have the day as a tick.
type client struct {
	*node
	register  *register
	have, end uint64 // the rest of its segment
	day       uint64 // of that
	seen      uint64 // highest number that it was given, the day above it
}

// counterBits are those of a number below its day.
const counterBits = 40

func (c *client) take(n uint64, run *sequence.Run) error {
	r, segment := c.register, c.Scheme.Name == "segment"
	r.pass(c.clock.now)
	if !segment || c.have == c.end {
		step := n
		if segment {
			step = counterStep
		}
		// our rules refuse what is not above what was seen
		refused := c.Rules.Name == oursName && r.day<<counterBits|r.next <= c.seen
		if refused && !segment {
			step = 1 // one call at a time, until it is past what was seen
		}
		c.have, c.end, c.day = r.next, r.next+step, r.day
		if r.next = c.end; refused {
			c.have = c.end
			return errOne
		}
		c.seen = max(c.seen, r.day<<counterBits|(c.end-1))
	}
	*run = sequence.Run{Tick: c.day, Value: sequence.Wide{Lo: c.have}, N: min(n, c.end-c.have)}
	c.have += run.N
	return nil
}

func (c *client) lowest() uint64 { return 0 }
