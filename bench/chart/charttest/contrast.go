// Package charttest judges colours, in tests.
package charttest

import "math"

// Contrast is that of WCAG 2.1, from 1 to 21, of two colours of 8 bits for red, green and blue.
func Contrast(a, b uint32) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(colour uint32) float64 {
	part := func(shift int) float64 {
		x := float64(colour>>shift&0xff) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*part(16) + 0.7152*part(8) + 0.0722*part(0)
}
