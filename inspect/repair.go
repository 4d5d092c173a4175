package inspect

import (
	"fmt"
	"strings"
	"unicode"

	"idscope/gen"
	"idscope/inspect/known"
)

// repair is a way in which texts are damaged, and what is said of one: what it looks like, and what is wrong with it.
// It is for texts that nothing reads, or that fit a rare scheme weakly.
type repair struct {
	say     func(in *Inspector, text string) string // empty for a text that is not damaged so
	example string                                  // which is damaged
	words   string                                  // what is said of it, up to an example's own
}

// repairs are tried in this order.
var repairs = [...]repair{
	{func(_ *Inspector, text string) string { return rounded(text) }, "1.54181560360604E+18", "lost its last digits"},
	{func(_ *Inspector, text string) string { return cut(text) }, "550e8400-e29b...", "is cut by an ellipsis"},
	{func(_ *Inspector, text string) string { return damagedUUID(text) }, "f81d4fae-7dec-11d0-a765-00a0c91e6bf",
		"looks like a UUID: 35 of 36 characters, one is missing, in group 5"},
	{(*Inspector).damagedULID, "01ARZ3NDEKTSV4RRFFQ69G5FA", "looks like a ULID: 25 of 26 characters, one is missing"},
	{(*Inspector).confused, "154l815603606036480", `has "l" as character 4, where a digit belongs: 1?`},
	{(*Inspector).together, "f81d4fae-7dec-11d0-a765-00a0c91e6bf6f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
		"is two ids run together"},
	{(*Inspector).wrongSum, "978-3-16-148410-1", "looks like isbn, but its checksum is wrong"},
}

// diagnose says what is wrong with a text that looks like a common identifier; empty
// for others.
func (in *Inspector) diagnose(text string) string {
	for i := range repairs {
		if words := repairs[i].say(in, text); words != "" {
			return words
		}
	}
	return ""
}

// mayBeDamaged reports false only of a text that fits a rare scheme, and looks like no
// damaged identifier that is more common: most texts are told by their length.
func mayBeDamaged(text string) bool {
	n := len(text)
	if n >= 15 && n <= 34 && symbolKind(text[0]) == 2 && symbolKind(text[1]) == 2 && symbolKind(text[2]) == 0 &&
		symbolKind(text[3]) == 0 {
		return true // as an IBAN
	}
	return n == 25 || n == 27 || n >= 31 && n <= 38 && n != 32 && n != 36
}

// weakly reports whether a reading is of a rare scheme, and little speaks for it.
func (r *Reading) weakly() bool {
	const rare = 1.5
	return r.Confidence == Possible && r.Scheme.Prior <= rare && r.Scheme.Format == gen.FormatID
}

// rounded recognises a number that lost its digits.
func rounded(text string) string {
	digits, exponent, ok := strings.Cut(strings.ToLower(text), "e")
	whole, fraction, _ := strings.Cut(digits, ".")
	exponent = strings.TrimPrefix(exponent, "+")
	decimal := func(s string) bool { return strings.Trim(s, "0123456789") == "" }
	if !ok || len(whole) != 1 || !decimal(whole+fraction) || len(exponent) != 2 || !decimal(exponent) ||
		exponent < "12" || exponent > "38" {
		return ""
	}
	return "lost its last digits in a spreadsheet or in JavaScript: take it from the source as text"
}

// cut recognises a text that an ellipsis was put into.
func cut(text string) string {
	for _, mark := range [...]string{"\u2026", "..."} {
		if i := strings.Index(text, mark); i >= 4 && (i+len(mark) == len(text) || len(text)-i-len(mark) >= 2) {
			return "is cut by an ellipsis: what stood there is lost, so take it from the source"
		}
	}
	return ""
}

// damagedUUID recognises UUIDs with a character too few, too many or wrong.
func damagedUUID(text string) string {
	n, hyphens, hex := len(text), strings.Count(text, "-"), 0
	for i := range n {
		if isHexDigit(text[i]) {
			hex++
		}
	}
	switch {
	case hyphens == 4 && n >= 33 && n <= 38 && hex >= 28:
	case hyphens == 0 && n >= 31 && n <= 33 && hex >= n-2 && strings.ToUpper(text) != text || n == 32 && hex == 31:
		return damagedHex(text)
	default:
		return ""
	}
	if n == uuidLen && hex == 32 {
		return "looks like a UUID, but its hyphens are in other places; use groups of 8, 4, 4, 4 and 12 digits"
	}
	if n != uuidLen {
		return "looks like a UUID: " + counted(n, uuidLen) + inGroup(text)
	}
	for i := range n {
		if c := text[i]; !isHexDigit(c) && c != '-' {
			return wrongAt("a UUID", text, i, "hexadecimal", lowerHexDigits)
		}
	}
	return ""
}

