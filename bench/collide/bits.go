package collide

import (
	"encoding/binary"
	"io"
	"math/rand/v2"
)

// randomBits is the core's source of random bits in a simulation: PCG-DXSM, a
// fifth of the time of the ChaCha8 of gen.SeededRandom. Nobody has to be kept
// from guessing here.
type randomBits struct{ pcg *rand.PCG }

var _ io.Reader = randomBits{}

// bits returns the random bits of a generator.
func (c *Config) bits(index uint64) randomBits {
	return randomBits{rand.NewPCG(c.Seed, forBits<<32|index)}
}

// Read fills b and never fails.
func (r randomBits) Read(b []byte) (int, error) {
	n := len(b)
	for ; len(b) >= 8; b = b[8:] {
		binary.LittleEndian.PutUint64(b, r.pcg.Uint64())
	}
	if len(b) > 0 {
		var last [8]byte
		binary.LittleEndian.PutUint64(last[:], r.pcg.Uint64())
		copy(b, last[:])
	}
	return n, nil
}
