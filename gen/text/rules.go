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
	radixRule // any base, a number of minimal length
	exactRule // the same, where a width is exact
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
	length int // of all texts, in bytes; 0 where it depends on the size
	// why says what is wrong with a text of right length and symbols that is refused;
	// nil where it can only be too large.
	why func(a *alphabet, s string, bits int) (problem string, reason error)

	number bool        // the integer in some base, which a width pads
	exact  bool        // a width is the one length of all texts
	bytes  bool        // the bytes from the first bit on, spare zero bits at the end
	runs   []Run       // where the symbols are not one number
	moved  func(ID) ID // the number that the symbols are, where its bits are in another order
}

var rules = [...]ruleFacts{
	decimalRule:   {number: true},
	hexRule:       {number: true},
	hexUpperRule:  {number: true},
	uuidRule:      {length: 36, why: whyHyphens},
	hexDashedRule: {length: dashedLen, why: whyHyphens},
	base32Rule:    {number: true},
	base64Rule:    {number: true},
	bytes32Rule:   {why: whyBytes, bytes: true},
	bytes64Rule:   {why: whyBytes, bytes: true},
	paddedRule:    {why: whyPadded, bytes: true},
	rawRule:       {bytes: true},
	radixRule:     {number: true},
	exactRule:     {number: true, exact: true},
	dateRule:      {why: whyDateDigits},
	upidRule:      {length: upidLen, why: whyUPID, runs: upidRuns},
	ncname32Rule:  {length: 26, why: whyNCName, runs: ncnameRuns},
	ncname58Rule:  {length: 23, why: whyNCName, runs: ncnameRuns},
	ncname64Rule:  {length: 22, why: whyNCName, runs: ncnameRuns},
	snowdropRule:  {moved: snowdropNumber},
}

// length returns the shortest and the longest text, in bytes; 0 where there is no
// form.
func (r *row) length(bits, width int) (shortest, longest int) {
	switch a := r.alphabet; r.rule {
	case decimalRule, radixRule, snowdropRule:
		return max(1, width), max(a.count(bits), width)
	case exactRule:
		if width > 0 {
			return width, width
		}
		return 1, a.count(bits)
	case dateRule:
		return dateLen + dateSeqLeast, dateLen + dateSeqMost
	case hexRule, hexUpperRule, base32Rule, base64Rule:
		longest = max(a.count(bits), width)
	case bytes32Rule, bytes64Rule:
		longest = a.count(8 * ceilDiv(bits, 8))
	case paddedRule:
		longest = 4 * ceilDiv(ceilDiv(bits, 8), 3)
	case rawRule:
		longest = ceilDiv(bits, 8)
	default:
		longest = rules[r.rule].length
	}
	return longest, longest
}
