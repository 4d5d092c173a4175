package gen

import (
	"encoding/binary"
	"math/bits"
	"strconv"
)

// linesDecimal writes numbers of 64 bits.
func linesDecimal(dst []byte, ids []ID) []byte {
	const longest = 21
	from := len(dst)
	dst, text := extend(dst, longest*len(ids))
	t := fourDigits.all(buildFourDigits)
	if !follow(ids) {
		return dst[:from+putDecimals(text, ids, t)]
	}
	at := 0
	for i := 0; i < len(ids); {
		line := putDecimals(text[at:], ids[i:i+1], t)
		i++
		if line > 17 { // of 17 digits or more
			end := uint32(ids[i-1].Lo % 1e4)
			n := following(ids[i-1:], 9999-end)
			putFollowing(text[at:], line, t[end+1:end+1+n])
			i += int(n)
			at += line * int(n)
		}
		at += line
	}
	return dst[:from+at]
}

// putDecimals writes numbers, the lowest 16 digits of those that have more by
// four, and returns how long they are.
func putDecimals(text []byte, ids []ID, t *[10000]uint32) (at int) {
	const low = 1e16
	for i := range ids {
		v := ids[i].Lo
		if v < low {
			at = len(append(strconv.AppendUint(text[:at], v, 10), '\n'))
			continue
		}
		top := v / low
		v -= top * low
		n := 4
		head := t[top]
		for zeros := top; zeros < 1000; zeros *= 10 {
			head >>= 8
			n--
		}
		put4(text[at:at+4], head)
		at += n
		high, rest := uint32(v/1e8), uint32(v%1e8)
		p := (*[17]byte)(text[at : at+17])
		put4(p[0:4], t[high/1e4])
		put4(p[4:8], t[high%1e4])
		put4(p[8:12], t[rest/1e4])
		put4(p[12:16], t[rest%1e4])
		p[16] = '\n'
		at += 17
	}
	return at
}

// putFollowing writes, behind the first line of text, lines that differ from it in
// their last four digits, as the numbers of a tick do: 2.5 ns a line in place of 6.2.
//
//go:noinline
func putFollowing(text []byte, line int, ends []uint32) {
	same := line - 5 // 13 to 16 digits
	first, last := binary.LittleEndian.Uint64(text), binary.LittleEndian.Uint64(text[same-8:])
	text = text[line:]
	for _, end := range ends {
		binary.LittleEndian.PutUint64(text, first)
		b := (*[13]byte)(text[same-8:])
		binary.LittleEndian.PutUint64(b[0:8], last)
		binary.LittleEndian.PutUint32(b[8:12], end)
		b[12] = '\n'
		text = text[line:]
	}
}

// lines27 is linesBase62 for 160 bits in 27 symbols: three divisions, where any
// number of 192 bits would need nine.
func lines27(dst []byte, ids []ID) []byte {
	dst, text := extend(dst, 28*len(ids))
	put27(text, ids, pairs62.all(buildPairs62))
	return dst
}

func put27(text []byte, ids []ID, t *[62 * 62]uint16) {
	const line = 28
	for i := range ids {
		b := (*[line]byte)(text[line*i:])
		putKSUID((*[27]byte)(b[:27]), ids[i], t)
		b[27] = '\n'
	}
}

// putKSUID writes 160 bits in 27 symbols.
func putKSUID(b *[27]byte, id ID, t *[62 * 62]uint16) {
	high, rest := bits.Div64(id.Hi&(1<<32-1), id.Mid, base62Word)
	middle, last := bits.Div64(rest, id.Lo, base62Word)
	first, second := bits.Div64(high, middle, base62Word)
	top := uint32(first / (62 * 62 * 62)) // of seven symbols
	first -= uint64(top) * (62 * 62 * 62)
	put2(b[0:2], t[top/62/62])
	put2(b[2:4], t[top%(62*62)])
	put2(b[4:6], t[uint32(first)/62])
	b[6] = base62Symbols[uint32(first)%62]
	putTen((*[base62PerWord]byte)(b[7:17]), t, second/(62*62*62*62), uint32(second%(62*62*62*62)))
	putTen((*[base62PerWord]byte)(b[17:27]), t, last/(62*62*62*62), uint32(last%(62*62*62*62)))
}

// linesBase62 writes numbers of any size at full width, ten symbols a word.
func linesBase62(dst []byte, ids []ID, width int) []byte {
	const pair = 62 * 62
	t := pairs62.all(buildPairs62)
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
