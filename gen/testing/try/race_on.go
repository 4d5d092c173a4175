//go:build race

package try

// Race is whether the race detector is on: it moves values to the heap, and makes sync.Pool forget at random, so that
// nothing is to be said of allocations.
const Race = true
