package scheme

import (
	"encoding/binary"
	"math/bits"
)

// keccak256 is the hash of Ethereum: Keccak as it was before FIPS 202 gave it
// another padding. It is for texts of less than 136 bytes. Source: The Keccak
// reference 3.0, sections 1.2 and 2.
func keccak256(text []byte) (sum [32]byte) {
	const rate = 136
	var block [rate]byte
	copy(block[:], text)
	block[len(text)] ^= 1
	block[rate-1] ^= 0x80
	var state [25]uint64
	for i := range rate / 8 {
		state[i] = binary.LittleEndian.Uint64(block[8*i:])
	}
	lfsr := byte(1)
	for range 24 {
		var column [5]uint64
		for i, lane := range state {
			column[i%5] ^= lane
		}
		for i := range state {
			state[i] ^= column[(i+4)%5] ^ bits.RotateLeft64(column[(i+1)%5], 1)
		}
		x, y, last := 1, 0, state[1] // rho and pi: each lane goes to the place of the next
		for t := range 24 {
			x, y = y, (2*x+3*y)%5
			last, state[5*y+x] = state[5*y+x], bits.RotateLeft64(last, (t+1)*(t+2)/2%64)
		}
		for y := 0; y < 25; y += 5 {
			row := [5]uint64(state[y : y+5])
			for x := range row {
				state[y+x] = row[x] ^ ^row[(x+1)%5]&row[(x+2)%5]
			}
		}
		for j := range 7 { // the round constant has bits at 2^j-1
			if lfsr&1 == 1 {
				state[0] ^= 1 << (1<<j - 1)
			}
			feedback := lfsr >> 7
			lfsr = lfsr<<1 ^ feedback*0x71
		}
	}
	for i := range 4 {
		binary.LittleEndian.PutUint64(sum[8*i:], state[i])
	}
	return sum
}
