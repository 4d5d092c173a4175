package text

// A rule is how symbols stand for bits. One rule serves many alphabets.
type rule uint8

const (
	decimalRule   rule = iota + 1
	hexRule            // 4 bits a symbol, a number at full width
	hexUpperRule       // the same in upper case
	uuidRule           // 8-4-4-4-12
	hexDashedRule      // 11-5
	base32Rule         // 5 bits a symbol, a number at full width
	base64Rule         // 6 bits a symbol, a number at full width
	bytes32Rule        // 5 bits a symbol from the first bit on
	bytes64Rule        // 6 bits a symbol from the first bit on
	paddedRule         // the same, padded to 4 symbols
	rawRule
	radixRule  // any base, a number of minimal length
	exactRule  // the same, where a width is exact
	base58Rule // base 58, faster
	base62Rule // base 62, faster
	dateRule
	upidRule
	ncname32Rule
	ncname58Rule
	ncname64Rule
	snowdropRule
)

// ruleFacts is what there is to know of a rule beside its functions. Sizes are 1 to
// 192 bits.
type ruleFacts struct {
	// length returns the shortest and the longest text, in bytes; where it is nil they
	// are least and most.
	length      func(a *alphabet, bits, width int) (shortest, longest int)
	least, most int
	// why says what is wrong with a text of right length and symbols that is refused;
	// nil where it can only be too large.
	why func(a *alphabet, s string, bits int) (class, problem string)

	number bool        // the integer in some base, which a width pads
	exact  bool        // a width is the one length of all texts
	bytes  bool        // the bytes from the first bit on, spare zero bits at the end
	runs   []Run       // where the symbols are not one number
	moved  func(ID) ID // the number that the symbols are, where its bits are in another order
}

var rules = [...]ruleFacts{
	decimalRule:   {length: radixLen, number: true},
	hexRule:       {length: fullLen, number: true},
	hexUpperRule:  {length: fullLen, number: true},
	uuidRule:      {least: 36, most: 36, why: whyHyphens},
	hexDashedRule: {least: dashedLen, most: dashedLen, why: whyHyphens},
	base32Rule:    {length: fullLen, number: true},
	base64Rule:    {length: fullLen, number: true},
	bytes32Rule:   {length: bytesLen, why: whyBytes, bytes: true},
	bytes64Rule:   {length: bytesLen, why: whyBytes, bytes: true},
	paddedRule:    {length: paddedLen, why: whyPadded, bytes: true},
	rawRule:       {length: rawLen, bytes: true},
	radixRule:     {length: radixLen, number: true},
	exactRule:     {length: exactLen, number: true, exact: true},
	base58Rule:    {length: radixLen, number: true},
	base62Rule:    {length: radixLen, number: true},
	dateRule:      {least: dateLen + dateSeqLeast, most: dateLen + dateSeqMost, why: whyDateDigits},
	upidRule:      {least: upidLen, most: upidLen, why: whyUPID, runs: upidRuns},
	ncname32Rule:  {least: 26, most: 26, why: whyNCName, runs: ncnameRuns},
	ncname58Rule:  {least: 23, most: 23, why: whyNCName, runs: ncnameRuns},
	ncname64Rule:  {least: 22, most: 22, why: whyNCName, runs: ncnameRuns},
	snowdropRule:  {length: radixLen, moved: snowdropNumber},
}

// The functions are called by their names: through variables, the compiler had to
// take it that they keep what they are given, and would put every caller's buffer on
// the heap.

// append appends the text of an identifier that has no bits above.
func (r *row) append(dst []byte, id ID, bits, width int) []byte {
	switch a := r.alphabet; r.rule {
	case decimalRule:
		return appendDecimal(dst, id, width)
	case hexRule:
		return appendHex(dst, id, max(width, ceilDiv(bits, 4)))
	case hexUpperRule:
		return appendHexUpper(dst, id, max(width, ceilDiv(bits, 4)))
	case uuidRule:
		return appendUUID(dst, id)
	case hexDashedRule:
		return appendHexDashed(dst, id)
	case base32Rule:
		return appendBase32(a, dst, id, bits, width)
	case base64Rule:
		return appendBase64(a, dst, id, bits, width)
	case bytes32Rule:
		return appendBytes32(a, dst, id, bits)
	case bytes64Rule:
		return appendLeft(dst, id, ceilDiv(bits, 8), a.symbols, 6)
	case paddedRule:
		return appendPadded(a, dst, id, bits)
	case rawRule:
		return appendRaw(dst, id, bits)
	case radixRule, exactRule:
		return appendRadix(a, dst, id, width)
	case base58Rule:
		return appendBase58(a.symbols, dst, id, width)
	case base62Rule:
		return appendBase62(a, dst, id, bits, width)
	case dateRule:
		return appendDateDigits(dst, id)
	case upidRule:
		return appendUPID(a, dst, id)
	case ncname32Rule:
		return appendNCName32(a, dst, id)
	case ncname58Rule:
		return appendNCName58(a, dst, id)
	case ncname64Rule:
		return appendNCName64(a, dst, id)
	case snowdropRule:
		return appendRadix62(a.symbols, dst, snowdropNumber(id), 0)
	}
	panic("gen: form of text does not exist")
}

// parse reads a text of a right length. It reports false for all that [Text.Parse]
// refuses, except an excess of bits that 192 can hold.
func (r *row) parse(s []byte, bits, width int) (ID, bool) {
	switch a := r.alphabet; r.rule {
	case decimalRule:
		return parseDecimal(a, s, width)
	case hexRule, hexUpperRule:
		return parseHex(s)
	case uuidRule:
		return parseUUID(s)
	case hexDashedRule:
		return parseHexDashed(s)
	case base32Rule, base64Rule:
		return parseFullWidth(a, s, bits)
	case bytes32Rule, bytes64Rule:
		return parseBytes(a, s, bits)
	case paddedRule:
		return parsePadded(a, s, bits)
	case rawRule:
		return parseRaw(s), true
	case radixRule, exactRule, base58Rule, base62Rule:
		return parseRadix(a, s, width)
	case dateRule:
		return parseDateDigits(s)
	case upidRule:
		return parseUPID(a, s)
	case ncname32Rule, ncname64Rule:
		return parseNCNameBits(a, s)
	case ncname58Rule:
		return parseNCName58(a, s)
	case snowdropRule:
		return parseSnowdrop(a, s)
	}
	return ID{}, false
}

// lines appends texts, a newline behind each, faster than one by one; it returns
// nil where there is no faster way.
func (r *row) lines(dst []byte, ids []ID, bits, width int) []byte {
	switch a := r.alphabet; r.rule {
	case decimalRule:
		return linesDecimal(dst, ids, bits, width)
	case uuidRule:
		return linesUUID(dst, ids, bits)
	case base32Rule:
		return linesBase32(a, dst, ids, bits, width)
	case bytes32Rule:
		return linesBytes32(a, dst, ids, bits)
	case base62Rule:
		return linesBase62(a, dst, ids, bits, width)
	}
	return nil
}

// length returns the shortest and the longest text, in bytes; 0 where there is no
// form.
func (r *row) length(bits, width int) (shortest, longest int) {
	f := &rules[r.rule]
	if f.length == nil {
		return f.least, f.most
	}
	return f.length(r.alphabet, bits, width)
}
