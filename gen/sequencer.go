package gen

import "math/bits"

// sequencer decides which (tick, sequence) pairs come next. It is a function of
// numbers: it reads no clock, does not sleep and has no lock; only its random
// draws come from outside. Its Mark only grows but for a change of the rollback
// count, which opens ticks that were never used under that count.
type sequencer struct {
	backward Backward
	overflow Overflow
	start    Start
	growth   Growth
	bits     int    // of the sequence, or of the growing random bits
	mask     Wide   // their largest value
	rollback int    // bits of the rollback count
	last     uint64 // last tick of the layout
	lead     uint64 // longest lead in ticks
	window   uint64 // how many ticks back a waiter may fill what it slept through

	plain     bool    // the pairs form one line: the sequence carries into the tick
	wraps     bool    // the sequence goes round in its range
	chosen    *uint64 // sequence number of the first identifier, where the caller chose it
	drawFirst bool    // a carrying sequence starts at random
	renewed   uint64  // tick at which the upper half of a drawn sequence was drawn
	second    uint64  // ticks in a second, at least 1
	random    *entropy
	waiting   bool   // the last call was told to wait for an overflow
	backlog   uint64 // ticks up to here passed while a caller waited
}

// halt says why there is no reservation. The zero value is none.
type halt struct {
	verdict Verdict // Wait or Refuse
	reason  error
	until   uint64 // tick that the clock has to reach
}

// reserve takes up to n identifiers at tick now and leaves them in r. It changes
// m only if it succeeds. It works in place and in one function because it is
// most of what an identifier costs beside the clock.
func (q *sequencer) reserve(m *Mark, now, n, ceiling uint64, r *run) halt {
	p := &m.Point
	behind := p.Used && now < p.Seen
	if behind {
		switch q.backward.Decide(now, p.Seen) {
		case Refuse:
			return halt{Refuse, ErrBackward, p.Seen}
		case Wait:
			return halt{Wait, ErrBackward, p.Seen}
		case Count:
			return q.recount(m, now, n, ceiling, r)
		}
	}
	tick, value, more := p.Tick, p.Value, false
	fresh := !p.Used || now > tick
	if fresh {
		tick = q.catchUp(p, now)
	} else if p.Growth == q.growth && p.Step != 0 {
		if q.plain { // next would say the same
			value.Lo, more = value.Lo+1, value.Lo != q.mask.Lo && value.Lo+1 != p.Base.Lo
		} else {
			var err error
			if value, more, err = q.next(p); err != nil {
				return halt{Refuse, err, 0}
			}
		}
	}
	if !fresh && !more {
		if tick == q.last {
			return halt{Refuse, ErrEnded, q.last}
		}
		tick++
	}
	if tick > now || tick > ceiling || q.waiting {
		if stop := q.permit(tick, now, ceiling, behind); stop.reason != nil {
			return stop
		}
	} else if tick > q.last {
		return halt{Refuse, ErrEnded, q.last}
	}
	if !more {
		step := uint64(1)
		switch {
		case !fresh && q.plain: // the sequence carries, as it does within a run
			value = Wide{}
		default:
			var err error
			if value, err = q.first(p, tick); err != nil {
				return halt{Refuse, err, 0}
			}
			if q.growth == GrowthStride {
				if step, err = q.random.word(); err != nil {
					return halt{Refuse, err, 0}
				}
				step |= 1
			}
		}
		if !p.Used && q.rollback > 0 {
			first, err := q.firstCount()
			if err != nil {
				return halt{Refuse, err, 0}
			}
			m.Counts.begin(first)
		}
		p.Used, p.Growth, p.Base, p.Step = true, q.growth, value, step
	}
	p.Tick, p.Value = tick, value
	r.tick, r.value, r.n = tick, value, 1
	if q.rollback > 0 {
		r.count = m.Counts.value(q.rollback)
	}
	if now > p.Seen {
		p.Seen = now
	}
	if n > 1 {
		q.extend(p, now, n, ceiling, behind, r)
	}
	return halt{}
}

// recount changes the rollback count and opens tick now under the new one; where
// no count is free it is as if the policy were to wait.
func (q *sequencer) recount(m *Mark, now, n, ceiling uint64, r *run) halt {
	next := *m
	if q.rollback == 0 || !next.Counts.change(q.rollback, now, m.Tick) {
		return halt{Wait, ErrBackward, m.Seen}
	}
	// Nothing was made at tick now or later under this count: going back to the
	// tick before it repeats nothing.
	next.Seen, next.Tick = now, now-1
	if now == 0 {
		return halt{Wait, ErrBackward, m.Seen}
	}
	stop := q.reserve(&next, now, n, ceiling, r)
	if stop.reason == nil {
		*m = next
	}
	return stop
}

