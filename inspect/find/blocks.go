package find

import (
	"encoding/binary"
	"math/bits"
)

// block is how many bytes are looked at together: a bit of a word for each.
const block = 64

// blocks looks at the runs that begin in whole blocks from at on, and returns
// where that ends: one block or two are left. In a block no step waits for the one
// before: a loop from run to run takes three times as long, as each step does.
func (f *finder) blocks(at int) int {
	data, rest := f.data, f.shortest-8
	if f.marked || rest < 0 || rest >= 8 || at+2*block > len(data) {
		return at
	}
	symbols, before := symbolsOf((*[block]byte)(data[at:])), uint64(0)
	for ; at+2*block <= len(data); at += block {
		next := symbolsOf((*[block]byte)(data[at+block:]))
		// Of each bit: whether it and the 1, 3, 7 bits behind it are set.
		run, more := symbols&(symbols>>1|next<<63), next&(next>>1)
		run, more = run&(run>>2|more<<62), more&(more>>2)
		begun := symbols<<1 | before
		// Four symbols, one that is none, and four: the start of a card with blanks.
		cards := run &^ (symbols>>4 | next<<60 | begun) & (run>>5 | more<<59)
		if cards != 0 {
			cards &= ^(symbols>>9|next<<55)&(run>>10|more<<54) | run>>7 | more<<57
		}
		run, more = run&(run>>4|more<<60), more&(more>>4)
		run &= run>>rest | more<<(64-rest)
		for starts := run &^ begun; starts != 0; starts &= starts - 1 {
			f.long(at + bits.TrailingZeros64(starts))
		}
		for ; cards != 0; cards &= cards - 1 {
			f.hideCard(at + bits.TrailingZeros64(cards))
		}
		symbols, before = next, symbols>>63
	}
	for before != 0 && at < len(data) && f.symbol[data[at]] != 0 {
		at++ // the rest of a run that began before
	}
	return at
}

// symbolsOf has a bit for each byte that is a symbol, the lowest for the first.
func symbolsOf(text *[block]byte) (symbols uint64) {
	for i := 0; i < block; i += 8 {
		// The product moves the bits 7, 15, ... 63 to the upper eight.
		eight := areSymbols(binary.LittleEndian.Uint64(text[i:i+8])) >> 7 * 0x0102040810204080 >> 56
		symbols |= eight << i
	}
	return symbols
}

// areSymbols sets the highest bit of those of eight bytes that are symbols, and no
// other. Each byte is compared with the ends of the ranges of symbols, all at
// once: no sum has more than eight bits.
func areSymbols(text uint64) uint64 {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	low := text &^ high
	small := low | 0x20*ones // letters in lower case
	letters := (small + (0x80-'a')*ones) &^ (small + (0x7f-'z')*ones)
	digits := (low + (0x80-'0')*ones) &^ (low + (0x7f-'9')*ones)
	marks := ^(((low ^ '-'*ones) + 0x7f*ones) & ((low ^ '_'*ones) + 0x7f*ones))
	return (letters | digits | marks) &^ text & high
}
