package gen

import (
	"math/rand/v2"
	"testing"
)

// TestQuickAgreesWithReserve walks the short and the long path through the same
// random histories.
func TestQuickAgreesWithReserve(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	taken := 0
	for range 2000 {
		bits := r.IntN(5)
		q := sequencer{
			backward: Backward(1 + r.IntN(3)), overflow: Overflow(1 + r.IntN(3)),
			start: Start{Rule: []StartRule{StartZero, StartRotate}[r.IntN(2)], Range: 2},
			bits:  bits, mask: Wide{Lo: Mask(bits).Lo}, last: 60, lead: uint64(r.IntN(6)), window: 3, simple: true,
		}
		long := q
		var a, b Mark
		now := uint64(1)
		for range 60 {
			now += uint64(r.IntN(3))
			if r.IntN(10) == 0 {
				now -= min(now, uint64(r.IntN(4)))
			}
			ceiling := uint64(70 - r.IntN(20))
			var got, want run
			var stop halt
			if q.quick(&a.Point, now, ceiling, &got) {
				taken++
			} else {
				stop = q.reserve(&a, now, 1, ceiling, &got)
			}
			wantStop := long.reserve(&b, now, 1, ceiling, &want)
			if got != want || stop != wantStop || a.Tick != b.Tick || a.Value != b.Value || a.Seen != b.Seen || a.Base != b.Base {
				t.Fatalf("%+v at %d: quick gives %+v %+v, mark %+v; reserve %+v %+v, mark %+v", long, now, got, stop, a.Point, want, wantStop, b.Point)
			}
		}
	}
	if taken < 10000 {
		t.Errorf("quick served %d calls; want the most of 120000", taken)
	}
}