const lowerHexDigits = "0123456789abcdef"

// wrongAt says that one character is wrong, and proposes another of the symbols.
func wrongAt(kind, text string, at int, want, symbols string) string {
	return fmt.Sprintf("looks like %s, but character %d, %q, is not %s%s", kind, at+1, text[at:at+1], want,
		instead(text[at], symbols))
}

// damagedHex is damagedUUID for 32 digits without hyphens.
func damagedHex(text string) string {
	const want = 32
	for i := range len(text) {
		if c := text[i]; !isHexDigit(c) {
			if len(text) != want {
				return ""
			}
			return wrongAt("a UUID or a hash", text, i, "hexadecimal", lowerHexDigits)
		}
	}
	if len(text) == want {
		return ""
	}
	return "looks like a UUID without hyphens: " + counted(len(text), want)
}

// inGroup names the group of a UUID that has not as many digits as it should.
func inGroup(text string) string {
	wrong := 0
	for i, group := range strings.Split(text, "-") {
		if want := [...]int{8, 4, 4, 4, 12}[min(i, 4)]; len(group) != want {
			if wrong > 0 {
				return ""
			}
			wrong = i + 1
		}
	}
	return fmt.Sprintf(", in group %d", wrong)
}

// counted says how many characters are missing, or too many.
func counted(n, want int) string {
	switch {
	case n == want-1:
		return fmt.Sprintf("%d of %d characters, one is missing", n, want)
	case n < want:
		return fmt.Sprintf("%d of %d characters, %d are missing", n, want, want-n)
	case n == want+1:
		return fmt.Sprintf("%d characters in place of %d, one is too many", n, want)
	}
	return fmt.Sprintf("%d characters in place of %d, %d are too many", n, want, n-want)
}

// instead proposes the symbol of an alphabet that is mistaken for another.
func instead(c byte, symbols string) string {
	for _, pair := range [...]string{"O0", "o0", "I1", "l1", "i1", "L1", "UV", "uv", "S5", "Z2", "G6", "g9", "q9"} {
		if pair[0] == c && strings.IndexByte(symbols, pair[1]) >= 0 {
			return ": " + pair[1:] + "?"
		}
	}
	return ""
}

// damagedULID recognises ULIDs of this time with a character too few, too many or
// wrong.
func (in *Inspector) damagedULID(text string) string {
	const symbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	if n := len(text); n < ulidLen-1 || n > ulidLen+1 || text[0] != '0' || text[1] != '1' && text[1]|' ' != 'l' &&
		text[1]|' ' != 'i' || strings.ToUpper(text) != text {
		return ""
	}
	wrong, at := 0, 0
	for i := range len(text) {
		switch c := text[i]; {
		case symbolKind(c) == 3:
			return ""
		case strings.IndexByte(symbols, c) < 0:
			wrong, at = wrong+1, i
		}
	}
	switch {
	case strings.Trim(text, "0123456789") == "":
		return ""
	case len(text) != ulidLen && wrong == 0:
		return "looks like a ULID: " + counted(len(text), ulidLen)
	case len(text) == ulidLen && wrong == 1:
		return wrongAt("a ULID", text, at, "in Crockford's base32", symbols)
	case len(text) == ulidLen && wrong > 1:
		return fmt.Sprintf("looks like a ULID, but %d characters, as %q, are not in Crockford's base32%s", wrong,
			text[at:at+1], instead(text[at], symbols))
	}
	return ""
}

// confused recognises a letter that was read for a digit.
func (in *Inspector) confused(text string) string {
	const least = 15
	if len(text) < least || len(text) > maxText {
		return ""
	}
	mended, at, wrong := []byte(text), 0, 0
	for i, c := range mended {
		switch c {
		case 'O', 'o':
			mended[i], at, wrong = '0', i, wrong+1
		case 'l', 'I':
			mended[i], at, wrong = '1', i, wrong+1
		}
	}
	const most = 3
	if wrong == 0 || wrong > most {
		return ""
	}
	digits := strings.Trim(string(mended), "0123456789") == "" && len(text) <= 20
	if !digits && !(len(text) == 24 && isHex(string(mended))) && !in.sure(string(mended)) {
		return ""
	}
	return fmt.Sprintf("has %q as character %d, where a digit belongs: %c?", text[at:at+1], at+1, mended[at])
}

