package numeral

import (
	"math/bits"
	"slices"

	"idscope/gen"
)

// Radix writes numbers of 128 bits in one base, ten symbols of a word at a time: the
// word is made a fraction of the base to the tenth, and a multiplication by the
// square of the base moves two symbols in front of the point. Figures, ns a number,
// one core of a shared AMD EPYC, by gen.Text and by this: shortuuid 134 and 44,
// uuid25 110 and 64, base58 90 and 48, base62 80 and 47.
type Radix struct {
	Text  gen.Text
	base  uint64
	word  uint64   // the base to the tenth
	pairs []uint16 // two symbols each, the first in the lower byte
	top   int      // symbols above two words
}

const perWord = 10

// NewRadix returns the writer of a form of 128 bits that is a number in a base of
// 36 to 62; nil for others.
func NewRadix(text gen.Text) *Radix {
	symbols, _ := text.Form.Symbols()
	base := len(symbols)
	if base < 36 || base > 62 {
		return nil
	}
	r := &Radix{Text: text, base: uint64(base), word: 1, pairs: make([]uint16, base*base)}
	for range perWord {
		r.word *= r.base
	}
	for i := range r.pairs {
		r.pairs[i] = uint16(symbols[i/base]) | uint16(symbols[i%base])<<8
	}
	_, longest := text.Len(128)
	r.top = longest - 2*perWord
	return r
}

// Append appends the text of 128 bits, as gen.Text does.
func (r *Radix) Append(dst []byte, id gen.ID) []byte {
	const room = 3 * perWord
	n := len(dst)
	dst = slices.Grow(dst, room)
	b := (*[room]byte)(dst[n : n+room])
	high, rest := id.Mid/r.word, id.Mid%r.word
	mid, low := bits.Div64(rest, id.Lo, r.word)
	top, mid := bits.Div64(high, mid, r.word)
	zero := byte(r.pairs[0])
	i := r.top
	for square := r.base * r.base; i > 2; i -= 2 {
		two := r.pairs[top%square]
		b[i-2], b[i-1] = byte(two), byte(two>>8)
		top /= square
	}
	two := r.pairs[top]
	if b[i-1] = byte(two >> 8); i == 2 {
		b[0] = byte(two)
	}
	r.put((*[perWord]byte)(b[r.top:]), mid)
	r.put((*[perWord]byte)(b[r.top+perWord:]), low)
	from, to := 0, r.top+2*perWord
	for from < to-max(1, r.Text.Width) && b[from] == zero { // no needless zeros
		from++
	}
	return dst[:n+copy(b[:], b[from:to])]
}

// put writes the ten symbols of a word. The fraction is rounded up, by less than
// one unit of the last symbol, so that no symbol becomes too small.
func (r *Radix) put(b *[perWord]byte, word uint64) {
	fraction, _ := bits.Div64(word, 0, r.word)
	fraction++
	square := r.base * r.base
	for i := 0; i < perWord; i += 2 {
		var pair uint64
		pair, fraction = bits.Mul64(fraction, square)
		two := r.pairs[pair]
		b[i], b[i+1] = byte(two), byte(two>>8)
	}
}
