// Package sequence decides which (tick, number) pairs come next, so that none is
// given out twice whatever the clock does: [Sequencer.Reserve] takes a reading of
// the clock and a [Mark], and returns a [Run] of pairs or says why there is none.
// It is a function of numbers. It reads no clock, does not sleep and has no lock;
// only its random draws come from outside. The caller keeps the mark, in
// memory or in a record that processes share, and waits where it is told to.
package sequence

import (
	"math/bits"

	"idscope/gen/fault"
)

// The reasons for which there is no reservation.
const (
	ErrBackward fault.Reason = "the clock moved backwards"
	ErrUsedUp   fault.Reason = "the sequence is exhausted"
	ErrEnded    fault.Reason = "the layout has ended"
	ErrFenced   fault.Reason = "the granted ticks are exhausted"
)

// Rules are what a sequencer decides by. Spans of time are in ticks.
type Rules struct {
	Backward Backward
	Overflow Overflow
	Start    Start
	Growth   Growth
	Bits     int     // of the sequence, or of the growing random bits; 0 to 128
	Rollback int     // bits of the rollback count
	Last     uint64  // last tick of the layout
	Lead     uint64  // longest lead
	Window   uint64  // how far back a waiter may fill what it slept through
	Second   uint64  // ticks in a second, at least 1
	First    *uint64 // sequence number of the first identifier, where the caller chose it
	Alone    bool    // no record is shared: a sequence that carries starts at random
}

// Random is a source of random bits.
type Random interface {
	// Word returns 64 random bits. An error is returned by Reserve as it is.
	Word() (uint64, error)
}

// Sequencer reserves numbers by its rules. Its marks only grow but for a change of
// the rollback count, which opens ticks that were never used under that count.
type Sequencer struct {
	Rules
	random  Random
	mask    Wide // largest value of the bits
	carries bool // the pairs form one line: the sequence carries into the tick
	round   bool // the sequence goes round in its range

	renewed uint64 // tick at which the upper half of a drawn sequence was drawn
	waiting bool   // the last call was told to wait for an overflow
	backlog uint64 // ticks up to here passed while a caller waited
}

// New returns a sequencer of the rules; random is asked where they draw.
func New(r Rules, random Random) Sequencer {
	q := Sequencer{Rules: r, random: random, mask: Wide{Hi: ones(r.Bits - 64), Lo: ones(r.Bits)}}
	q.round = r.Growth == GrowthStride || r.Growth == GrowthNone && r.Start.Rule == StartCarry
	q.carries = r.Growth == GrowthNone && !q.round && r.Bits < 64
	return q
}

// ones returns the largest number of so many bits, at most 64.
func ones(bits int) uint64 {
	if bits <= 0 {
		return 0
	}
	return ^uint64(0) >> (64 - min(bits, 64))
}

// Restart makes q what it is in a process that has just started.
func (q *Sequencer) Restart() { q.renewed, q.waiting, q.backlog = 0, false, 0 }

// Halt says why there is no reservation. The zero value is none.
type Halt struct {
	Decision Decision // Wait or Refuse
	Reason   error    // one of the Err values above, or the random source's
	Until    uint64   // tick that the clock has to reach
}

