package sequence

import "math/bits"

// Run is a reservation of N identifiers under one rollback count, of which the
// first has Value in Tick. Each next one has the next number: of a sequence that is
// 1 more, and where it is used up it goes on with 0, of the same tick where the
// start rule is carry, else of the next.
type Run struct {
	Tick  uint64
	Value Wide
	N     uint64
	Count uint64 // the rollback count, 0 where there is none
}

// extend makes a reservation of one as long as the tick has room for, and where
// the sequence may carry the lead, or the ticks that passed while it was waited for
// one; at most n.
func (q *Sequencer) extend(p *Point, now, n, ceiling uint64, behind bool, r *Run) {
	r.N = min(n, q.left(p))
	if r.N < n && q.carries && p.Value.Lo >= p.Base.Lo { // else the tick is used above, up to its end
		top := p.Tick
		switch {
		case behind:
		case q.Overflow == OverflowBorrow:
			top = max(top, min(add(now, q.Lead), ceiling, q.Last))
		case q.Overflow == OverflowWait && q.Start.Rule <= StartZero: // what a waiter slept through, in one piece
			top = max(top, min(q.backlog, now, ceiling, q.Last))
		}
		r.N = min(n, add(r.N, mul(top-p.Tick, q.mask.Lo+1)))
	}
	if q.Last == 0 {
		r.N = min(r.N, add(ceiling-p.Value.Lo, 1))
	}
	r.N = min(r.N, max(1, ^p.Value.Lo)) // of a demand beyond all reason: skip adds it to the value
	q.skip(p, r.N-1)
}

// Ahead is how many ticks later than the next one to come a caller who wants n
// identifiers may be woken: he fills what passes meanwhile, as far as the window
// allows with room for a late waking, and has the last of them no later.
func (q *Sequencer) Ahead(n uint64) uint64 {
	if q.Growth != GrowthNone || n == 0 || q.Bits >= 64 {
		return 0
	}
	most := q.Window / 2
	if q.Overflow != OverflowWait { // what passes beyond the lead is lost
		most = min(most, q.Lead)
	}
	return min((n-1)>>q.Bits, most)
}

// left is how many identifiers the tick has room for, the present one included.
func (q *Sequencer) left(p *Point) uint64 {
	if q.round {
		return add(q.mask.Lo-(p.Value.Lo-p.Base.Lo)*inverse(p.Step)&q.mask.Lo, 1)
	}
	if q.Growth == GrowthNone && p.Value.Lo < p.Base.Lo { // an earlier call went round
		return p.Base.Lo - p.Value.Lo
	}
	lo, borrow := bits.Sub64(q.mask.Lo, p.Value.Lo, 0)
	hi, _ := bits.Sub64(q.mask.Hi, p.Value.Hi, borrow)
	if q.Growth == GrowthRandom {
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
// Where the random bits grow at random, Follow moves it instead.
func (q *Sequencer) skip(p *Point, n uint64) {
	switch {
	case n == 0 || q.Growth == GrowthRandom:
	case q.Growth == GrowthOne:
		var carry uint64
		p.Value.Lo, carry = bits.Add64(p.Value.Lo, n, 0)
		p.Value.Hi += carry
	case q.round:
		p.Value.Lo = (p.Value.Lo + n*p.Step) & q.mask.Lo
	case q.Bits == 64:
		p.Value.Lo += n
	default:
		end := p.Value.Lo + n
		if ticks := end >> q.Bits; ticks > 0 {
			p.Tick += ticks
			p.Base = Wide{}
		}
		p.Value.Lo = end & q.mask.Lo
	}
}

// Follow takes the first n identifiers off a run: at most [Sequencer.Straight]. Random growth is
// decided here, unless the run ends, and moves the mark at; a stride is that of the mark.
func (q *Sequencer) Follow(r *Run, n uint64, at *Point) error {
	switch {
	case q.Growth <= GrowthOne:
		q.Split(r, n)
		return nil
	case q.Growth == GrowthStride:
		r.Value.Lo = (r.Value.Lo + at.Step) & q.mask.Lo
	case r.N > 1:
		value, _, err := q.next(at)
		if err != nil {
			return err
		}
		r.Value, at.Value = value, value
	}
	r.N--
	return nil
}

// Straight is how many identifiers of a run, from its first on, are of one tick and
// have values that follow each other by 1; it is 1 where each is drawn, or strides.
func (q *Sequencer) Straight(r *Run) uint64 {
	switch {
	case q.Growth == GrowthNone && r.N > 0:
		return min(r.N-1, q.mask.Lo-r.Value.Lo) + 1
	case q.Growth == GrowthOne:
		return r.N
	}
	return min(r.N, 1)
}

// Split takes the first n identifiers off a run, all if it has fewer, and returns
// them as one of their own. Only runs of numbers that follow each other by 1 are
// split.
func (q *Sequencer) Split(r *Run, n uint64) Run {
	first := *r
	first.N = min(n, r.N)
	r.N -= first.N
	var carry uint64
	r.Value.Lo, carry = bits.Add64(r.Value.Lo, first.N, 0)
	r.Value.Hi += carry
	if q.Growth == GrowthNone {
		if q.carries {
			r.Tick += r.Value.Lo >> q.Bits
		}
		r.Value = Wide{Lo: r.Value.Lo & q.mask.Lo}
	}
	return first
}
