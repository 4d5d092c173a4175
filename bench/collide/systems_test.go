package collide

import (
	"math"
	"testing"

	"idscope/gen/scheme"
)

// TestIncident: what the closed form expects is what histories have, within five standard errors
// and a twentieth, for the rules of every system on its schemes.
func TestIncident(t *testing.T) {
	const histories = 12
	forms := 0
	for _, s := range scheme.All() {
		for _, r := range Systems(s) {
			r.worker = min(r.worker, workerKept) // else they hardly ever meet
			for _, rate := range []float64{20, 300, 2000} {
				want, ok := r.AfterIncident(s, rate)
				if !ok {
					continue
				}
				forms++
				var sum, square float64
				for seed := range uint64(histories) {
					c := r.incident(s, rate)
					c.Seed = seed + 1
					n := float64(once(t, c).Duplicates)
					sum, square = sum+n, square+n*n
				}
				mean := sum / histories
				off := 5*math.Sqrt(max(square/histories-mean*mean, want, 1)/histories) + want/20
				t.Logf("%s by %s at %g: closed %.4g, simulated %.4g +- %.3g", s.Name, r.Name, rate, want, mean, off)
				if math.Abs(mean-want) > off {
					t.Errorf("%s by %s at %g a second: %.1f duplicates on average; the closed form says %.1f, +- %.1f",
						s.Name, r.Name, rate, mean, want, off)
				}
			}
		}
	}
	if forms < 40 {
		t.Errorf("%d closed forms are compared; want 40 or more", forms)
	}
}
