// Package lists has what the codecs for lists of numbers, sqids and hashids, have in common.
package lists

import "math"

// Digits writes a number to the base of the digits, at least one, at the end of the room.
func Digits[T byte | rune](room *[64]T, v uint64, digits []T) []T {
	at := len(room)
	for base := uint64(len(digits)); ; {
		at--
		room[at] = digits[v%base]
		if v /= base; v == 0 {
			return room[at:]
		}
	}
}

// longest is up to where texts are counted.
const longest = 500

// Evidence is -log2 of the chance that random characters are the text of a list of numbers: one character that the
// numbers choose, digits to a base, between two numbers a separator that is chosen too, and below the minimum length a
// filling. Of more than 500 characters it is the evidence of 500.
func Evidence(all, base, length, minLength int) float64 {
	length = min(length, longest)
	number := make([]float64, length) // chance that d characters are a number
	last := math.Exp2(64)
	for d := 1; d < length; d++ {
		most, less := min(math.Pow(float64(base), float64(d)), last), 0.0
		if d > 1 {
			less = min(math.Pow(float64(base), float64(d-1)), last)
		}
		number[d] = (most - less) / math.Pow(float64(all), float64(d))
	}
	chance := make([]float64, length) // that m characters are a list
	for m := 1; m < length; m++ {
		chance[m] = number[m]
		for d := 1; d+1 < m; d++ {
			chance[m] += number[d] / float64(all) * chance[m-1-d]
		}
	}
	sum := 0.0
	for m := 1; m < length; m++ {
		switch {
		case m == length-1:
			sum += chance[m] / float64(all)
		case length == minLength:
			sum += chance[m] * math.Pow(float64(all), float64(m-length))
		}
	}
	if sum <= 0 || length < minLength {
		return 0 // no text is one, and none was read
	}
	return max(0, -math.Log2(sum))
}
