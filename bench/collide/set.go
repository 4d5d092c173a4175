package collide

import (
	"math"

	"idscope/gen"
	"idscope/gen/sequence"
)

// set holds identifiers that differ in random bits, by blocks of ticks.
type set struct {
	codec  *gen.Codec
	same   gen.ID  // the bits that are not random
	space  float64 // how many there are of a tick
	memory int64
	blocks map[uint64]*setBlock
	last   *setBlock
	floor  uint64
	held   int64 // bytes
	bits   uint  // of the ticks of a block

	duplicates, pairs  uint64
	expected, variance float64 // given how many fell into each tick
}

type setBlock struct {
	index uint64
	ids   map[gen.ID]uint32
	like  map[gen.ID]uint64 // how many are alike but for the random bits
}

const (
	setIDs    = 256  // in a block, about, of those asked for in turn
	blockSize = 1000 // bytes of a block with two small maps, measured
	setSize   = 80   // bytes of an entry of a map at most: slots of 32, of which 7 of 16 may be used, measured with 10^6
)

func newSet(c *Config) *set {
	s := c.Scheme
	codec, err := s.Layout.Compile()
	if err != nil {
		panic(err) // the scheme was checked by who declared it
	}
	ticks := setIDs / (c.Rate * s.Timeline().Span(1).Seconds())
	return &set{codec: codec, same: codec.Mask(gen.Random).Not(), space: math.Ldexp(1, s.Layout.Width(gen.Random)),
		memory: c.Memory, blocks: map[uint64]*setBlock{}, bits: uint(min(40, max(8, math.Ceil(math.Log2(ticks)))))}
}

// insert adds an identifier. Of those that are alike but for the random bits it
// can equal any but own ones.
func (s *set) insert(id gen.ID, tick, own uint64) error {
	index := tick >> s.bits
	b := s.last
	if b == nil || b.index != index {
		if index < s.floor {
			return errForgotten
		}
		if b = s.blocks[index]; b == nil {
			b = &setBlock{index, map[gen.ID]uint32{}, map[gen.ID]uint64{}}
			s.blocks[index] = b
			s.held += blockSize
		}
		s.last = b
	}
	like := id.And(s.same)
	k := b.like[like]
	if b.like[like] = k + 1; k == 0 {
		s.held += setSize
	}
	if k > own {
		p := -math.Expm1(float64(k-own) * math.Log1p(-1/s.space))
		s.expected += p
		s.variance += p * (1 - p)
	}
	if m := b.ids[id]; m > 0 {
		s.duplicates++
		s.pairs += uint64(m)
		b.ids[id] = m + 1
		return nil
	}
	b.ids[id] = 1
	s.held += setSize
	return nil
}

// forget drops the blocks that lie wholly below a tick.
func (s *set) forget(below uint64) {
	s.floor = max(s.floor, below>>s.bits)
	for index, b := range s.blocks {
		if index < s.floor {
			s.held -= blockSize + setSize*int64(len(b.ids)+len(b.like))
			delete(s.blocks, index)
			if s.last == b {
				s.last = nil
			}
		}
	}
}

func (s *set) full() error {
	return full(s.held, s.memory)
}

func (s *set) prediction() Prediction {
	return around(s.expected, s.variance, "the probability of the random bits, given how many ids fell into each tick")
}

// draws is a process of the core that draws random bits.
type draws struct {
	*ours
	set  *set
	each bool // a new process for every identifier
	like gen.ID
	own  uint64 // how many like that are of this process
}

var _ maker = (*draws)(nil)

// try leaves all to take.
func (d *draws) try(tick, n uint64, r *sequence.Run) bool { return false }

func (d *draws) take(n uint64) (sequence.Run, error) {
	for i := range n {
		if d.each {
			d.restart()
			d.own = 0
		}
		r, err := d.ours.take(1)
		if err != nil {
			if i > 0 {
				return sequence.Run{N: i}, nil // the next call meets it again
			}
			return r, err
		}
		tick := r.Tick
		id := d.build(&r)
		if like := id.And(d.set.same); like != d.like {
			d.like, d.own = like, 0
		}
		if err := d.set.insert(id, tick, d.own); err != nil {
			return r, err
		}
		if d.scheme.Growth != gen.GrowthNone {
			d.own++
		}
	}
	return sequence.Run{N: n}, nil
}
