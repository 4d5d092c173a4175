package scheme

import (
	"context"
	"encoding/binary"
	"math"
	"math/bits"
	"os"
	"testing"

	"idscope/gen"
	"idscope/gen/testing/try"
)

// randomness counts what the tests of NIST SP 800-22 need, section 2.1 (frequency)
// and 2.3 (runs), and each byte at each place.
type randomness struct {
	ids         uint64
	ones        uint64
	runs        uint64 // changes between neighbouring bits, one more
	bits        uint64
	last        uint64
	bytes       [16][256]uint64
	fixed, want [16]byte // bits that are the same in all
}

func (r *randomness) add(id gen.ID) {
	b := id.Bytes16()
	for i, c := range b {
		r.bytes[i][c]++
	}
	r.ids++
	w := binary.BigEndian.Uint64(b[:8])
	// rand_a and rand_b have 12 and 62 bits; 32 of the first and 56 of the last
	// eight bytes are a stretch without constants.
	for _, s := range [...]struct {
		v uint64
		n int
	}{{w >> 32, 32}, {binary.BigEndian.Uint64(b[8:]) & (1<<56 - 1), 56}} {
		r.ones += uint64(bits.OnesCount64(s.v))
		shifted := s.v>>1 | r.last<<(s.n-1)
		r.runs += uint64(bits.OnesCount64((s.v ^ shifted) & (1<<s.n - 1)))
		r.last = s.v & 1
		r.bits += uint64(s.n)
	}
}

// deviations returns how many standard deviations the frequency, the runs and the
// worst place of a byte are from what random bits give. A sum of squares has a longer
// tail than the normal distribution; its cube root has not (Wilson and Hilferty).
func (r *randomness) deviations() (frequency, runs, places float64) {
	n := float64(r.bits)
	frequency = (float64(r.ones) - n/2) / (math.Sqrt(n) / 2)
	runs = (float64(r.runs) - n/2) / (math.Sqrt(n) / 2)
	for i, counts := range r.bytes {
		free := 8 - bits.OnesCount8(r.fixed[i])
		expected := float64(r.ids) / math.Exp2(float64(free))
		sum := 0.0
		for c, count := range counts {
			if byte(c)&r.fixed[i] != r.want[i] {
				sum += 1e9 * float64(count)
				continue
			}
			d := float64(count) - expected
			sum += d * d / expected
		}
		df := math.Exp2(float64(free)) - 1
		spread := 2 / (9 * df)
		places = max(places, math.Abs(math.Cbrt(sum/df)-(1-spread))/math.Sqrt(spread))
	}
	return frequency, runs, places
}

const mostDeviations = 6 // 1 in 500 million for one figure

// Random identifiers, made in bulk as gen -n does, pass the tests of frequency and
// runs, and a chi-square over the bytes of every place: of 10^6, or with
// IDSCOPE_TEST_LONG=1 of 10^8.
func TestRandomness(t *testing.T) {
	n := 1_000_000
	if os.Getenv("IDSCOPE_TEST_LONG") != "" {
		n = 100_000_000
	}
	g := try.Of(gen.New(uuidV4(), gen.Options{})).Or(t)
	good := &randomness{}
	good.fixed[6], good.want[6] = 0xf0, 0x40
	good.fixed[8], good.want[8] = 0xc0, 0x80
	ids := make([]gen.ID, 4096)
	for good.ids < uint64(n) {
		try.Of(g.Fill(context.Background(), ids)).Or(t)
		for _, id := range ids {
			good.add(id)
		}
	}
	frequency, runs, places := good.deviations()
	t.Logf("%d ids: frequency %.2f, runs %.2f, places at most %.2f standard deviations", good.ids, frequency, runs, places)
	if math.Abs(frequency) > mostDeviations || math.Abs(runs) > mostDeviations || places > mostDeviations {
		t.Errorf("of %d ids the frequency deviates by %.1f, the runs by %.1f, a place by %.1f; want at most %d", good.ids,
			frequency, runs, places, mostDeviations)
	}
}
