package gen

import "encoding/binary"

// Append by the tables of AppendLines, once they are built, for the texts that
// programs write one by one. Figures, ns a text without and with them, one core of
// an AMD EPYC, Go 1.26: ulid 31 and 15, xid 28 and 12, decimal 32 and 16, ksuid 77
// and 38.

// appendULID writes 128 bits in 26 symbols.
func appendULID(dst []byte, id ID, t *[1 << 10]uint16) []byte {
	dst, text := extend(dst, 26)
	b := (*[26]byte)(text)
	put2(b[0:2], t[id.Mid>>56])
	binary.LittleEndian.PutUint64(b[2:10], four(t, id.Mid>>16))
	binary.LittleEndian.PutUint64(b[10:18], four(t, id.Mid<<24|id.Lo>>40))
	binary.LittleEndian.PutUint64(b[18:26], four(t, id.Lo))
	return dst
}

// appendXID writes 96 bits in 20 symbols, with 4 spare bits below.
func appendXID(dst []byte, id ID, t *[1 << 10]uint16) []byte {
	dst, text := extend(dst, 20)
	b := (*[20]byte)(text)
	binary.LittleEndian.PutUint64(b[0:8], four(t, id.Mid<<8|id.Lo>>56))
	binary.LittleEndian.PutUint64(b[8:16], four(t, id.Lo>>16))
	put2(b[16:18], t[id.Lo>>6&1023])
	put2(b[18:20], t[id.Lo<<4&1023])
	return dst
}

// appendKSUID writes 160 bits in 27 symbols.
func appendKSUID(dst []byte, id ID, t *[62 * 62]uint16) []byte {
	dst, text := extend(dst, 27)
	putKSUID((*[27]byte)(text), id, t)
	return dst
}

// appendLong writes a number of 17 to 20 digits.
func appendLong(dst []byte, v uint64, t *[10000]uint32) []byte {
	const low = 1e16
	top := v / low
	v -= top * low
	head, first := t[top], 4
	for zeros := top; zeros < 1000; zeros *= 10 {
		head >>= 8
		first--
	}
	dst, text := extend(dst, first+16)
	high, rest := uint32(v/1e8), uint32(v%1e8)
	put4(text, head) // too much: the next block covers it
	p := (*[16]byte)(text[first:])
	put4(p[0:4], t[high/1e4])
	put4(p[4:8], t[high%1e4])
	put4(p[8:12], t[rest/1e4])
	put4(p[12:16], t[rest%1e4])
	return dst
}
