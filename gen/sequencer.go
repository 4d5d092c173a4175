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

	first     *uint64 // sequence number of the first identifier, where the caller chose it
	drawFirst bool    // a carrying sequence starts at random
	random    *entropy
	stride    uint64
	simple    bool   // numbers go up by one, and there is no rollback count: quick applies
	waiting   bool   // the last call was told to wait for an overflow
	backlog   uint64 // ticks up to here passed while a caller waited
}

// run is a reservation of n identifiers, the first of which is (tick, value).
// Unless the random bits grow at random, the following ones are known from it.
type run struct {
	tick  uint64
	value Wide
	n     uint64
	count uint64 // rollback count
}

// halt says why there is no reservation. The zero value is none.
type halt struct {
	verdict Verdict // Wait or Refuse
	reason  error
	until   uint64 // tick that the clock has to reach
}

// reserve takes up to n identifiers at tick now and leaves them in r. It changes
// m only if it succeeds.
func (q *sequencer) reserve(m *Mark, now, n, ceiling uint64, r *run) halt {
	if now > q.last {
		return halt{Refuse, ErrEnded, q.last}
	}
	next := m.Point
	behind := m.Used && now < m.Seen
	if behind {
		switch q.backward.Decide(now, m.Seen) {
		case Refuse:
			return halt{Refuse, ErrBackward, m.Seen}
		case Wait:
			return halt{Wait, ErrBackward, m.Seen}
		case Count:
			counts := m.Counts
			if q.rollback == 0 || !counts.change(q.rollback, now, m.Tick) {
				return halt{Wait, ErrBackward, m.Seen}
			}
			next.Seen = now
			if err := q.open(&next, m, now); err != nil {
				return halt{Refuse, err, 0}
			}
			return q.commit(m, next, &counts, now, n, ceiling, false, r)
		}
	}
	switch {
	case !m.Used || now > m.Tick:
		if err := q.open(&next, m, q.catchUp(m, now)); err != nil {
			return halt{Refuse, err, 0}
		}
	default:
		more, err := q.advance(&next)
		if err != nil {
			return halt{Refuse, err, 0}
		}
		if !more {
			if m.Tick == q.last {
				return halt{Refuse, ErrEnded, q.last}
			}
			if q.plain() { // the sequence carries, as it does within a run
				next.Tick, next.Value, next.Base = m.Tick+1, Wide{}, Wide{}
			} else if err := q.open(&next, m, m.Tick+1); err != nil {
				return halt{Refuse, err, 0}
			}
		}
	}
	return q.commit(m, next, nil, now, n, ceiling, behind, r)
}

// quick is reserve of one identifier for what most calls are: the next number of
// the tick, carried into the next one where that is allowed, or the first of a
// new tick that starts at 0. Where anything is unusual it changes nothing and
// reports false; a test compares it with reserve.
func (q *sequencer) quick(p *Point, now, ceiling uint64, r *run) bool {
	if !q.simple || q.waiting || !p.Used || now < p.Seen {
		return false
	}
	tick, value := p.Tick, p.Value.Lo+1
	switch {
	case now > tick:
		if q.start.Rule != StartZero || tick < q.backlog {
			return false
		}
		tick, value = now, 0
	case value > q.mask.Lo || value == 0:
		if q.growth != GrowthNone {
			return false
		}
		tick, value = tick+1, 0
	}
	if tick > now && (q.overflow != OverflowBorrow || tick-now > q.lead) || tick > q.last || tick > ceiling {
		return false
	}
	if value == 0 {
		p.Base = Wide{}
	}
	p.Tick, p.Value.Lo, p.Made, p.Seen = tick, value, 1, now
	r.tick, r.value.Hi, r.value.Lo, r.n = tick, p.Value.Hi, value, 1
	return true
}

