//go:build race

package schemetest

// raceDetector: it makes sync.Pool forget at random, so that nothing is to be said
// of allocations.
const raceDetector = true
