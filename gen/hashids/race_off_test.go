//go:build !race

package hashids

const raceDetector = false
