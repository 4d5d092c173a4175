package text

// Forms of minimal length write the integer in some base. Both directions work by
// words of symbols, of which one 64-bit number holds as many as possible: the slow
// division of 192 bits is once per word. In bases 58 and 62, inside a word, the
// compiler turns division by the base into multiplication.
const (
	base58Half = 58 * 58 * 58 * 58 * 58 // the largest power in 32 bits
	base58Word = base58Half * base58Half
	base62Half = 62 * 62 * 62 * 62 * 62
	base62Word = base62Half * base62Half

	tenSymbols = 10 // that a word of base 58 or 62 holds
)

func appendBase58(symbols string, dst []byte, id ID, width int) []byte {
	id, word := divWord(id, base58Word)
	high, low := uint32(word/base58Half), uint32(word%base58Half)
	symbols = symbols[:58]
	var text [tenSymbols]byte
	for i := 4; i >= 0; i-- { // two chains, which the processor overlaps
		text[i], high = symbols[high%58], high/58
		text[i+5], low = symbols[low%58], low/58
	}
	if id == (ID{}) {
		return appendMinimal(dst, text[:], symbols[0], width)
	}
	dst = appendBase58(symbols, dst, id, width-tenSymbols) // four deep at most: 192 bits are 33 symbols
	return append(dst, text[:]...)
}

func appendBase62(symbols string, dst []byte, id ID, width int) []byte {
	id, word := divWord(id, base62Word)
	high, low := uint32(word/base62Half), uint32(word%base62Half)
	symbols = symbols[:62]
	var text [tenSymbols]byte
	for i := 4; i >= 0; i-- {
		text[i], high = symbols[high%62], high/62
		text[i+5], low = symbols[low%62], low/62
	}
	if id == (ID{}) {
		return appendMinimal(dst, text[:], symbols[0], width)
	}
	dst = appendBase62(symbols, dst, id, width-tenSymbols) // four deep at most: 192 bits are 33 symbols
	return append(dst, text[:]...)
}

// appendRadix is appendBase58 for any base: slower, for the forms that are
// rarely written.
func appendRadix(a *alphabet, dst []byte, id ID, width int) []byte {
	id, word := divWord(id, a.word)
	base := uint64(len(a.symbols))
	var buf [19]byte
	text := buf[:a.perWord]
	for i := len(text) - 1; i >= 0; i-- {
		text[i], word = a.symbols[word%base], word/base
	}
	if id == (ID{}) {
		return appendMinimal(dst, text, a.symbols[0], width)
	}
	dst = appendRadix(a, dst, id, width-a.perWord)
	return append(dst, text...)
}

// divWord is DivMod with a shorter way for what fits 64 bits.
func divWord(id ID, d uint64) (ID, uint64) {
	if id.Hi|id.Mid == 0 {
		return ID{Lo: id.Lo / d}, id.Lo % d
	}
	return id.DivMod(d)
}

// appendMinimal appends symbols without the zeros in front, but padded with
// zeros to width.
func appendMinimal(dst, symbols []byte, zero byte, width int) []byte {
	for len(symbols) > 1 && symbols[0] == zero {
		symbols = symbols[1:]
	}
	for n := len(symbols); n < width; n++ {
		dst = append(dst, zero)
	}
	return append(dst, symbols...)
}

// parseRadix reads a number. A zero in front is fine only where it pads to width,
// or is all there is.
func parseRadix(a *alphabet, s []byte, width int) (ID, bool) {
	if s[0] == a.symbols[0] && len(s) > max(1, width) {
		return ID{}, false
	}
	var (
		values  = a.values()
		base    = uint64(len(a.symbols))
		perWord = a.perWord
		id      ID
		seen    uint8
		fits    = true
	)
	for n := (len(s)-1)%perWord + 1; len(s) > 0; n = perWord {
		var low uint64
		for _, c := range s[:n] {
			v := values[c]
			seen |= v
			low = low*base + uint64(v)
		}
		s = s[n:]
		if id == (ID{}) { // saves the first word three multiplications
			id.Lo = low
			continue
		}
		var ok bool
		id, ok = id.MulAdd(a.word, low)
		fits = fits && ok
	}
	return id, fits && seen < notSymbol
}
