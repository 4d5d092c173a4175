package gen

import (
	"encoding/binary"
	"math/bits"

	"idscope/gen/sequence"
)

// A reservation becomes IDs: those of one tick count up, others differ in random bits. Figures, ns an ID, one core of
// an AMD EPYC (Zen 5), Go 1.26: uuidv4 2.9, ulid 0.6, snowflake 0.6, uuidv7 3.5.

// bitRange is where a source lies in the ID, in one piece.
type bitRange struct {
	whole bool // it does; else IDs are numbered one by one
	lsb   uint
	low   bool // within the lowest word
}

func rangeOf(c *Codec, s Source) bitRange {
	width := c.layout.Width(s)
	for i, f := range c.layout {
		if f.Source == s && f.Bits == width {
			at := c.lsb[i]
			return bitRange{true, at, at+uint(width) <= 64}
		}
	}
	return bitRange{}
}

// many builds the IDs of r, as many as dst has room for, and moves r on.
func (g *Generator) many(dst []ID, r *Run) (n int, err error) {
	for n < len(dst) && r.N > 0 {
		part := dst[n:]
		if uint64(len(part)) > r.N {
			part = part[:r.N]
		}
		k, err := g.build(part, r)
		if err != nil {
			return n, err
		}
		n += k
	}
	return n, nil
}

// first is the first ID of a run, with 0 in its random bits.
func (g *Generator) first(r *Run) ID {
	id := g.codec.place(g.fixed, Time, 0, r.Tick)
	if g.paced {
		id = g.codec.place(id, g.counts, r.Value.Hi, r.Value.Lo)
		id = g.codec.place(id, Rollback, 0, r.Count)
	}
	return id
}

// build builds the first IDs of r: as many as differ in one way.
func (g *Generator) build(dst []ID, r *Run) (made int, err error) {
	id, q, drawn := g.first(r), &g.seq, g.fresh != (ID{})
	n := uint64(len(dst))
	switch {
	case !g.paced:
	case q.Growth == sequence.GrowthRandom && g.valueBits.low && r.N > 1:
		return g.grow(dst, id, r)
	case drawn || !g.valueBits.whole:
		n = 1
	default:
		n = min(n, q.Straight(r))
	}
	if dst = dst[:n]; drawn {
		err = g.entropy.scatter(dst, id, g.fresh)
	} else {
		count(dst, id, ID{Lo: 1}.Shl(g.valueBits.lsb))
	}
	switch {
	case err != nil:
		return 0, err
	case g.paced:
		return len(dst), q.Follow(r, n, &g.mark.Point)
	}
	r.N -= n
	return len(dst), nil
}

// count builds IDs that grow by a unit. It is a function of its own so that all it needs is in registers.
//
//go:noinline
func count(dst []ID, id, unit ID) {
	for i := range dst {
		dst[i] = id
		var carry uint64
		id.Lo, carry = bits.Add64(id.Lo, unit.Lo, 0)
		id.Mid, carry = bits.Add64(id.Mid, unit.Mid, carry)
		id.Hi += unit.Hi + carry
	}
}

// grow builds IDs whose random bits grow by 1 to 2^32, as [sequence.Sequencer.Follow] lets them, and moves the mark.
func (g *Generator) grow(dst []ID, id ID, r *Run) (int, error) {
	random, err := g.entropy.bulk(1, int(min(uint64(len(dst)), r.N-1))) // the last one draws no step
	if err != nil {
		return 0, err
	}
	dst = dst[:len(random)/8]
	r.Value.Lo += climb(dst, random, id, g.valueBits.lsb)
	g.mark.Value.Lo = r.Value.Lo
	r.N -= uint64(len(dst))
	g.entropy.used(len(random))
	return len(dst), nil
}

// climb builds IDs that grow at random above bit lsb, and returns by how much in all.
//
//go:noinline
func climb(dst []ID, random []byte, id ID, lsb uint) (sum uint64) {
	low := id.Lo
	for i := range dst {
		dst[i] = ID{Hi: id.Hi, Mid: id.Mid, Lo: low + sum<<(lsb&63)}
		sum += binary.LittleEndian.Uint64(random[8*i:])>>32 + 1
	}
	return sum
}
