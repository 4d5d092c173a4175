//go:build !race

package schemetest

const raceDetector = false
