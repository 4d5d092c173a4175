package inspect

import (
	"slices"
	"sync/atomic"

	"idscope/gen"
)

// group is the checks of a table that texts with one first byte can pass, best first.
type group struct {
	checks  []*check
	numbers []*check // of those, what numbers may be
	twins   [][]int  // of each number, those above it that read the same kind of identifier in another way
	texts   []*check // patterns, and what has a prefix
	// The place of the one reader of 128 bits that all numbers are of, below 0 for none, and
	// the groups of the checks that agree with a version and a variant, by kindOf.
	reader int8
	kinds  *[1 << 7]atomic.Pointer[group]
	leads  []atomic.Pointer[lead] // of the numbers, where one is the best
}

// kindOf is the version of a UUID and the three bits that can be its variant.
func kindOf(id *gen.ID) uint64 { return id.Mid>>12&15<<3 | id.Lo>>61 }

// group returns the checks that the text of a scan may pass.
func (s *scan) group() *group {
	g := s.table.groups[s.text[0]].Load()
	if g == nil {
		g = s.table.newGroup(s.text[0])
	}
	if g.reader < 0 {
		return g
	}
	if s.known>>g.reader&1 == 0 {
		s.parse(g.reader)
	}
	if s.valid>>g.reader&1 == 0 {
		return g
	}
	kind := kindOf(&s.ids[g.reader])
	if k := g.kinds[kind].Load(); k != nil {
		return k
	}
	return g.newKind(kind)
}

func (t *table) newGroup(first byte) *group {
	g := &group{reader: -1}
	reader, readers := int8(-1), 0
	for i := range t.checks {
		if k := &t.checks[i]; k.starts[first] {
			g.checks = append(g.checks, k)
			if k.reader >= 0 && k.reader != reader {
				reader, readers = k.reader, readers+1
			}
		}
	}
	for i := range t.groups {
		if other := t.groups[i].Load(); other != nil && slices.Equal(other.checks, g.checks) {
			t.groups[first].Store(other)
			return other
		}
	}
	if readers == 1 && t.readers[reader].bits == 128 && !t.every {
		g.reader, g.kinds = reader, new([1 << 7]atomic.Pointer[group])
	}
	g.sort()
	t.groups[first].Store(g)
	return g
}

// sort finds the numbers among the checks.
func (g *group) sort() {
	for _, k := range g.checks {
		if k.reader < 0 {
			g.texts = append(g.texts, k)
			continue
		}
		if k.never() {
			continue
		}
		var twins []int
		for i, other := range g.numbers {
			if other.kind == k.kind && other.reader != k.reader {
				twins = append(twins, i)
			}
		}
		g.numbers, g.twins = append(g.numbers, k), append(g.twins, twins)
	}
	g.leads = make([]atomic.Pointer[lead], len(g.numbers))
}

// newKind returns the group of a version and a variant of UUIDs.
func (g *group) newKind(kind uint64) *group {
	mask := gen.ID{Mid: 0xf000, Lo: 7 << 61}
	id := gen.ID{Mid: kind >> 3 << 12, Lo: kind << 61}
	some := &group{reader: -1}
	for _, k := range g.checks {
		if fixed := k.fixed.And(mask); k.reader < 0 || k.filled || id.And(fixed) == k.want.And(fixed) {
			some.checks = append(some.checks, k)
		}
	}
	some.sort()
	g.kinds[kind].Store(some)
	return some
}
