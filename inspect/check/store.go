package check

import "idscope/gen"

// A store keeps the records of one goroutine that have one width, partition by
// partition: the last chunk of each in its tail, earlier ones linked to it.
type store struct {
	words int // of a record
	full  int // words of a chunk that hold whole records
	kinds *kinds
	tails [partitions]tail
	runs  []extents // what went to the file before
}

// A tail is the chunk of a partition that is being filled.
type tail struct {
	chunk *chunk
	n     uint32 // words used
	id    uint32 // in the arena; 0 is none
}

// newStore returns a store of records of that many words. Where k is grouped,
// records are plain words, Lo first, and those of one group share a partition.
func newStore(words int, k *kinds) *store {
	s := &store{words: words, full: chunkWords - chunkWords%words, kinds: k}
	s.clear()
	return s
}

// clear forgets all records in memory. A tail without chunk counts as full, so
// that adding to it asks for one.
func (s *store) clear() {
	for i := range s.tails {
		s.tails[i] = tail{n: uint32(s.full)}
	}
}

// add1 keeps an identifier of one word.
func (r *reader) add1(s *store, lo uint64) {
	h := mix(lo)
	t := &s.tails[h>>(64-partitionBits)]
	if t.n >= chunkWords {
		r.extend(s, t)
	}
	t.chunk[t.n%chunkWords] = h
	t.n++
}

// add2 keeps an identifier of two words.
func (r *reader) add2(s *store, mid, lo uint64) {
	h := mix(lo ^ mid*mixMid)
	t := &s.tails[h>>(64-partitionBits)]
	if t.n >= chunkWords {
		r.extend(s, t)
	}
	t.chunk[t.n%chunkWords] = h
	t.chunk[(t.n+1)%chunkWords] = mid
	t.n += 2
}

// add keeps an identifier of any width.
func (r *reader) add(s *store, id gen.ID, kind uint64) {
	h := hashOf(id, kind)
	record := [maxWords]uint64{h, id.Mid, id.Hi, kind}
	if s.kinds.grouped() {
		h = s.kinds.groupHash(id)
		record = [maxWords]uint64{id.Lo, id.Mid, id.Hi}
	}
	t := &s.tails[h>>(64-partitionBits)]
	if t.n >= uint32(s.full) {
		r.extend(s, t)
	}
	copy(t.chunk[t.n:], record[:s.words])
	t.n += uint32(s.words)
}

// extend gives a tail a new chunk. Where there is none left all records go to
// the file first; if that fails, r.err says so, and they are lost.
func (r *reader) extend(s *store, t *tail) {
	id := r.arena.take(t.id)
	if id == 0 {
		if err := r.spill(); err != nil && r.err == nil {
			r.err = err
		}
		id = r.arena.take(0)
	}
	*t = tail{chunk: r.arena.chunk(id), id: id}
}

// parts appends the filled parts of the chunks of partition p.
func (s *store) parts(a *arena, p int, to [][]uint64) [][]uint64 {
	t := &s.tails[p]
	if t.id == 0 {
		return to
	}
	to = append(to, t.chunk[:t.n])
	for id := a.before(t.id); id != 0; id = a.before(id) {
		to = append(to, a.chunk(id)[:s.full])
	}
	return to
}

// records is how many records partition p has, in memory and in the file.
func (s *store) records(a *arena, p int) int {
	t := &s.tails[p]
	var words int
	if t.id != 0 {
		words = int(t.n)
		for id := a.before(t.id); id != 0; id = a.before(id) {
			words += s.full
		}
	}
	for i := range s.runs {
		words += int(s.runs[i][p+1]-s.runs[i][p]) / 8
	}
	return words / s.words
}
