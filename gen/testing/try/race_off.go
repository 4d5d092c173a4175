//go:build !race

package try

// Race is whether the race detector is on.
const Race = false
