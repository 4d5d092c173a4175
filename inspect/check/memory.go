package check

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"sync"

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
		r.extend(t)
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
func (r *reader) extend(t *tail) {
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

// ErrNoPlace is what the error of a temporary file that cannot be written wraps.
var ErrNoPlace = errors.New("no place for what exceeds the memory")

// tempDir is a private directory that is made when it is first needed.
type tempDir struct {
	parent string

	mu    sync.Mutex
	path  string
	files []*os.File
}

// file makes a new file in the directory.
func (d *tempDir) file() (*os.File, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.path == "" {
		path, err := os.MkdirTemp(d.parent, "idscope-check-")
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrNoPlace, err)
		}
		d.path = path
	}
	f, err := os.CreateTemp(d.path, "run-")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoPlace, err)
	}
	d.files = append(d.files, f)
	return f, nil
}

// remove closes the files and takes the directory away.
func (d *tempDir) remove() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, f := range d.files {
		f.Close()
	}
	if d.path != "" {
		os.RemoveAll(d.path)
	}
}

// extents are where the partitions of a store begin in a file, in bytes; the last
// one is the end. What is in memory goes there at once, partition after partition,
// so each can be read in one piece.
type extents [partitions + 1]int64

// runFile is the file of one goroutine.
type runFile struct {
	temp *tempDir
	file *os.File
	end  int64    // of all, the buffer included
	buf  []uint64 // what is not written yet
}

// bufferWords is how much is written at once.
const bufferWords = 128 << 10

// append writes words at the end, through the buffer.
func (f *runFile) append(ctx context.Context, words []uint64) error {
	if f.buf == nil {
		f.buf = make([]uint64, 0, bufferWords)
	}
	if len(f.buf)+len(words) > cap(f.buf) {
		if err := f.flush(ctx); err != nil {
			return err
		}
	}
	f.buf = append(f.buf, words...)
	f.end += int64(8 * len(words))
	return nil
}

// flush empties the buffer to the file.
func (f *runFile) flush(ctx context.Context) error {
	err := ctx.Err()
	if err == nil && f.file == nil {
		f.file, err = f.temp.file()
	}
	if err != nil {
		return err
	}
	if _, err := f.file.WriteAt(bytesOf(f.buf), f.end-int64(8*len(f.buf))); err != nil {
		return fmt.Errorf("%w: %w", ErrNoPlace, err)
	}
	f.buf = f.buf[:0]
	return nil
}

// read fills words with what begins at a byte.
func (f *runFile) read(words []uint64, at int64) error {
	if _, err := f.file.ReadAt(bytesOf(words), at); err != nil {
		return fmt.Errorf("temporary file of what exceeds the memory: %w", err)
	}
	return nil
}

// spill writes all records in memory to the file, and forgets them.
func (r *reader) spill() (err error) {
	for _, s := range r.stores {
		if s == nil {
			continue
		}
		var at extents
		for p := range partitions {
			at[p] = r.file.end
			r.pieces = s.parts(r.memory, p, r.pieces[:0])
			for _, piece := range r.pieces {
				if err == nil {
					err = r.file.append(r.ctx, piece)
				}
			}
		}
		at[partitions] = r.file.end
		s.spilled = append(s.spilled, at)
		s.clear()
	}
	r.memory.used = 0
	if err == nil {
		err = r.file.flush(r.ctx)
	}
	return err
}
