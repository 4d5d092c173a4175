package collide

import (
	"encoding/binary"
	"io"

	"idscope/gen"
	"idscope/gen/sequence"
)

// randomBits is the core's source of random bits in a simulation: SplitMix64 (G.
// Steele, D. Lea, C. Flood, Fast Splittable Pseudorandom Number Generators, 2014),
// a tenth of the time of the ChaCha8 of gen.SeededRandom. Nobody has to be kept
// from guessing here.
type randomBits struct{ state uint64 }

var (
	_ io.Reader       = (*randomBits)(nil)
	_ sequence.Random = (*randomBits)(nil)
)

// bits returns the random bits of a generator.
func (c *Config) bits(index uint64) *randomBits {
	return &randomBits{c.rng(forBits, index).Uint64()}
}

// Read fills b and never fails.
func (r *randomBits) Read(b []byte) (int, error) {
	n, state := len(b), r.state
	for ; len(b) >= 8; b = b[8:] {
		state += 0x9e3779b97f4a7c15
		binary.LittleEndian.PutUint64(b, mix(state))
	}
	if len(b) > 0 {
		var last [8]byte
		state += 0x9e3779b97f4a7c15
		binary.LittleEndian.PutUint64(last[:], mix(state))
		copy(b, last[:])
	}
	r.state = state
	return n, nil
}

// Word returns 64 bits and never fails.
func (r *randomBits) Word() (uint64, error) {
	r.state += 0x9e3779b97f4a7c15
	return mix(r.state), nil
}

// fill returns an identifier that is random in the bits of mask.
func (r *randomBits) fill(mask gen.ID) (id gen.ID) {
	if mask.Lo != 0 {
		id.Lo, _ = r.Word()
	}
	if mask.Mid != 0 {
		id.Mid, _ = r.Word()
	}
	if mask.Hi != 0 {
		id.Hi, _ = r.Word()
	}
	return id.And(mask)
}

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
