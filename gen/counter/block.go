package counter

import (
	"context"
	"math"
)

// Max is the highest number that a counter gives out: that of a bigint of SQL.
const Max = math.MaxInt64

// Block is the numbers from First up to but not including End.
type Block struct{ First, End uint64 }

// Len is how many numbers a block has.
func (b Block) Len() uint64 { return b.End - b.First }

// take takes the first numbers off a block, at most n.
func (b *Block) take(n uint64) Block {
	got := Block{b.First, b.First + min(n, b.Len())}
	b.First = got.End
	return got
}

// Allocator gives out the numbers of one counter, in blocks.
type Allocator interface {
	// Allocate reserves the next step numbers, 1 or more, and returns them when the
	// store has durably counted past them. Concurrent calls get blocks that have no
	// number in common, in the order of the calls where one ended before the other
	// began.
	//
	// After an error that is store.ErrUnknown numbers may have been lost; after
	// every other one none were.
	Allocate(ctx context.Context, step uint64) (Block, error)

	// Least is the step that the counter was made with, 0 where it has none.
	Least() uint64

	// Return gives a block back that nothing was printed of. It reports false where it is
	// not the last one any more, which is no error.
	Return(ctx context.Context, b Block) (bool, error)
}
