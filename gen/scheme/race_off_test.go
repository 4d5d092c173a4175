//go:build !race

package scheme

const raceDetector = false
