package text

// A rule is how symbols encode bits. One rule serves many alphabets.
type rule uint8

const (
	radixRule     rule = iota + 1 // any base, a number of minimal length
	fullRule                      // 4, 5 or 6 bits a symbol, a number at full width
	uuidRule                      // 8-4-4-4-12
	hexDashedRule                 // 11-5
	bytesRule                     // 5 or 6 bits a symbol from the first bit on
	paddedRule                    // the same, padded to 4 symbols
	rawRule
	dateRule
	upidRule
	ncnameRule
	ncname58Rule
	snowdropRule
)

// ruleFacts is what there is to know of a rule beside its functions. Sizes are 1 to 192 bits.
type ruleFacts struct {
	length int // of all texts, in bytes; 0 where it depends on the size
	// why says what is wrong with a text of right length and symbols that is refused; nil where it can only be too
	// large.
	why func(a *alphabet, s string, bits int) (problem string, reason error)

	number bool        // the integer in some base, which a width pads
	bytes  bool        // the bytes from the first bit on, spare zero bits at the end
	runs   []Run       // where the symbols are not one number
	moved  func(ID) ID // the number that the symbols are, where its bits are in another order
}

var rules = [...]ruleFacts{
	radixRule:     {number: true},
	fullRule:      {number: true},
	uuidRule:      {length: lenUUID, why: whyHyphens},
	hexDashedRule: {length: dashedLen, why: whyHyphens},
	bytesRule:     {why: whyBytes, bytes: true},
	paddedRule:    {why: whyPadded, bytes: true},
	rawRule:       {bytes: true},
	dateRule:      {why: whyDateDigits},
	upidRule:      {length: upidLen, why: whyUPID, runs: upidRuns},
	ncnameRule:    {why: whyNCName, runs: ncnameRuns},
	ncname58Rule:  {length: 2 + ncname58Most, why: whyNCName, runs: ncnameRuns},
	snowdropRule:  {moved: snowdropNumber},
}

// length returns the shortest and the longest text, in bytes; 0 where there is no form.
func (r *row) length(bits, width int) (shortest, longest int) {
	switch a := r.alphabet; r.rule {
	case radixRule, snowdropRule:
		if r.exact && width > 0 {
			return width, width
		}
		return max(1, width), max(a.count(bits), width)
	case dateRule:
		return dateLen + dateSeqLeast, dateLen + dateSeqMost
	case fullRule:
		longest = max(a.count(bits), width)
	case bytesRule:
		longest = a.count(8 * ceilDiv(bits, 8))
	case paddedRule:
		longest = 4 * ceilDiv(ceilDiv(bits, 8), 3)
	case rawRule:
		longest = ceilDiv(bits, 8)
	case ncnameRule:
		longest = 2 + ncnameBits/a.bits()
	default:
		longest = rules[r.rule].length
	}
	return longest, longest
}