// permit asks the policies, the ceiling and the layout's end whether an
// identifier may carry the tick.
func (q *sequencer) permit(tick, now, ceiling uint64, behind bool) halt {
	if tick > now {
		if behind { // under continue
			if tick-now > q.lead {
				return halt{Wait, ErrBackward, tick - q.lead}
			}
		} else if verdict, until := q.overflow.Decide(tick, now, q.lead); verdict != Proceed {
			q.waiting = verdict == Wait
			return halt{verdict, ErrUsedUp, until}
		}
	}
	if tick > q.last {
		return halt{Refuse, ErrEnded, q.last}
	}
	if tick > ceiling {
		return halt{Refuse, ErrFenced, ceiling}
	}
	if q.waiting { // the wait is over: what passed meanwhile may still be used
		q.waiting, q.backlog = false, now
	}
	return halt{}
}

// firstCount is where a rollback field starts: at random in one as wide as the
// clock sequence of UUIDv1 (RFC 9562 section 6.10), else at 0.
func (q *sequencer) firstCount() (uint32, error) {
	if q.rollback <= 5 {
		return 0, nil
	}
	v, err := q.random.word()
	return uint32(v & Mask(q.rollback).Lo), err
}

// catchUp returns the tick to open at tick now: now itself, but for a waiter,
// which first fills the ticks that passed while it slept.
func (q *sequencer) catchUp(p *Point, now uint64) uint64 {
	if q.waiting {
		q.backlog = now
	}
	if q.overflow != OverflowWait || !p.Used || p.Tick >= q.backlog {
		return now
	}
	tick := p.Tick + 1
	if now-tick > q.window {
		tick = now - q.window
	}
	return tick
}

// first draws where a new tick's sequence begins: the start policy's matter, or
// random bits that grow.
func (q *sequencer) first(p *Point, tick uint64) (Wide, error) {
	var random uint64
	var err error
	switch {
	case q.growth != GrowthNone:
		return q.drawWide()
	case !p.Used && q.chosen != nil:
		return Wide{Lo: *q.chosen}, nil
	case q.start.Rule == StartDraw:
		return q.draw(p, tick)
	case q.start.Rule == StartRandom, q.start.Rule == StartCarry && !p.Used && q.drawFirst:
		if random, err = q.random.word(); err != nil {
			return Wide{}, err
		}
		return Wide{Lo: q.start.First(p.Base.Lo, random, random) & q.mask.Lo}, nil
	case !p.Used:
		return Wide{}, nil
	}
	return Wide{Lo: q.start.First(p.Base.Lo, p.Value.Lo, 0) & q.mask.Lo}, nil
}

// draw draws the lower half of the sequence for a new tick, and the upper half too
// where a second has passed since that was drawn: of many generators, few then
// share an upper half, and those that do are apart for the whole second (SCRU128,
// design notes).
func (q *sequencer) draw(p *Point, tick uint64) (Wide, error) {
	random, err := q.random.word()
	if err != nil {
		return Wide{}, err
	}
	v := q.start.First(0, 0, random) & q.mask.Lo
	if p.Used && tick-q.renewed < q.second {
		lower := Mask(q.bits / 2).Lo
		return Wide{Lo: p.Value.Lo&^lower | v&lower}, nil
	}
	q.renewed = tick
	return Wide{Lo: v}, nil
}

// next returns the next number of the same tick, and whether there is one.
func (q *sequencer) next(p *Point) (Wide, bool, error) {
	if q.wraps {
		v := Wide{Lo: (p.Value.Lo + p.Step) & q.mask.Lo}
		return v, v.Lo != p.Base.Lo, nil
	}
	step := uint64(1)
	if q.growth == GrowthRandom {
		v, err := q.random.word()
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

// drawWide returns a random number within the mask.
func (q *sequencer) drawWide() (Wide, error) {
	v, err := q.random.fill(ID{Mid: q.mask.Hi, Lo: q.mask.Lo})
	return Wide{Hi: v.Mid, Lo: v.Lo}, err
}

// add and mul stop at the largest uint64.
func add(a, b uint64) uint64 {
	if s, carry := bits.Add64(a, b, 0); carry == 0 {
		return s
	}
	return ^uint64(0)
}

func mul(a, b uint64) uint64 {
	if hi, lo := bits.Mul64(a, b); hi == 0 {
		return lo
	}
	return ^uint64(0)
}
