package inspect

import (
	"slices"

	"idscope/gen"
)

// list is the trials of a plan that texts with one first byte can pass, best first.
type list struct {
	trials []uint8
	// Of 128 bits that one reader reads: the trials whose constants agree with the
	// version and the variant, by kindOf, and 1 more than the one that is sure to be
	// the answer, 0 for none.
	kinds [][]uint8
	sure  [1 << 7]uint8
}

// list returns the list of a first byte.
func (s *Streamer) list(p *plan, first byte) *list {
	if n := p.lists[first]; n != nil {
		return n
	}
	return s.newList(p, first)
}

func (s *Streamer) newList(p *plan, first byte) *list {
	n := &list{}
	readers := uint(0)
	for i := range p.trials {
		t := &p.trials[i]
		if t.starts[first] {
			n.trials = append(n.trials, uint8(i))
			readers |= 1 << t.place
		}
	}
	for _, other := range p.lists {
		if other != nil && slices.Equal(other.trials, n.trials) {
			n = other
			break
		}
	}
	if n.kinds == nil && readers&(1<<mostReaders-1) == 1 && p.readers[0].bits == 128 && !p.readers[0].swap && (p.crockford || p.uuid) {
		s.sortKinds(p, n)
	}
	p.lists[first] = n
	return n
}

// sortKinds sorts trials by the versions and variants of UUIDs that they agree with.
func (s *Streamer) sortKinds(p *plan, n *list) {
	kindMask := gen.ID{Mid: 0xf000, Lo: 7 << 61}
	n.kinds = make([][]uint8, 1<<7)
	for kind := range n.kinds {
		id := gen.ID{Mid: uint64(kind) >> 3 << 12, Lo: uint64(kind) << 61}
		for _, at := range n.trials {
			t := &p.trials[at]
			if mask := t.fixed.And(kindMask); t.reader < 0 || t.filled || id.And(mask) == t.want.And(mask) {
				n.kinds[kind] = append(n.kinds[kind], at)
			}
		}
		if len(n.kinds[kind]) == 0 {
			continue
		}
		best := n.kinds[kind][0]
		if t := &p.trials[best]; s.brief && t.reader >= 0 && t.later == 0 && !t.timed && !t.checked && t.fixed.And(kindMask) == t.fixed {
			n.sure[kind] = best + 1
		}
	}
}

// readerStarts returns the bytes that texts of a reader may begin with.
func (r *reader) readerStarts() *beginnings {
	symbols, fold := r.text.First(r.bits)
	if symbols == "" {
		return anyBeginning()
	}
	var b beginnings
	b.add(symbols, fold)
	return &b
}
