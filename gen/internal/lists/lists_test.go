package lists

import (
	"math"
	"testing"
)

// TestEvidence: of texts of any length it is a number, and soon; which one, liststest counts.
func TestEvidence(t *testing.T) {
	for _, length := range []int{0, 1, 2, 66, 499, 500, 501, 100_000} {
		if got := Evidence(62, 44, length, 66); math.IsNaN(got) || math.IsInf(got, 0) || got < 0 {
			t.Errorf("%d characters: %v bits; want a number", length, got)
		}
	}
}
