package counter

import (
	"cmp"
	"time"
)

// Limits bound the step by which segments are allocated.
type Limits struct{ Least, Most uint64 }

// The step of a counter that has none of its own, and how far steps grow, as in Leaf
// (SegmentIDGenImpl, MAX_STEP).
const (
	DefaultStep = 1000
	MostStep    = 1_000_000
)

// How long a segment should last (SegmentIDGenImpl, SEGMENT_DURATION): the step
// doubles where one was shorter, and halves where it was twice as long.
const lasting = 15 * time.Minute

// buffer is two segments of a counter, of which the second is loaded while the first
// one is used. It is pure: its owner does the loading.
type buffer struct {
	Current Block     `json:"current"`
	Next    Block     `json:"next"`
	Step    uint64    `json:"step"`            // of the last load; 0 for none
	Size    uint64    `json:"size"`            // of Current when it was loaded
	Loaded  time.Time `json:"loaded,omitzero"` // when the last load was
}

// take takes up to n numbers; none where both segments are empty.
func (b *buffer) take(n uint64) Block {
	if b.Current.Len() == 0 {
		b.Current, b.Next, b.Size = b.Next, Block{}, b.Next.Len()
	}
	return b.Current.take(n)
}

// atOnce is how many numbers the next take has at most.
func (b *buffer) atOnce() uint64 { return cmp.Or(b.Current.Len(), b.Next.Len()) }

// left is how many numbers there are.
func (b *buffer) left() uint64 { return b.Current.Len() + b.Next.Len() }

// low reports whether it is time to load another segment: there is no second one, and
// half of the first is used.
func (b *buffer) low() bool { return b.Next.Len() == 0 && b.Current.Len() <= b.Size/2 }

// demand is the step by which to load now: that of the last load, or twice or half as
// much by how long it lasted.
func (b *buffer) demand(l Limits, now time.Time) uint64 {
	step := b.Step
	switch lasted := now.Sub(b.Loaded); {
	case step == 0:
		step = l.Least
	case lasted < lasting:
		step = min(2*step, l.Most)
	case lasted >= 2*lasting:
		step /= 2
	}
	return max(step, l.Least, 1)
}

// add puts a segment behind the others.
func (b *buffer) add(s Block, step uint64, now time.Time) {
	if b.Current.Len() == 0 && b.Next.Len() > 0 {
		b.Current, b.Next = b.Next, Block{}
	}
	if b.Current.Len() == 0 {
		b.Current, b.Size = s, s.Len()
	} else {
		b.Next = s
	}
	b.Step, b.Loaded = step, now
}
