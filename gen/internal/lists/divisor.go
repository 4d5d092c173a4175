// Package lists has what the codecs for lists of numbers, sqids and hashids, have
// in common.
package lists

import "math/bits"

// Divisor divides by a small number with a multiplication, which is several times
// as fast as the instruction for it.
type Divisor struct{ n, inverse uint64 }

// NewDivisor returns the Divisor by n, which is 1 or more.
func NewDivisor(n int) Divisor { return Divisor{uint64(n), ^uint64(0) / uint64(n)} }

// Divide returns quotient and rest. The inverse is 2^64/n less a fraction, so the
// first quotient is right or one too small.
func (d Divisor) Divide(v uint64) (q, r uint64) {
	q, _ = bits.Mul64(v, d.inverse)
	if r = v - q*d.n; r >= d.n {
		return q + 1, r - d.n
	}
	return q, r
}
