package gen

import (
	"fmt"
	"slices"
)

// Codec packs the values of a layout's fields into an identifier and takes them out again. It is compiled once and
// never changes: any number of goroutines may use it.
type Codec struct {
	layout Layout
	lsb    []uint // position of each field's lowest bit
	size   int
	consts ID
	shifts [Digest + 1][]shift
	masks  [Digest + 1]ID // which bits of the identifier come from a source
}

// shift copies bits of one word of a source into one word of the identifier.
type shift struct {
	from, to uint // positions within the words
	mask     uint64
	high     bool // from the upper word of the source
	word     int  // of the identifier, from the lowest
}

// put places the bits of the source hi:lo. The shifts are masked, which tells the compiler that they stay below 64.
func (s *shift) put(id ID, hi, lo uint64) ID {
	if s.high {
		lo = hi
	}
	v := (lo >> (s.from & 63) & s.mask) << (s.to & 63)
	switch s.word {
	case 0:
		id.Lo |= v
	case 1:
		id.Mid |= v
	default:
		id.Hi |= v
	}
	return id
}

// take is the way back of put: the bits of the source that are in the identifier.
func (s *shift) take(id ID) (hi, lo uint64) {
	word := id.Lo
	if s.word == 1 {
		word = id.Mid
	} else if s.word == 2 {
		word = id.Hi
	}
	v := (word >> (s.to & 63) & s.mask) << (s.from & 63)
	if s.high {
		return v, 0
	}
	return 0, v
}

// Compile turns a layout that passes Check into shifts and masks. It looks at the size alone: layouts are checked where
// they are read, and declarations by their tests.
func (l Layout) Compile() (*Codec, error) {
	c := &Codec{layout: l, size: l.Size(), lsb: make([]uint, len(l))}
	if c.size < 1 || c.size > MaxBits {
		return nil, l.Check()
	}
	at := c.size
	for i, f := range l {
		at -= f.Bits
		c.lsb[i] = uint(at)
		c.masks[f.Source] = c.masks[f.Source].Or(f.Max().Shl(uint(at)))
		if f.Source == Const {
			c.consts = c.consts.Or(ID{Lo: f.Value}.Shl(uint(at)))
			continue
		}
		for done := 0; done < f.Bits; { // cut where a word ends, of the source or the identifier
			from, to := f.From+done, at+done
			n := min(f.Bits-done, 64-from%64, 64-to%64)
			if from < 128 { // wider sources are not placed but drawn in place
				c.shifts[f.Source] = append(c.shifts[f.Source],
					shift{uint(from % 64), uint(to % 64), Mask(n).Lo, from >= 64, to / 64})
			}
			done += n
		}
	}
	return c, nil
}

// Consts are the constant bits of every identifier, all others 0.
func (c *Codec) Consts() ID { return c.consts }

// Size is the number of bits of an identifier.
func (c *Codec) Size() int { return c.size }

// LSB is the position of the lowest bit of field i.
func (c *Codec) LSB(i int) int { return int(c.lsb[i]) }

// Mask tells which bits of an identifier come from a source.
func (c *Codec) Mask(s Source) ID { return c.masks[s] }

// Pack builds an identifier from one value for each field, in the order of the layout; the values of Const fields are
// ignored. A value that its field cannot hold is refused with the range.
func (c *Codec) Pack(values []ID) (ID, error) {
	if len(values) != len(c.layout) {
		return ID{}, fmt.Errorf("%d values for %d fields", len(values), len(c.layout))
	}
	id := c.consts
	for i, f := range c.layout {
		if f.Source == Const {
			continue
		}
		if values[i].Len() > f.Bits {
			return ID{}, OutOfRange("", f.Name, values[i], f.Max())
		}
		id = id.Or(values[i].Shl(c.lsb[i]))
	}
	return id, nil
}

// Field takes the value of field i out of an identifier.
func (c *Codec) Field(id ID, i int) ID {
	return id.Shr(c.lsb[i]).And(c.layout[i].Max())
}

// Source puts the bits of one source together again, from all its fields: of more than 128 the lowest, of constants
// none.
func (c *Codec) Source(id ID, s Source) (v ID) {
	shifts := c.shifts[s]
	for i := range shifts {
		hi, lo := shifts[i].take(id)
		v.Mid, v.Lo = v.Mid|hi, v.Lo|lo
	}
	return v
}

// WithSource returns id with the bits of one source replaced: see [Codec.Source].
func (c *Codec) WithSource(id ID, s Source, value ID) ID {
	return c.place(id.And(c.masks[s].Not()), s, value.Mid, value.Lo)
}

// SameTime reports whether two codecs take the bits of a time out of the same places.
func (c *Codec) SameTime(o *Codec) bool { return slices.Equal(c.shifts[Time], o.shifts[Time]) }

// Matches reports whether the constant bits of id are those of the layout, and no bit is set above it.
func (c *Codec) Matches(id ID) bool {
	return id.And(c.masks[Const]) == c.consts && id.Len() <= c.size
}

func (c *Codec) place(id ID, s Source, hi, lo uint64) ID {
	shifts := c.shifts[s]
	for i := range shifts {
		id = shifts[i].put(id, hi, lo)
	}
	return id
}
