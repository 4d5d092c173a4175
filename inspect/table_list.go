package inspect

import (
	"slices"

	"idscope/gen"
)

// list is the checks of a table that texts with one first byte can pass, best first.
type list struct {
	checks []*check
	bits   uint64 // of the checks
	// Of 128 bits that one reader reads: the checks that agree with the version and
	// the variant, by kindOf; nil for others.
	kinds *[1 << 7][]*check
}

// kindOf is the version of a UUID and the three bits that can be its variant.
func kindOf(id *gen.ID) uint64 { return id.Mid>>12&15<<3 | id.Lo>>61 }

// list returns the list of the text's first byte.
func (s *scan) list() *list {
	if n := s.table.lists[s.text[0]].Load(); n != nil {
		return n
	}
	return s.table.newList(s.text[0])
}

// candidates returns the checks that the text of a scan may pass.
func (s *scan) candidates() []*check {
	n := s.list()
	if n.kinds != nil && s.valid&1 == 1 {
		return n.kinds[kindOf(&s.ids[0])]
	}
	return n.checks
}

func (t *table) newList(first byte) *list {
	n := &list{}
	numbers := uint(0)
	for i := range t.checks {
		if k := &t.checks[i]; k.starts[first] {
			n.checks = append(n.checks, k)
			n.bits |= k.bit
			if k.reader >= 0 {
				numbers |= 1 << k.reader
			}
		}
	}
	for i := range t.lists {
		if other := t.lists[i].Load(); other != nil && slices.Equal(other.checks, n.checks) {
			n = other
			break
		}
	}
	if n.kinds == nil && numbers == 1 && (t.crockford || t.shape.uuid) && !t.every {
		n.kinds = t.kinds(n.checks)
	}
	t.lists[first].Store(n)
	return n
}

// kinds sorts checks by the versions and variants of UUIDs that they agree with.
func (t *table) kinds(checks []*check) *[1 << 7][]*check {
	mask := gen.ID{Mid: 0xf000, Lo: 7 << 61}
	kinds := new([1 << 7][]*check)
	for kind := range kinds {
		id := gen.ID{Mid: uint64(kind) >> 3 << 12, Lo: uint64(kind) << 61}
		for _, k := range checks {
			if fixed := k.fixed.And(mask); k.reader < 0 || k.filled || id.And(fixed) == k.want.And(fixed) {
				kinds[kind] = append(kinds[kind], k)
			}
		}
	}
	return kinds
}
