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
