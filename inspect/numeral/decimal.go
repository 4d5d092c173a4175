// Package numeral reads and writes the numbers that streams of identifiers consist
// of, many symbols at a time: what [gen.Text] and [time.Time.AppendFormat] do for
// any text, for the few that come in millions. Each function is compared with
// those in the tests.
package numeral

import (
	"encoding/binary"
)

// Decimal reads 4 to 19 decimal digits, of which the first may be 0.
func Decimal(text []byte) (v uint64, ok bool) {
	n := len(text)
	for n > 8 && n%8 != 0 || n < 8 && n > 0 {
		c := text[0] - '0'
		if c > 9 {
			return 0, false
		}
		v = 10*v + uint64(c)
		text = text[1:]
		n--
	}
	for len(text) >= 8 {
		x := binary.LittleEndian.Uint64(text) ^ 0x30303030_30303030
		if (x|(x+0x06060606_06060606))&0xf0f0f0f0_f0f0f0f0 != 0 {
			return 0, false
		}
		x = x*10 + x>>8 // pairs
		x = (x&0x000000ff_000000ff*0x000f4240_00000064 + x>>16&0x000000ff_000000ff*0x00002710_00000001) >> 32
		v = v*1e8 + x
		text = text[8:]
	}
	return v, true
}
