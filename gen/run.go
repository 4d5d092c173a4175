package gen

import "math/bits"

// run is a reservation of n identifiers, the first of which is (tick, value).
// Unless the random bits grow at random, the following ones are known from it.
type run struct {
	tick  uint64
	value Wide
	n     uint64
	count uint64 // rollback count
}

// extend makes a reservation of one as long as the tick has room for, and where
// the sequence may carry the lead, or the ticks that passed while it was waited for
// one; at most n.
func (q *sequencer) extend(p *Point, now, n, ceiling uint64, behind bool, r *run) {
	r.n = min(n, q.left(p))
	if r.n < n && q.plain && p.Value.Lo >= p.Base.Lo { // else the tick is used above, up to its end
		top := p.Tick
		switch {
		case behind:
		case q.overflow == OverflowBorrow:
			top = max(top, min(add(now, q.lead), ceiling, q.last))
		case q.overflow == OverflowWait && q.start.Rule <= StartZero: // what a waiter slept through, in one piece
			top = max(top, min(q.backlog, now, ceiling, q.last))
		}
		r.n = min(n, add(r.n, mul(top-p.Tick, q.mask.Lo+1)))
	}
	r.n = min(r.n, ^p.Value.Lo) // of a demand beyond all reason: skip adds it to the value
	q.skip(p, r.n-1)
}

// ahead is how many ticks later than the next one to come a caller who wants n
// identifiers may be woken: he fills what passes meanwhile, as far as the window
// allows with room for a late waking, and has the last of them no later.
func (q *sequencer) ahead(n uint64) uint64 {
	if q.growth != GrowthNone || n == 0 || q.bits >= 64 {
		return 0
	}
	return min((n-1)>>q.bits, q.window/2)
}

// left is how many identifiers the tick has room for, the present one included.
func (q *sequencer) left(p *Point) uint64 {
	if q.wraps {
		return add(q.mask.Lo-(p.Value.Lo-p.Base.Lo)*inverse(p.Step)&q.mask.Lo, 1)
	}
	if q.growth == GrowthNone && p.Value.Lo < p.Base.Lo { // an earlier call went round
		return p.Base.Lo - p.Value.Lo
	}
	lo, borrow := bits.Sub64(q.mask.Lo, p.Value.Lo, 0)
	hi, _ := bits.Sub64(q.mask.Hi, p.Value.Hi, borrow)
	if q.growth == GrowthRandom {
		hi, lo = hi>>32, hi<<32|lo>>32
	}
	if hi != 0 {
		return ^uint64(0)
	}
	return add(lo, 1)
}

// inverse returns the number whose product with an odd step is 1, modulo 2^64.
func inverse(step uint64) uint64 {
	x := step // right in its lowest 3 bits; each round doubles them
	for range 5 {
		x *= 2 - step*x
	}
	return x
}

// skip moves the mark n numbers on, within what extend has found to be free.
// Where the random bits grow at random, follow moves it instead.
func (q *sequencer) skip(p *Point, n uint64) {
	switch {
	case n == 0 || q.growth == GrowthRandom:
	case q.growth == GrowthOne:
		var carry uint64
		p.Value.Lo, carry = bits.Add64(p.Value.Lo, n, 0)
		p.Value.Hi += carry
	case q.wraps:
		p.Value.Lo = (p.Value.Lo + n*p.Step) & q.mask.Lo
	case q.bits == 64:
		p.Value.Lo += n
	default:
		end := p.Value.Lo + n
		if ticks := end >> q.bits; ticks > 0 {
			p.Tick += ticks
			p.Base = Wide{}
		}
		p.Value.Lo = end & q.mask.Lo
	}
}

// follow moves a run to its next identifier. Only random growth is decided here,
// and moves the mark.
func (q *sequencer) follow(r *run, at *Point) error {
	switch {
	case q.growth == GrowthRandom:
		value, _, err := q.next(at)
		if err != nil {
			return err
		}
		r.value, at.Value = value, value
	case q.growth == GrowthOne:
		if r.value.Lo++; r.value.Lo == 0 {
			r.value.Hi++
		}
	case q.wraps:
		r.value.Lo = (r.value.Lo + at.Step) & q.mask.Lo
	case r.value.Lo != q.mask.Lo:
		r.value.Lo++
	default: // carry into the tick
		r.tick, r.value.Lo = r.tick+1, 0
	}
	return nil
}