// together recognises two identifiers without anything between them.
func (in *Inspector) together(text string) string {
	const most = 128
	n := len(text)
	if n > most {
		return ""
	}
	for _, first := range [...]int{uuidLen, ulidLen, n / 2} {
		if first < 20 || n-first < 20 || first == n/2 && n%2 > 0 {
			continue
		}
		if in.sure(text[:first]) && in.sure(text[first:]) {
			return fmt.Sprintf("is two ids run together: %s and %s", text[:first], text[first:])
		}
	}
	return ""
}

// wrongSum recognises a text whose checksum is wrong, and which one symbol of it would
// mend, if there is but one.
func (in *Inspector) wrongSum(text string) string {
	if text == "" || len(text) > maxText {
		return ""
	}
	s := in.result()
	defer in.results.Put(s)
	in.open(&s.scan, append(s.buf[:0], text...), anyForm)
	for i := range s.scan.table.checks {
		c := s.scan.table.checks[i].candidate
		r := c.reader
		if r.affix && c.scheme.Affix.Sum != nil && strings.IndexByte(text, c.scheme.Affix.SumMark) >= 0 {
			reads := func(t string) bool {
				body, out, ok := c.scheme.TryBody([]byte(t))
				if !ok || !out.Summed {
					return false
				}
				id, ok := r.text.Try(body, r.bits)
				return ok && c.codec.Matches(id)
			}
			if reads(text) {
				continue
			}
			if i, symbol, n := mend(text, r.symbols(), reads); n > 0 {
				return sumWords(c.scheme, text, i, symbol, n)
			}
			continue
		}
		if c.codec != nil || c.scheme.Verify == nil || c.scheme.Format == gen.FormatToken ||
			c.scheme.Format == gen.FormatNumber {
			continue
		}
		reads := func(t string) bool {
			if _, ok := c.matcher().Match(nil, t); !ok {
				return false
			}
			_, err := c.scheme.Verify(t)
			return err == nil
		}
		if _, ok := c.matcher().Match(nil, text); !ok || reads(text) || strings.Trim(text, "0123456789") == "" {
			continue
		}
		_, err := c.scheme.Verify(text)
		headed := c.scheme.VerifyBits < 3 // what it begins with tells what it is, if anything does
		if headed && (err != known.ErrChecksum || !c.scheme.Pattern.Has(gen.Const)) {
			continue
		}
		symbols := ""
		for _, part := range c.parts {
			for _, s := range part.Alphabet {
				if !strings.ContainsRune(symbols, s) {
					symbols += string(s)
				}
				if large := unicode.ToUpper(s); part.Fold && !strings.ContainsRune(symbols, large) {
					symbols += string(large)
				}
			}
		}
		i, symbol, n := mend(text, symbols, reads)
		if headed || n == 1 || n > 0 && c.scheme.Format == gen.FormatCheckDigit {
			return sumWords(c.scheme, text, i, symbol, n)
		}
	}
	return ""
}

// mend counts in how many ways one symbol of a text makes it right, and returns the
// last of them.
func mend(text, symbols string, reads func(string) bool) (at int, symbol byte, ways int) {
	b := []byte(text)
	for i, old := range b {
		for j := range len(symbols) {
			if b[i] = symbols[j]; b[i] != old && reads(string(b)) {
				at, symbol, ways = i, b[i], ways+1
			}
		}
		b[i] = old
	}
	return at, symbol, ways
}

func sumWords(s *gen.Scheme, text string, at int, symbol byte, ways int) string {
	words := "looks like " + s.Name + ", but its checksum is wrong"
	if ways == 1 {
		words += fmt.Sprintf(" by one symbol: character %d, %q, should be %q", at+1, text[at:at+1], string(symbol))
	}
	return words
}

func isHexDigit(c byte) bool { return c-'0' < 10 || c|' '-'a' < 6 }

// symbols are the bytes of which texts of the form consist, in one case.
func (r *reader) symbols() string {
	symbols, _ := r.text.Form.Symbols()
	return symbols + r.text.Form.Punctuation()
}
