package gen

import (
	"context"
	"sync/atomic"
)

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

// Ledger keeps a Mark outside the process.
type Ledger interface {
	// Update takes the mark exclusively, hands it to f and, if f returns nil,
	// stores what f left behind before it returns; else it stores nothing and
	// returns f's error as it is. When Update fails, f's numbers are lost, never
	// used twice. It is called with the generator's lock held: it must not call
	// the generator.
	Update(ctx context.Context, f func(*Mark) error) error
}

// Ceiling is a grant from outside: no identifier carries a tick above it. It is
// compared in the path of each identifier, so a process that slept through the
// end of its grant can do no harm. The zero value grants tick 0 only.
type Ceiling struct{ tick atomic.Uint64 }

// NewCeiling returns a ceiling at the given tick.
func NewCeiling(tick uint64) *Ceiling {
	c := new(Ceiling)
	c.Grant(tick)
	return c
}

// Grant moves the ceiling.
func (c *Ceiling) Grant(tick uint64) { c.tick.Store(tick) }

// Tick returns the highest tick that may be used: all of them for a nil ceiling.
func (c *Ceiling) Tick() uint64 {
	if c == nil {
		return ^uint64(0)
	}
	return c.tick.Load()
}
