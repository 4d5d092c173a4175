package gen

import (
	"context"
	"sync/atomic"
)

// Ledger keeps a Mark outside the process.
type Ledger interface {
	// Update takes the mark exclusively, hands it to f and, if f returns nil, stores what f left before it returns;
	// else it stores nothing and returns f's error. When Update fails, f's numbers are lost, never used twice. The
	// generator's lock is held.
	Update(ctx context.Context, f func(*Mark) error) error
}

// Ceiling is a grant from outside ([idscope/gen/lease]): no ID has a tick above it, or in a layout without time a
// sequence number. It is compared for each ID, so a process that slept through the end of its grant does no harm. Zero
// grants tick 0 only.
type Ceiling struct{ tick atomic.Uint64 }

// Grant moves the ceiling.
func (c *Ceiling) Grant(tick uint64) { c.tick.Store(tick) }

// Tick returns the highest tick that may be used: all of them for a nil ceiling.
func (c *Ceiling) Tick() uint64 {
	if c == nil {
		return ^uint64(0)
	}
	return c.tick.Load()
}
