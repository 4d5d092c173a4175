package check

import (
	"slices"

	"idscope/gen"
)

// A series sorts the identifiers of a partition of a scheme with a sequence.
// Those of one word, of a plain layout, are sorted as such: five times as fast.
type series struct {
	words   []uint64
	ids     []gen.ID
	surplus map[gen.ID]int64 // lines of identifiers that stand once in the above
}

// sequences compares a partition of the store of a scheme with a sequence. The
// identifiers of one worker and tick are in memory at once, each once.
func (c *comparer) sequences(p, passes int) error {
	for pass := range passes {
		s := &c.series
		s.words, s.ids, s.surplus = s.words[:0], s.ids[:0], nil
		room := max(c.room/4, 256)
		err := c.visit(kindAs, p, func(part []uint64) {
			if passes > 1 {
				part = c.share(part, c.kinds.words[kindAs], pass, passes)
			}
			s.add(part, c.kinds)
			if n := len(s.words) + 3*len(s.ids); n > room {
				s.fold(c.kinds.seq)
				room = max(room, 2*(len(s.words)+3*len(s.ids)))
			}
		})
		if err != nil {
			return err
		}
		s.fold(c.kinds.seq)
		c.walk()
	}
	return nil
}

// add appends records.
func (s *series) add(part []uint64, k *kinds) {
	words := k.words[kindAs]
	if words == 1 && k.seq.plain {
		s.words = append(s.words, part...)
		return
	}
	for ; len(part) >= words; part = part[words:] {
		s.ids = append(s.ids, plainID(part[:words]))
	}
}

// fold sorts, and leaves each identifier once.
func (s *series) fold(q *sequence) {
	slices.Sort(s.words)
	slices.SortFunc(s.ids, q.compare)
	s.words = once(s.words, func(w uint64) { s.repeat(gen.FromUint64(w)) })
	s.ids = once(s.ids, s.repeat)
}

func (s *series) repeat(id gen.ID) {
	if s.surplus == nil {
		s.surplus = map[gen.ID]int64{}
	}
	s.surplus[id]++
}

// once is slices.Compact that tells of what it takes out.
func once[T comparable](list []T, extra func(T)) []T {
	kept := list[:0]
	for i, v := range list {
		if i > 0 && v == list[i-1] {
			extra(v)
			continue
		}
		kept = append(kept, v)
	}
	return kept
}

// walk takes duplicates and gaps from what is folded.
func (c *comparer) walk() {
	s, q := &c.series, c.kinds.seq
	for id, n := range s.surplus {
		c.found.add(c.kinds.get(kindAs), id, n+1)
	}
	var at run
	see := func(id gen.ID) {
		group, number := id.And(q.group), q.number.value(id)
		if at.different > 0 && group == at.group {
			at.next(number)
			return
		}
		c.end(&at)
		at = run{group: group, first: number, last: number, different: 1}
	}
	for _, w := range s.words {
		see(gen.FromUint64(w))
	}
	for _, id := range s.ids {
		see(id)
	}
	c.end(&at)
}

// end counts the gaps of a run.
func (c *comparer) end(r *run) {
	if r.different == 0 {
		return
	}
	if n := r.missing(c.kinds.seq); n > 0 {
		if c.found.gaps == nil {
			c.found.gaps = &Gaps{}
		}
		c.found.gaps.add(1, n)
	}
}