// commit asks the overflow policy and the ceiling, extends the reservation to n
// where it can, and only then changes the mark.
func (q *sequencer) commit(m *Mark, next Point, counts *Counts, now, n, ceiling uint64, behind bool, r *run) halt {
	tick := next.Tick
	if behind { // under continue
		if tick > now && tick-now > q.lead {
			return halt{Wait, ErrBackward, tick - q.lead}
		}
	} else if verdict, until := q.overflow.Decide(tick, now, q.lead); verdict != Proceed {
		q.waiting = verdict == Wait
		return halt{verdict, ErrUsedUp, until}
	}
	if tick > ceiling {
		return halt{Refuse, ErrFenced, ceiling}
	}
	if q.waiting { // the wait is over: what passed meanwhile may still be used
		q.waiting, q.backlog = false, now
	}
	if counts != nil {
		m.Counts = *counts
	} else if !m.Used && q.rollback > 0 {
		first, err := q.firstCount()
		if err != nil {
			return halt{Refuse, err, 0}
		}
		m.Counts.begin(first)
	}
	*r = run{tick: tick, value: next.Value, count: m.Counts.value(q.rollback)}
	r.n = min(n, q.left(&next))
	next.Used, next.Seen = true, max(next.Seen, now)
	if r.n < n && q.plain() {
		top := tick
		if q.overflow == OverflowBorrow && !behind {
			top = max(tick, min(add(now, q.lead), ceiling, q.last))
		}
		r.n = min(n, add(r.n, mul(top-tick, q.mask.Lo+1)))
	}
	q.skip(&next, r.n-1)
	m.Point = next
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

// plain reports whether the pairs form one line on which the sequence carries
// into the tick.
func (q *sequencer) plain() bool {
	return q.growth == GrowthNone && q.start.Rule != StartCarry && q.bits < 64
}

// wraps reports whether the sequence goes round in its range.
func (q *sequencer) wraps() bool {
	return q.growth == GrowthStride || q.growth == GrowthNone && q.start.Rule == StartCarry
}

// catchUp returns the tick to open at tick now: now itself, but for a waiter,
// which first fills the ticks that passed while it slept.
func (q *sequencer) catchUp(m *Mark, now uint64) uint64 {
	if q.waiting {
		q.backlog = now
	}
	if q.overflow != OverflowWait || !m.Used || m.Tick >= q.backlog {
		return now
	}
	tick := m.Tick + 1
	if now-tick > q.window {
		tick = now - q.window
	}
	return tick
}

// open starts a new tick: where its sequence begins is the start policy's
// matter.
func (q *sequencer) open(next *Point, m *Mark, tick uint64) error {
	next.Tick, next.Made = tick, 1
	var random uint64
	var err error
	switch {
	case q.growth != GrowthNone:
		if next.Value, err = q.drawWide(); err != nil {
			return err
		}
		if q.growth == GrowthStride {
			if q.stride, err = q.random.word(); err != nil {
				return err
			}
			q.stride |= 1
		}
	case !m.Used && q.first != nil:
		next.Value = Wide{Lo: *q.first}
	case q.start.Rule == StartRandom, q.start.Rule == StartCarry && !m.Used && q.drawFirst:
		if random, err = q.random.word(); err != nil {
			return err
		}
		next.Value = Wide{Lo: q.start.First(m.Base.Lo, random, random) & q.mask.Lo}
	case !m.Used:
		next.Value = Wide{}
	default:
		next.Value = Wide{Lo: q.start.First(m.Base.Lo, m.Value.Lo, 0) & q.mask.Lo}
	}
	next.Base = next.Value
	return nil
}

// advance moves to the next number of the same tick and reports whether there
// is one.
func (q *sequencer) advance(m *Point) (bool, error) {
	step := Wide{Lo: 1}
	switch q.growth {
	case GrowthRandom:
		v, err := q.random.word()
		if err != nil {
			return false, err
		}
		step.Lo = v>>32 + 1
	case GrowthStride:
		step.Lo = q.stride
	}
	var carry uint64
	var v Wide
	v.Lo, carry = bits.Add64(m.Value.Lo, step.Lo, 0)
	v.Hi, carry = bits.Add64(m.Value.Hi, 0, carry)
	if q.wraps() {
		if m.Made >= q.room() {
			return false, nil
		}
		v.Hi, v.Lo = v.Hi&q.mask.Hi, v.Lo&q.mask.Lo
	} else if carry != 0 || v.Hi > q.mask.Hi || v.Hi == q.mask.Hi && v.Lo > q.mask.Lo {
		return false, nil
	}
	m.Value = v
	m.Made = add(m.Made, 1)
	return true, nil
}

// left is how many identifiers the tick has room for, the present one included.
func (q *sequencer) left(m *Point) uint64 {
	if q.wraps() {
		return q.room() - m.Made + 1
	}
	lo, borrow := bits.Sub64(q.mask.Lo, m.Value.Lo, 0)
	hi, _ := bits.Sub64(q.mask.Hi, m.Value.Hi, borrow)
	if q.growth == GrowthRandom {
		hi, lo = hi>>32, hi<<32|lo>>32
	}
	if hi != 0 {
		return ^uint64(0)
	}
	return add(lo, 1)
}

// room is how many numbers the range has.
func (q *sequencer) room() uint64 {
	if q.bits >= 64 {
		return ^uint64(0)
	}
	return 1 << q.bits
}

// skip moves the mark n numbers on, within what reserve has found to be free.
// Where the random bits grow at random, fill moves it instead.
func (q *sequencer) skip(m *Point, n uint64) {
	switch {
	case n == 0 || q.growth == GrowthRandom:
	case q.growth == GrowthOne:
		var carry uint64
		m.Value.Lo, carry = bits.Add64(m.Value.Lo, n, 0)
		m.Value.Hi += carry
	case q.wraps():
		step := uint64(1)
		if q.growth == GrowthStride {
			step = q.stride
		}
		m.Value.Lo = (m.Value.Lo + n*step) & q.mask.Lo
		m.Made = add(m.Made, n)
	case q.bits == 64:
		m.Value.Lo += n
	default:
		end := m.Value.Lo + n
		if ticks := end >> q.bits; ticks > 0 {
			m.Tick += ticks
			m.Base = Wide{}
		}
		m.Value.Lo = end & q.mask.Lo
	}
}

// follow moves a run to its next identifier. Only random growth is decided here,
// and moves the mark.
func (q *sequencer) follow(r *run, at *Point) error {
	switch {
	case q.growth == GrowthRandom:
		if _, err := q.advance(at); err != nil {
			return err
		}
		r.value = at.Value
	case q.growth == GrowthOne:
		if r.value.Lo++; r.value.Lo == 0 {
			r.value.Hi++
		}
	case q.growth == GrowthStride:
		r.value.Lo = (r.value.Lo + q.stride) & q.mask.Lo
	case r.value.Lo != q.mask.Lo:
		r.value.Lo++
	default: // carry into the tick, or go round
		r.value.Lo = 0
		if !q.wraps() {
			r.tick++
		}
	}
	return nil
}

// drawWide returns a random number within the mask.
func (q *sequencer) drawWide() (Wide, error) {
	v, err := q.random.fill(ID{Mid: q.mask.Hi, Lo: q.mask.Lo})
	return Wide{v.Mid, v.Lo}, err
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
