package check

// A chunk is small, as each partition of each kind has one that is part empty,
// and large enough to be read at full speed.
const chunkWords = 512

type chunk = [chunkWords]uint64

// Chunks are allocated by slabs, the first of 256 KiB, each twice the one
// before up to 32 MiB: so little work takes little memory, and much work gets
// large pages.
const (
	minChunks   = 128
	mostAtOnce  = 32 << 20 / (chunkWords * 8)
	hugeEnough  = 4 << 20 / (chunkWords * 8)
	chunkLimits = 1<<32 - 1
)

// An arena is the memory of one goroutine for records: chunks, up to a limit,
// taken one by one and given back all together. Chunks are numbered from 1, and
// linked in chains. What is allocated once is kept and used again.
type arena struct {
	chunks []*chunk
	next   []uint32 // of each chunk, the one that was filled before it; 0 ends
	used   int
	limit  int
}

// newArena returns an arena of about that many bytes.
func newArena(bytes int64) *arena {
	n := max(minChunks, bytes/(chunkWords*8+12)) // with a pointer and a link for each
	return &arena{limit: int(min(n, chunkLimits))}
}

// take returns a new chunk that is linked to the chunk before; 0 when the limit
// is reached.
func (a *arena) take(before uint32) uint32 {
	if a.used == a.limit {
		return 0
	}
	if a.used == len(a.chunks) {
		a.grow()
	}
	a.next[a.used] = before
	a.used++
	return uint32(a.used)
}

// grow allocates a slab.
func (a *arena) grow() {
	n := min(max(len(a.chunks), minChunks), mostAtOnce, a.limit-a.used)
	slab := make([]chunk, n)
	if n >= hugeEnough {
		preferLargePages(slab)
	}
	if cap(a.chunks) < a.used+n {
		size := min(2*(a.used+n), a.limit)
		a.chunks = append(make([]*chunk, 0, size), a.chunks...)
		a.next = append(make([]uint32, 0, size), a.next...)
	}
	for i := range slab {
		a.chunks = append(a.chunks, &slab[i])
	}
	a.next = a.next[:len(a.chunks)]
}

// chunk returns the words of chunk n.
func (a *arena) chunk(n uint32) *chunk { return a.chunks[n-1] }

// before returns the chunk that chunk n is linked to; 0 if to none.
func (a *arena) before(n uint32) uint32 { return a.next[n-1] }

// clear gives all chunks back.
func (a *arena) clear() { a.used = 0 }
