package lists

import (
	"math"
	"testing"
)

func TestEvidence(t *testing.T) {
	for _, test := range []struct {
		name                         string
		all, base, length, minLength int
		texts                        float64
	}{
		{"one digit", 10, 4, 2, 0, 4},
		{"two digits", 10, 4, 3, 0, 16 - 4},
		{"three digits, or one and one", 10, 4, 4, 0, 64 - 16 + 4*4},
		{"filled", 10, 4, 4, 4, 64 - 16 + 4*4 + 12 + 4},
		{"the last of 64 bits", 4, 2, 66, 66, -1},
	} {
		got := Evidence(test.all, test.base, test.length, test.minLength)
		want := float64(test.length)*math.Log2(float64(test.all)) - math.Log2(test.texts)
		if test.texts > 0 && math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %v bits; want %v", test.name, got, want)
		}
		if math.IsNaN(got) || math.IsInf(got, 0) || got < 0 {
			t.Errorf("%s: %v bits; want a number", test.name, got)
		}
	}
	for _, length := range []int{0, 1, 2, 499, 500, 501, 100_000} {
		if got := Evidence(62, 44, length, 0); math.IsNaN(got) || math.IsInf(got, 0) || got < 0 {
			t.Errorf("%d characters: %v bits; want a number", length, got)
		}
	}
}
