package gen

import "encoding/binary"

// decimalWrite is what one step of appendDecimal writes: two blocks of eight.
const decimalWrite = 1e16

func appendDecimal(dst []byte, id ID, width int) []byte {
	var buf [4 * 16]byte // 192 bits are 58 digits
	i := len(buf)
	for more := true; more; more = id != (ID{}) {
		var word uint64
		id, word = divWord(id, decimalWrite)
		i -= 8
		binary.LittleEndian.PutUint64(buf[i:], eightDigits(uint32(word%1e8)))
		if word >= 1e8 || id != (ID{}) {
			i -= 8
			binary.LittleEndian.PutUint64(buf[i:], eightDigits(uint32(word/1e8)))
		}
	}
	return appendMinimal(dst, buf[i:], '0', width)
}

// eightDigits returns the digits of v < 10^8, the first in the lowest byte. It
// splits all lanes of a word at once: 8 digits to 4 + 4, 2 + 2 + 2 + 2, single
// ones. The factors divide by 100 and 10 exactly below 10^4 and 10^2; the masks
// drop what the shift moves in from the lane above. (5 ns for 19 digits, where
// strconv takes 15.)
func eightDigits(v uint32) uint64 {
	x := uint64(v/1e4) | uint64(v%1e4)<<32
	q := x * 10486 >> 20 & 0x0000007f_0000007f
	x = q | (x-100*q)<<16
	q = x * 103 >> 10 & 0x000f_000f_000f_000f
	x = q | (x-10*q)<<8
	return x | 0x3030303030303030
}
