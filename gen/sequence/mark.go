package sequence

import "idscope/gen/text"

// Mark is how far a sequencer has come: all that a successor has to know so as
// to repeat nothing. The zero value is a beginning.
type Mark struct {
	Point
	Counts Counts
}

// Point is the place of a sequencer on its line. It says which numbers are used,
// whatever rules those who used them had: under the present rollback count those
// of all ticks below Tick count as used, none of a tick above it is, and of Tick
// itself the numbers from Base to Value are. Those are Base, Base+Step and so on
// in the range of the sequence, where 0 follows its largest number; of bits that
// grow by one or at random, all that lie between. Where the growth is another than
// the caller's, or Step is 0, all numbers of Tick count as used.
type Point struct {
	Used   bool   // something was generated
	Growth Growth // how the numbers of Tick followed each other
	Tick   uint64 // of the last identifier generated or reserved
	Seen   uint64 // latest reading of the clock, in ticks
	Value  Wide   // the last sequence number, or the growing random bits
	Base   Wide   // what the tick started with
	Step   uint64 // from one number of the tick to the next: 1, but for GrowthStride
}

// Wide is an unsigned integer of 128 bits.
type Wide = text.Wide

// marks is how many rollback counts are remembered with the highest tick that
// was used under each: all of a field of up to 5 bits. Of a wider field (the
// 14-bit clock sequence of UUIDv1) each count is taken once, then the last 32
// again.
const marks = 32

// Counts is the state of a rollback field. Counts are numbered in the order of
// their first use; the value in the identifier is First plus that number.
type Counts struct {
	First   uint32
	Current uint32
	Used    uint32        // how many have been used, the current one included
	Marks   [marks]uint64 // highest tick used under a count, by its number modulo 32
}

// value is the content of a rollback field of that many bits.
func (c *Counts) value(bits int) uint64 {
	return uint64(c.First+c.Current) & (1<<bits - 1)
}

// begin sets the first count.
func (c *Counts) begin(first uint32) { *c = Counts{First: first, Used: 1} }

// change moves to a count under which no identifier was made at tick now or
// later: one that was never used, else the one whose highest tick is longest
// past. It reports whether there is one; last is the highest tick used under
// the current count.
func (c *Counts) change(bits int, now, last uint64) bool {
	c.Marks[c.Current%marks] = last
	if uint64(c.Used) < 1<<bits {
		c.Current = c.Used
		c.Used++
		return true
	}
	found := false
	var best uint32
	for k := max(c.Used, marks) - marks; k < c.Used; k++ {
		past := c.Marks[k%marks]
		if k != c.Current && past < now && (!found || past < c.Marks[best%marks]) {
			best, found = k, true
		}
	}
	if found {
		c.Current = best
	}
	return found
}
