package check

import (
	"fmt"
	"math"
	"slices"

	"idscope/gen"
)

// A sequence is how a scheme numbers the identifiers of a worker and tick.
type sequence struct {
	codec *gen.Codec // in which the bits that are of neither are those of one source
	group gen.ID     // the bits that are the same in those
	start gen.StartRule
	top   uint64 // the highest number
	plain bool   // the order of the integers is that of groups, then numbers

	bits     uint // of a number
	restBits uint // of neither
}

func newSequence(s *gen.Scheme, codec *gen.Codec) (*sequence, error) {
	width, layout, rest := s.Layout.Width(gen.Seq), slices.Clone(s.Layout), 0
	for i := range slices.Backward(layout) {
		switch f := &layout[i]; f.Source {
		case gen.Time, gen.Worker, gen.Rollback, gen.Seq, gen.Const:
		default:
			f.Source, f.From, f.Value = gen.Random, rest, 0
			rest += f.Bits
		}
	}
	joined, err := layout.Compile()
	if err != nil {
		return nil, fmt.Errorf("scheme %s: %w", s.Name, err)
	}
	return &sequence{
		codec: joined,
		group: codec.Mask(gen.Time).Or(codec.Mask(gen.Worker)).Or(codec.Mask(gen.Rollback)),
		start: s.Start.Rule,
		top:   gen.Mask(width).Lo,
		plain: codec.Size() <= 64 && plainSequence(s.Layout),
		bits:  uint(width), restBits: uint(rest),
	}, nil
}

// number is the number of an identifier.
func (q *sequence) number(id gen.ID) uint64 { return q.codec.Source(id, gen.Seq).Lo }

// plainSequence reports whether all that makes a group stands above the number,
// which is in one piece, and nothing else does.
func plainSequence(l gen.Layout) bool {
	left := l.Width(gen.Seq)
	began := false
	for _, f := range l {
		switch f.Source {
		case gen.Const:
		case gen.Seq:
			if began = true; f.From+f.Bits != left {
				return false
			}
			left -= f.Bits
		case gen.Time, gen.Worker, gen.Rollback:
			if began {
				return false
			}
		default:
			if left > 0 {
				return false
			}
		}
	}
	return true
}

// grouped reports whether records are partitioned by group, so that gaps in
// their sequence can be seen.
func (k *kinds) grouped() bool { return k.seq != nil }

// groupHash is the hash that all of a group have.
func (k *kinds) groupHash(id gen.ID) uint64 { return hashOf(id.And(k.seq.group), 0) }

// plainID reads a record of a grouped store.
func plainID(record []uint64) gen.ID {
	var w [maxWords]uint64
	copy(w[:], record)
	return gen.ID{Lo: w[0], Mid: w[1], Hi: w[2]}
}

// newGaps returns the sum that k asks for; nil if none.
func newGaps(k *kinds) *Gaps {
	if !k.grouped() {
		return nil
	}
	return &Gaps{}
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

// next adds a number.
func (r *run) next(number uint64) {
	if gap := number - r.last; gap > 0 {
		r.different++
		r.widest = max(r.widest, gap-1)
		r.last = number
	}
}

// missing is how many numbers of the run are; none of a run that has none.
func (r *run) missing(s *sequence) uint64 {
	if r.different == 0 {
		return 0
	}
	between := r.last - r.first - (r.different - 1)
	switch s.start {
	case gen.StartZero:
		return between + r.first
	case gen.StartCarry: // the run may go round: one gap is outside
		around := s.top - (r.last - r.first)
		if r.widest > around {
			return between - r.widest + around
		}
	}
	return between
}
