package check

import (
	"math"

	"idscope/gen"
)

// A chunk holds records of one partition. It is small, as each partition of each
// store has one that is part empty, and large enough to be read at full speed.
type chunk [chunkWords]uint64

const (
	chunkWords = 512
	minChunks  = 128
	mostAtOnce = 32 << 20 / (8 * chunkWords)
)

// A memory is what one goroutine keeps records in: chunks, up to a limit, taken
// one by one and given back all together. They are numbered from 1, and linked in
// chains. They are allocated by slabs, each as large as all before, and used again.
type memory struct {
	chunks []*chunk
	before []uint32 // of each chunk, the one that was filled before it; 0 ends
	used   int
	limit  int
}

// newMemory returns a memory of about so many bytes.
func newMemory(bytes int64) *memory {
	n := max(minChunks, bytes/(8*chunkWords+12)) // with a pointer and a link for each
	return &memory{limit: int(min(n, math.MaxUint32))}
}

// take returns a new chunk that is linked to the chunk before; 0 when the limit is
// reached.
func (m *memory) take(before uint32) uint32 {
	if m.used == m.limit {
		return 0
	}
	if m.used == len(m.chunks) {
		slab := make([]chunk, min(max(m.used, minChunks), mostAtOnce, m.limit-m.used))
		preferLargePages(slab)
		for i := range slab {
			m.chunks = append(m.chunks, &slab[i])
		}
		m.before = append(m.before, make([]uint32, len(slab))...)
	}
	m.before[m.used] = before
	m.used++
	return uint32(m.used)
}

// A store keeps the records of one goroutine that have one width, partition by
// partition: in chunks, and what went to the file before.
type store struct {
	words   int    // of a record
	full    uint32 // words of a chunk that hold whole records
	seq     *sequence
	tails   [partitions]tail
	spilled []extents
}

// A tail is the chunk of a partition that is being filled.
type tail struct {
	chunk *chunk
	n     uint32 // words used
	id    uint32 // of the chunk; 0 is none
}

// newStore returns an empty store.
func newStore(words int, seq *sequence) *store {
	s := &store{words: words, full: uint32(chunkWords - chunkWords%words), seq: seq}
	s.clear()
	return s
}

// clear forgets all records in memory. A tail without chunk counts as full.
func (s *store) clear() {
	for i := range s.tails {
		s.tails[i] = tail{n: chunkWords}
	}
}

// keep keeps an identifier in a store; tag is its kind where the store has several.
func (r *reader) keep(s *store, id gen.ID, tag uint64) {
	hash := hashOf(id, tag)
	first, second, third := hash, id.Mid, id.Hi
	if s.seq != nil {
		key := s.seq.key(id)
		hash = hashOf(key.And(s.seq.group), 0)
		switch s.words {
		case 1:
			first = key.Lo
		case 2:
			first, second = key.Mid, key.Lo
		default:
			first, second, third = key.Hi, key.Mid, key.Lo
		}
	}
	t := &s.tails[hash>>(64-partitionBits)]
	if t.n >= s.full {
		r.extend(s, t)
	}
	to, n := t.chunk, t.n
	to[n%chunkWords] = first
	if t.n += uint32(s.words); s.words > 1 {
		to[(n+1)%chunkWords] = second
	}
	if s.words > 2 {
		to[(n+2)%chunkWords] = third
	}
	if s.words > 3 {
		to[(n+3)%chunkWords] = tag
	}
}

// extend gives a tail a new chunk. Where there is none left all records go to
// the file first; if that fails, r.err says so, and they are lost.
func (r *reader) extend(s *store, t *tail) {
	id := r.memory.take(t.id)
	if id == 0 {
		if err := r.spill(); err != nil && r.err == nil {
			r.err = err
		}
		id = r.memory.take(0)
	}
	*t = tail{chunk: r.memory.chunks[id-1], id: id}
}

// parts appends the filled parts of the chunks of partition p.
func (s *store) parts(m *memory, p int, to [][]uint64) [][]uint64 {
	t := s.tails[p]
	for n, id := t.n, t.id; id != 0; n, id = s.full, m.before[id-1] {
		to = append(to, m.chunks[id-1][:n])
	}
	return to
}

// size is how many words partition p has, in memory and in the file.
func (s *store) size(m *memory, p int) (words int) {
	t := s.tails[p]
	for n, id := t.n, t.id; id != 0; n, id = s.full, m.before[id-1] {
		words += int(n)
	}
	for i := range s.spilled {
		words += int(s.spilled[i][p+1]-s.spilled[i][p]) / 8
	}
	return words
}
