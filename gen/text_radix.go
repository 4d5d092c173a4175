package gen

// Decimal, Base58 and Base62 write the integer in a base that is no power of
// two. Both directions work by words of symbols, of which one 64-bit number
// holds as many as possible: the slow division of 192 bits is once per word, and
// inside a word the compiler turns division by the base into multiplication.
const (
	base58Half    = 58 * 58 * 58 * 58 * 58 // the largest power in 32 bits
	base58Word    = base58Half * base58Half
	base58PerWord = 10

	base62Half    = 62 * 62 * 62 * 62 * 62
	base62Word    = base62Half * base62Half
	base62PerWord = 10

	decimalWord    = 1e19
	decimalPerWord = 19
)

func appendBase58(dst []byte, id ID, width int) []byte {
	id, word := divWord(id, base58Word)
	high, low := uint32(word/base58Half), uint32(word%base58Half)
	var text [base58PerWord]byte
	for i := 4; i >= 0; i-- { // two chains, which the processor overlaps
		text[i], high = base58Symbols[high%58], high/58
		text[i+5], low = base58Symbols[low%58], low/58
	}
	if id == (ID{}) {
		return appendMinimal(dst, text[:], base58Symbols[0], width)
	}
	dst = appendBase58(dst, id, width-base58PerWord) // four deep at most: 192 bits are 33 symbols
	return append(dst, text[:]...)
}

func appendBase62(dst []byte, id ID, width int) []byte {
	id, word := divWord(id, base62Word)
	high, low := uint32(word/base62Half), uint32(word%base62Half)
	var text [base62PerWord]byte
	for i := 4; i >= 0; i-- {
		text[i], high = base62Symbols[high%62], high/62
		text[i+5], low = base62Symbols[low%62], low/62
	}
	if id == (ID{}) {
		return appendMinimal(dst, text[:], base62Symbols[0], width)
	}
	dst = appendBase62(dst, id, width-base62PerWord) // four deep at most: 192 bits are 33 symbols
	return append(dst, text[:]...)
}

// radix is a base with the most symbols whose values fit a word.
type radix struct {
	alphabet *alphabet
	perWord  int
	word     uint64 // the base to that power
}

// radix returns the base of a form of MoreForms that writes the integer at
// minimal length.
func (f Form) radix() radix {
	switch f {
	case Base36:
		return radix{&base36Alphabet, 12, 36 * 36 * 36 * 36 * 36 * 36 * 36 * 36 * 36 * 36 * 36 * 36}
	case Base57:
		return radix{&base57Alphabet, 10, 57 * 57 * 57 * 57 * 57 * 57 * 57 * 57 * 57 * 57}
	case Base58Flickr:
		return radix{&base58FlickrAlphabet, base58PerWord, base58Word}
	case Base43:
		return radix{&base43Alphabet, 11, 43 * 43 * 43 * 43 * 43 * 43 * 43 * 43 * 43 * 43 * 43}
	case Base62Lower:
		return radix{&base62LowerAlphabet, base62PerWord, base62Word}
	case ZBase32:
		return radix{&zBase32Alphabet, 12, 1 << 60}
	}
	return radix{&base64URLAlphabet, 10, 1 << 60} // Shortcode
}

// appendRadix is appendBase58 for any base: slower, for the forms that are
// rarely written.
func appendRadix(dst []byte, id ID, width int, r radix) []byte {
	id, word := divWord(id, r.word)
	symbols := r.alphabet.symbols
	base := uint64(len(symbols))
	var buf [12]byte
	text := buf[:r.perWord]
	for i := len(text) - 1; i >= 0; i-- {
		text[i], word = symbols[word%base], word/base
	}
	if id == (ID{}) {
		return appendMinimal(dst, text, symbols[0], width)
	}
	dst = appendRadix(dst, id, width-r.perWord, r)
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

// parseRadix reads a number in the base of a's length, perWord symbols at a
// time; word is that power of the base. A zero in front is fine only where it
// pads to width, or is all there is.
func parseRadix(s []byte, width int, a *alphabet, perWord int, word uint64) (ID, bool) {
	if s[0] == a.symbols[0] && len(s) > max(1, width) {
		return ID{}, false
	}
	var (
		values = a.values()
		base   = uint64(len(a.symbols))
		id     ID
		seen   uint8
		fits   = true
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
		id, ok = id.MulAdd(word, low)
		fits = fits && ok
	}
	return id, fits && seen < notSymbol
}
