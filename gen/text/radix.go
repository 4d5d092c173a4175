package text

// Forms of minimal length write the integer in some base. Both directions work by
// words of symbols, of which one 64-bit number holds as many as possible: the slow
// division of 192 bits is once per word. A word is written as two halves of at most
// 32 bits, which are divided by the base with a multiplication.

// radixShift and the inverse of a base, rounded up, make the quotient: it is exact
// while half * base, which is what rounding adds, is below 2^radixShift.
const radixShift = 38

// mostPerWord is how many symbols the words of all bases have at most.
const mostPerWord = 12

func appendRadix(a *alphabet, dst []byte, id ID, width int) []byte {
	id, word := divWord(id, a.word())
	base, inverse, symbols := uint64(len(a.symbols)), a.inverse, a.symbols
	high, low := uint64(0), word
	if word >= a.half {
		high, low = word/a.half, word%a.half
	}
	var buf [mostPerWord]byte
	text := buf[:a.perWord]
	middle := len(text) / 2
	for i := middle - 1; i >= 0; i-- { // two chains, which the processor overlaps
		q, r := high*inverse>>radixShift, low*inverse>>radixShift
		text[i], text[i+middle] = symbols[high-q*base], symbols[low-r*base]
		high, low = q, r
	}
	if id == (ID{}) {
		return appendMinimal(dst, text, symbols[0], width)
	}
	dst = appendRadix(a, dst, id, width-a.perWord) // four deep at most: 192 bits are 38 symbols of base 36
	return append(dst, text...)
}

// divWord is DivMod with a shorter way for what fits 64 bits.
func divWord(id ID, d uint64) (ID, uint64) {
	switch {
	case id.Hi|id.Mid > 0:
		return id.DivMod(d)
	case id.Lo < d:
		return ID{}, id.Lo
	}
	return ID{Lo: id.Lo / d}, id.Lo % d
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
		id, ok = id.MulAdd(a.word(), low)
		fits = fits && ok
	}
	return id, fits && seen < notSymbol
}
