package gen

import (
	"encoding/binary"
)

// AppendLines appends the texts of many identifiers, each with a newline behind
// it: what Append makes, faster. The texts of the usual forms come from tables of
// two or four symbols, which are built by the first call. Figures, ns a line by
// Append and by this, one core of an AMD EPYC where reading the clock takes 57, Go
// 1.26: UUID 17 and 6.3, ULID 17 and 7, decimal 15 and 6.2, KSUID 38 and 30, xid 14
// and 6; where they follow each other ULID 3.2, decimal 2.5 and xid 2.6.
func (t Text) AppendLines(dst []byte, ids []ID, bits int) []byte {
	bits = clampBits(bits)
	switch {
	case t.Form == UUID && bits == 128:
		return linesUUID(dst, ids)
	case t.Form == Decimal && bits <= 64 && t.Width == 0:
		return linesDecimal(dst, ids)
	case t.Form == Base62 && t.Width == 27 && bits == 160:
		return lines27(dst, ids)
	case t.Form == Base62 && t.Width > 0:
		return linesBase62(dst, ids, t.Width)
	}
	if symbols, n, spare := t.fives(bits); symbols != nil {
		switch {
		case n == 26 && bits == 128 && spare == 0:
			return five26.lines(dst, ids, symbols)
		case n == 20 && bits == 96 && spare == 4:
			return five20.lines(dst, ids, symbols)
		}
		return linesFive(dst, ids, symbols, n, spare, bits)
	}
	for _, id := range ids {
		dst = append(t.Append(dst, id, bits), '\n')
	}
	return dst
}

// fives returns the pairs of symbols of a form of 5 bits a symbol, how many
// symbols a text has, and how many bits stand below the identifier.
func (t Text) fives(bits int) (table *[1 << 10]uint16, symbols, spare int) {
	symbols = ceilDiv(bits, 5)
	switch t.Form {
	case Base32Hex:
		symbols = ceilDiv(8*ceilDiv(bits, 8), 5)
		spare = 5*symbols - 8*ceilDiv(bits, 8)
	case Crockford, CrockfordLower, Base32Sort, Base32Sno:
		if t.Width > symbols {
			return nil, 0, 0
		}
	default:
		return nil, 0, 0
	}
	if bits > 128 || bits < 50 || symbols < 2 {
		return nil, 0, 0
	}
	return t.Form.allPairs(), symbols, spare
}

func linesUUID(dst []byte, ids []ID) []byte {
	dst, text := extend(dst, lineUUID*len(ids))
	t := hexThrees.all(buildHexThrees)
	if n := len(ids); n > 1 && ids[0].Mid == ids[n-1].Mid && oneUpper(ids) {
		putUUIDs(text, ids[:1], t)
		putLowers(text, ids[1:], t)
	} else {
		putUUIDs(text, ids, t)
	}
	return dst
}

// oneUpper reports whether all identifiers have one upper half, as those of a tick
// have in a UUIDv7.
func oneUpper(ids []ID) bool {
	for i := range ids {
		if ids[i].Mid != ids[0].Mid {
			return false
		}
	}
	return true
}

const lineUUID = 37

// putUUIDs writes 8-4-4-4-12, three digits and what stands behind them with one
// store: 13 of them, where groups of 8 and 4 write a digit twice. By pairs there
// are 21, and a processor does one or two a cycle: 8.5 ns a line in place of 6.3.
// It is a function of its own, as the other loops here are, because the compiler
// else runs out of registers: 10 ns; and it calls none for a line: 8.5 again.
func putUUIDs(text []byte, ids []ID, t *[1 << 12]uint32) {
	const digits, dash, end = 1<<12 - 1, '-' << 24, '\n' << 24
	for i := range ids {
		b := (*[lineUUID]byte)(text[lineUUID*i:])
		v := ids[i].Mid
		put4(b[0:4], t[v>>52])
		put4(b[3:7], t[v>>40&digits])
		put4(b[5:9], t[v>>32&digits]|dash)
		put4(b[9:13], t[v>>20&digits])
		put4(b[10:14], t[v>>16&digits]|dash)
		put4(b[14:18], t[v>>4&digits])
		put4(b[15:19], t[v&digits]|dash)
		v = ids[i].Lo
		put4(b[19:23], t[v>>52])
		put4(b[20:24], t[v>>48&digits]|dash)
		put4(b[24:28], t[v>>36&digits])
		put4(b[27:31], t[v>>24&digits])
		put4(b[30:34], t[v>>12&digits])
		put4(b[33:37], t[v&digits]|end)
	}
}

// putLowers writes, behind the first line of text, lines that begin as it does and
// differ in their lower half: 5 ns a line in place of 6.3.
func putLowers(text []byte, ids []ID, t *[1 << 12]uint32) {
	const digits, dash, end = 1<<12 - 1, '-' << 24, '\n' << 24
	b := (*[lineUUID]byte)(text)
	first, second, third := binary.LittleEndian.Uint64(b[0:8]), binary.LittleEndian.Uint64(b[8:16]), binary.LittleEndian.Uint32(b[15:19])
	for i := range ids {
		b := (*[lineUUID]byte)(text[lineUUID*(i+1):])
		binary.LittleEndian.PutUint64(b[0:8], first)
		binary.LittleEndian.PutUint64(b[8:16], second)
		put4(b[15:19], third)
		v := ids[i].Lo
		put4(b[19:23], t[v>>52])
		put4(b[20:24], t[v>>48&digits]|dash)
		put4(b[24:28], t[v>>36&digits])
		put4(b[27:31], t[v>>24&digits])
		put4(b[30:34], t[v>>12&digits])
		put4(b[33:37], t[v&digits]|end)
	}
}

// follow reports whether identifiers follow each other, as those of one tick do, by
// the first two.
func follow(ids []ID) bool { return len(ids) > 1 && ids[1].Lo == ids[0].Lo+1 }

// following is how many identifiers of at most 128 bits behind the first each
// follow the one before, at most n.
//
//go:noinline
func following(ids []ID, n uint32) uint32 {
	first := ids[0]
	n = uint32(min(uint64(n), uint64(len(ids)-1), ^first.Lo)) // to the largest number
	for i, id := range ids[1 : n+1] {
		if id.Lo != first.Lo+uint64(i)+1 || id.Mid != first.Mid {
			return uint32(i)
		}
	}
	return n
}

// put4 writes what stands in the four bytes of a word.
func put4(b []byte, four uint32) { binary.LittleEndian.PutUint32(b, four) }

// put2 writes two symbols.
func put2(b []byte, pair uint16) {
	_ = b[1]
	b[0], b[1] = byte(pair), byte(pair>>8)
}
