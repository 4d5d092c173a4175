package gen

import (
	"encoding/binary"
	"math/bits"
	"strconv"
)

// fourDigits are the texts of 0000 to 9999, as a little-endian number each. It is
// 40 kB and takes 25 us: a program that writes one number does without.
var fourDigits pairTable[[10000]uint32]

func fourDigitsTable() *[10000]uint32 {
	fourDigits.once.Do(func() {
		for i := range fourDigits.table {
			fourDigits.table[i] = uint32('0'+i/1000) | uint32('0'+i/100%10)<<8 | uint32('0'+i/10%10)<<16 | uint32('0'+i%10)<<24
		}
	})
	return &fourDigits.table
}

// linesDecimal writes numbers of 64 bits.
func linesDecimal(dst []byte, ids []ID) []byte {
	const line, low = 21, 1e16
	t := fourDigitsTable()
	from := len(dst)
	dst, _ = extend(dst, line*len(ids))
	at := from
	for i := range ids {
		v := ids[i].Lo
		if v < low {
			at = len(append(strconv.AppendUint(dst[:at], v, 10), '\n'))
			continue
		}
		top := v / low
		v -= top * low
		b := dst[at : at+line]
		n := 1
		switch head := t[top]; {
		case top >= 1000:
			binary.LittleEndian.PutUint32(b, head)
			n = 4
		case top >= 100:
			binary.LittleEndian.PutUint32(b, head>>8)
			n = 3
		case top >= 10:
			binary.LittleEndian.PutUint32(b, head>>16)
			n = 2
		default:
			b[0] = byte('0' + top)
		}
		high, rest := uint32(v/1e8), uint32(v%1e8)
		p := (*[17]byte)(b[n : n+17])
		binary.LittleEndian.PutUint32(p[0:4], t[high/1e4])
		binary.LittleEndian.PutUint32(p[4:8], t[high%1e4])
		binary.LittleEndian.PutUint32(p[8:12], t[rest/1e4])
		binary.LittleEndian.PutUint32(p[12:16], t[rest%1e4])
		p[16] = '\n'
		at += n + 17
	}
	return dst[:at]
}

var pairs62 pairTable[[62 * 62]uint16]

func pairs62Table() *[62 * 62]uint16 {
	pairs62.once.Do(func() {
		for i := range pairs62.table {
			pairs62.table[i] = uint16(base62Symbols[i/62]) | uint16(base62Symbols[i%62])<<8
		}
	})
	return &pairs62.table
}

// lines27 is linesBase62 for 160 bits in 27 symbols: three divisions, where any
// number of 192 bits would need nine.
func lines27(dst []byte, ids []ID) []byte {
	const line = 28
	t := pairs62Table()
	dst, text := extend(dst, line*len(ids))
	for i := range ids {
		b := (*[line]byte)(text[line*i:])
		high, rest := bits.Div64(ids[i].Hi&(1<<32-1), ids[i].Mid, base62Word)
		middle, last := bits.Div64(rest, ids[i].Lo, base62Word)
		first, second := bits.Div64(high, middle, base62Word)
		top := uint32(first / (62 * 62 * 62)) // of seven symbols
		first -= uint64(top) * (62 * 62 * 62)
		put2(b[0:2], t[top/62/62])
		put2(b[2:4], t[top%(62*62)])
		put2(b[4:6], t[uint32(first)/62])
		b[6] = base62Symbols[uint32(first)%62]
		putTen((*[base62PerWord]byte)(b[7:17]), t, second/(62*62*62*62), uint32(second%(62*62*62*62)))
		putTen((*[base62PerWord]byte)(b[17:27]), t, last/(62*62*62*62), uint32(last%(62*62*62*62)))
		b[27] = '\n'
	}
	return dst
}

// linesBase62 writes numbers of any size at full width, ten symbols a word.
func linesBase62(dst []byte, ids []ID, width int) []byte {
	const pair = 62 * 62
	t := pairs62Table()
	for _, id := range ids {
		from, whole := len(dst), id
		var text []byte
		dst, text = extend(dst, width+1)
		text[width] = '\n'
		at := width
		for at > 0 {
			var word uint64
			id, word = divWord(id, base62Word)
			high, low := word/(pair*pair), uint32(word%(pair*pair))
			if at < base62PerWord { // the last word, not whole
				var buf [base62PerWord]byte
				putTen(&buf, t, high, low)
				copy(text[:at], buf[base62PerWord-at:])
				break
			}
			putTen((*[base62PerWord]byte)(text[at-base62PerWord:at]), t, high, low)
			at -= base62PerWord
		}
		if id != (ID{}) { // does not fit the width
			dst = append(Text{Form: Base62, Width: width}.Append(dst[:from], whole, MaxBits), '\n')
		}
	}
	return dst
}

// putTen writes ten symbols of base62: high is above the last four.
func putTen(b *[base62PerWord]byte, t *[62 * 62]uint16, high uint64, low uint32) {
	const pair = 62 * 62
	upper, middle := uint32(high/(pair*pair)), uint32(high%(pair*pair))
	put2(b[0:2], t[upper%pair])
	put2(b[2:4], t[middle/pair])
	put2(b[4:6], t[middle%pair])
	put2(b[6:8], t[low/pair])
	put2(b[8:10], t[low%pair])
}
