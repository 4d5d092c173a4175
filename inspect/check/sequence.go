package check

import (
	"math"

	"idscope/gen"
)

// A sequence is how a scheme numbers the identifiers of a worker and tick. Its
// key of an identifier is the same bits in another order: those of worker and tick
// first, then the number, then the rest; constants are left out.
type sequence struct {
	moves []move
	fixed gen.ID // the constants
	group gen.ID // the bits of a key that are of worker and tick
	start gen.StartRule
	least uint64 // lower numbers are never missing
	top   uint64 // the highest number
	rest  uint   // bits below the number
	bits  int    // of a key
}

// A move is bits that change their place together.
type move struct {
	mask        gen.ID // in the identifier
	left, right uint   // shifts, of which one is 0
}

func newSequence(s *gen.Scheme, codec *gen.Codec) *sequence {
	fixed, _ := codec.Pack(make([]gen.ID, len(s.Layout))) // zeros fit every field
	q := &sequence{fixed: fixed, start: s.Start.Rule, least: s.Skipped}
	width := s.Layout.Width(gen.Seq)
	group, rest := 0, 0 // bits
	for _, f := range s.Layout {
		switch f.Source {
		case gen.Const, gen.Seq:
		case gen.Time, gen.Worker, gen.Rollback:
			group += f.Bits
		default:
			rest += f.Bits
		}
	}
	q.top, q.rest, q.bits = gen.Mask(width).Lo, uint(rest), group+width+rest
	q.group = gen.Mask(group).Shl(uint(width + rest))
	above, below := q.bits, rest
	for i, f := range s.Layout {
		switch f.Source {
		case gen.Const:
		case gen.Seq:
			q.move(f, codec.LSB(i), rest+f.From)
		case gen.Time, gen.Worker, gen.Rollback:
			above -= f.Bits
			q.move(f, codec.LSB(i), above)
		default:
			below -= f.Bits
			q.move(f, codec.LSB(i), below)
		}
	}
	return q
}

// move notes where a field of an identifier is in its key.
func (q *sequence) move(f gen.Field, from, to int) {
	m := move{f.Max().Shl(uint(from)), uint(max(0, to-from)), uint(max(0, from-to))}
	for i := range q.moves {
		if other := &q.moves[i]; other.left == m.left && other.right == m.right {
			other.mask = other.mask.Or(m.mask)
			return
		}
	}
	q.moves = append(q.moves, m)
}

// key returns the key of an identifier.
func (q *sequence) key(id gen.ID) (key gen.ID) {
	for i := range q.moves {
		m := &q.moves[i]
		bits := id.And(m.mask)
		if m.left|m.right != 0 { // most fields stay where they are
			bits = bits.Shl(m.left).Shr(m.right)
		}
		key = key.Or(bits)
	}
	return key
}

// restore inverts key.
func (q *sequence) restore(key gen.ID) gen.ID {
	id := q.fixed
	for _, m := range q.moves {
		id = id.Or(key.Shl(m.right).Shr(m.left).And(m.mask))
	}
	return id
}

// number returns the number in a key.
func (q *sequence) number(key gen.ID) uint64 { return key.Shr(q.rest).Lo & q.top }

// keyOf returns the key that a record is.
func keyOf(record []uint64) (key gen.ID) {
	for _, w := range record {
		key = gen.ID{Hi: key.Mid, Mid: key.Lo, Lo: w}
	}
	return key
}

// add counts numbers that are missing in so many ticks; the sum stays at its
// highest.
func (g *Gaps) add(ticks int64, missing uint64) {
	g.Ticks += ticks
	g.Missing += min(missing, math.MaxUint64-g.Missing)
}

// A run is the numbers of one group, in their order.
type run struct {
	group             gen.ID
	first, last       uint64
	different, widest uint64 // numbers; of the gaps between them the widest
}

// see takes the next key; where that is of another group, what the one before it
// misses goes to gaps.
func (r *run) see(q *sequence, key gen.ID, gaps *Gaps) {
	group, number := key.And(q.group), q.number(key)
	if number < q.least {
		return
	}
	if r.different == 0 || group != r.group {
		r.end(q, gaps)
		*r = run{group: group, first: number, last: number, different: 1}
		return
	}
	if gap := number - r.last; gap > 0 {
		r.different++
		r.widest = max(r.widest, gap-1)
		r.last = number
	}
}

// end adds what the run misses to gaps, and empties it.
func (r *run) end(q *sequence, gaps *Gaps) {
	if n := r.missing(q); n > 0 {
		gaps.add(1, n)
	}
	*r = run{}
}

// missing is how many numbers of the run are; none of a run that has none.
func (r *run) missing(q *sequence) uint64 {
	if r.different == 0 {
		return 0
	}
	between := r.last - r.first - (r.different - 1)
	switch q.start {
	case gen.StartZero:
		return between + r.first - q.least
	case gen.StartCarry: // the run may go round: one gap is outside
		around := q.top - (r.last - r.first)
		if r.widest > around {
			return between - r.widest + around
		}
	}
	return between
}
