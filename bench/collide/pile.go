package collide

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"idscope/gen"
)

// pile keeps identifiers that differ in random bits, in blocks, each of which is sorted
// and counted when nothing can fall into it any more: of a scheme with a time those of
// some ticks, else those of one hash.
type pile interface {
	add(id gen.ID, tick uint64) error
	forget(below uint64)
	bytes() int64
	// count forgets all and returns what was found.
	count() (duplicates, pairs uint64)
}

// blocks is a pile whose identifiers are kept as K.
type blocks[K comparable] struct {
	key     func(gen.ID) K
	compare func(a, b K) int
	size    int64 // bytes of a K
	bits    int   // of the ticks of a block; -1 where there is no time
	room    int   // identifiers to expect in a block
	blocks  map[uint64]*[]K
	last    *[]K
	index   uint64 // of last
	floor   uint64
	held    int64 // bytes

	duplicates, pairs uint64
}

const (
	blockIDs  = 256 // identifiers of a block, about, of those asked for in turn
	blockSize = 100 // bytes of a block beside its identifiers
)

func newPile(c *Config) pile {
	switch keySize(c.Scheme) {
	case 8:
		return newBlocks(c, func(id gen.ID) uint64 { return id.Lo }, cmp.Compare[uint64])
	case 16:
		return newBlocks(c, func(id gen.ID) [2]uint64 { return [2]uint64{id.Mid, id.Lo} }, func(a, b [2]uint64) int {
			if d := cmp.Compare(a[1], b[1]); d != 0 {
				return d
			}
			return cmp.Compare(a[0], b[0])
		})
	}
	return newBlocks(c, func(id gen.ID) gen.ID { return id }, gen.ID.Cmp)
}

func newBlocks[K comparable](c *Config, key func(gen.ID) K, compare func(a, b K) int) pile {
	b := &blocks[K]{key: key, compare: compare, size: int64(keySize(c.Scheme)), bits: -1, blocks: map[uint64]*[]K{}}
	if c.Scheme.Timed() {
		ticks := blockIDs / (c.Rate * c.Scheme.Timeline().Span(1).Seconds())
		b.bits = int(min(40, max(8, math.Ceil(math.Log2(ticks)))))
		return b
	}
	mean := c.total() / 256 // of a byte of hash; the count of one is no more than six deviations above it
	b.room = int(mean+6*math.Sqrt(mean)) + 4
	return b
}

func (b *blocks[K]) add(id gen.ID, tick uint64) error {
	index := tick >> (b.bits & 63)
	if b.bits < 0 {
		index = (id.Lo ^ id.Mid ^ id.Hi) * 0x9e3779b97f4a7c15 >> 56
	}
	if b.last == nil || b.index != index {
		if index < b.floor {
			return errForgotten
		}
		if b.last = b.blocks[index]; b.last == nil {
			list := make([]K, 0, b.room)
			b.last = &list
			b.blocks[index] = b.last
			b.held += blockSize + int64(b.room)*b.size
		}
		b.index = index
	}
	before := cap(*b.last)
	*b.last = append(*b.last, b.key(id))
	b.held += int64(cap(*b.last)-before) * b.size
	return nil
}

func (b *blocks[K]) bytes() int64 { return b.held }

// forget counts and drops the blocks that lie wholly below a tick.
func (b *blocks[K]) forget(below uint64) {
	if b.bits < 0 {
		return
	}
	b.floor = max(b.floor, below>>b.bits)
	for index, list := range b.blocks {
		if index < b.floor {
			duplicates, pairs := equal(*list, b.compare)
			b.duplicates, b.pairs = b.duplicates+duplicates, b.pairs+pairs
			b.held -= blockSize + int64(cap(*list))*b.size
			delete(b.blocks, index)
			b.last = nil
		}
	}
}

func (b *blocks[K]) count() (duplicates, pairs uint64) {
	var left [][]K
	for _, list := range b.blocks {
		left = append(left, *list)
	}
	b.blocks, b.last = nil, nil
	var more, morePairs atomic.Uint64
	share(len(left), func(i int) {
		d, p := equal(left[i], b.compare)
		more.Add(d)
		morePairs.Add(p)
	})
	return b.duplicates + more.Load(), b.pairs + morePairs.Load()
}

// few is up to how many identifiers are compared each with each.
const few = 24

// equal finds equal identifiers, whose order it may change.
func equal[K comparable](ids []K, compare func(a, b K) int) (duplicates, pairs uint64) {
	if len(ids) > few {
		slices.SortFunc(ids, compare)
		same := uint64(0)
		for i := 1; i < len(ids); i++ {
			if ids[i] != ids[i-1] {
				same = 0
				continue
			}
			same++
			duplicates++
			pairs += same
		}
		return duplicates, pairs
	}
	for i := 1; i < len(ids); i++ {
		same := uint64(0)
		for j := range i {
			if ids[j] == ids[i] {
				same++
			}
		}
		duplicates += min(same, 1)
		pairs += same
	}
	return duplicates, pairs
}

// share does n jobs with all cores.
func share(n int, job func(i int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				job(i)
			}
		})
	}
	all.Wait()
}