// Reserve takes up to n identifiers at tick now and leaves them in r, none of a tick
// above the ceiling; in a layout without time, none of a number above it. It changes
// m only if it succeeds. It works in place and in one function because it is
// most of what an identifier costs beside the clock.
func (q *Sequencer) Reserve(m *Mark, now, n, ceiling uint64, r *Run) Halt {
	p := &m.Point
	behind := p.Used && now < p.Seen
	if behind {
		switch q.Backward.Decide() {
		case Refuse:
			return Halt{Refuse, ErrBackward, p.Seen}
		case Wait:
			return Halt{Wait, ErrBackward, p.Seen}
		case Count:
			return q.recount(m, now, n, ceiling, r)
		}
	}
	tick, value, more := p.Tick, p.Value, false
	fresh := !p.Used || now > tick
	if fresh {
		tick = q.catchUp(p, now)
	} else if p.Growth == q.Growth && p.Step != 0 {
		if q.carries { // next would say the same
			value.Lo, more = value.Lo+1, value.Lo != q.mask.Lo && value.Lo+1 != p.Base.Lo
		} else {
			var err error
			if value, more, err = q.next(p); err != nil {
				return Halt{Refuse, err, 0}
			}
		}
	}
	if !fresh && !more {
		if tick == q.Last {
			return Halt{Refuse, ErrEnded, q.Last}
		}
		tick++
	}
	if tick > q.Last { // whatever the policies say: no wait ends there
		return Halt{Refuse, ErrEnded, q.Last}
	}
	borrowed := q.Overflow == OverflowBorrow && tick-now <= q.Lead // permit says the same
	if tick > now && !borrowed || tick > ceiling || q.waiting {
		if stop := q.permit(tick, now, ceiling, behind); stop.Reason != nil {
			return stop
		}
	}
	if !more {
		step := uint64(1)
		if !fresh && q.carries { // the sequence carries, as it does within a run
			value = Wide{}
		} else {
			var err error
			if value, err = q.first(p, tick); err != nil {
				return Halt{Refuse, err, 0}
			}
			if q.Growth == GrowthStride {
				if step, err = q.random.Word(); err != nil {
					return Halt{Refuse, err, 0}
				}
				step |= 1
			}
		}
		if q.Last == 0 && value.Lo > ceiling { // without a time the numbers themselves are granted
			return Halt{Refuse, ErrFenced, ceiling}
		}
		if !p.Used && q.Rollback > 0 {
			first, err := q.firstCount()
			if err != nil {
				return Halt{Refuse, err, 0}
			}
			m.Counts.begin(first)
		}
		p.Used, p.Growth, p.Base, p.Step = true, q.Growth, value, step
	} else if q.Last == 0 && value.Lo > ceiling {
		return Halt{Refuse, ErrFenced, ceiling}
	}
	p.Tick, p.Value = tick, value
	r.Tick, r.Value, r.N = tick, value, 1
	if q.Rollback > 0 {
		r.Count = m.Counts.value(q.Rollback)
	}
	p.Seen = max(p.Seen, now)
	if n > 1 {
		q.extend(p, now, n, ceiling, behind, r)
	}
	return Halt{}
}

// recount changes the rollback count and opens tick now under the new one; where
// no count is free it is as if the policy were to wait.
func (q *Sequencer) recount(m *Mark, now, n, ceiling uint64, r *Run) Halt {
	next := *m
	if now == 0 || q.Rollback == 0 || !next.Counts.change(q.Rollback, now, m.Tick) {
		return Halt{Wait, ErrBackward, m.Seen}
	}
	// Nothing was made at tick now or later under this count: going back to the
	// tick before it repeats nothing.
	next.Seen, next.Tick = now, now-1
	stop := q.Reserve(&next, now, n, ceiling, r)
	if stop.Reason == nil {
		*m = next
	}
	return stop
}

// permit asks the policies and the ceiling whether an identifier may carry the tick.
func (q *Sequencer) permit(tick, now, ceiling uint64, behind bool) Halt {
	if tick > now {
		if behind { // under continue
			if tick-now > q.Lead {
				return Halt{Wait, ErrBackward, tick - q.Lead}
			}
		} else if decision, until := q.Overflow.Decide(tick, now, q.Lead); decision != Proceed {
			q.waiting = decision == Wait
			return Halt{decision, ErrUsedUp, until}
		}
	}
	if tick > ceiling {
		return Halt{Refuse, ErrFenced, ceiling}
	}
	if q.waiting { // the wait is over: what passed meanwhile may still be used
		q.waiting, q.backlog = false, now
	}
	return Halt{}
}

// next returns the next number of the same tick, and whether there is one.
func (q *Sequencer) next(p *Point) (Wide, bool, error) {
	if q.round {
		v := Wide{Lo: (p.Value.Lo + p.Step) & q.mask.Lo}
		return v, v.Lo != p.Base.Lo, nil
	}
	step := uint64(1)
	if q.Growth == GrowthRandom {
		v, err := q.random.Word()
		if err != nil {
			return Wide{}, false, err
		}
		step += v >> 32
	}
	lo, carry := bits.Add64(p.Value.Lo, step, 0)
	hi, carry := bits.Add64(p.Value.Hi, 0, carry)
	v := Wide{Hi: hi, Lo: lo}
	return v, carry == 0 && v != p.Base && (hi < q.mask.Hi || hi == q.mask.Hi && lo <= q.mask.Lo), nil
}

// add and mul stop at the largest uint64.
func add(a, b uint64) uint64 { return min(a, ^uint64(0)-b) + b }

func mul(a, b uint64) uint64 {
	if hi, lo := bits.Mul64(a, b); hi == 0 {
		return lo
	}
	return ^uint64(0)
}
