package gen

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The classes of a TextError.
const (
	ClassEmpty        = "empty"         // nothing at all
	ClassWhitespace   = "whitespace"    // blanks or line ends around or inside
	ClassNegative     = "negative"      // a minus sign and a number
	ClassAlphabet     = "alphabet"      // a character that is no symbol of the form
	ClassFormat       = "format"        // punctuation in a number, hyphens out of place
	ClassLength       = "length"        // too few or too many characters
	ClassNonCanonical = "non_canonical" // another spelling of an identifier: needless zeros, stray bits
	ClassOverflow     = "overflow"      // more bits than the identifier has
)

// TextError says why Parse refused a text.
type TextError struct {
	Form    Form
	Class   string // one of the constants, for programs
	Given   string // the text; of a long one the start, and "..."
	Problem string // what is wrong with Given, as a predicate: "is negative"
	Want    string // what would have been right: "26 characters of Crockford base32"
}

// Error returns Given, Problem and Want as one line without control characters.
func (e *TextError) Error() string {
	return strconv.Quote(e.Given) + " " + e.Problem + "; want " + e.Want
}

// refuse finds out why Parse refuses s.
func (t Text) refuse(s []byte, bits int) *TextError {
	class, problem := t.why(s, bits)
	e := &TextError{Form: t.Form, Class: class, Given: cutLong(s), Problem: problem, Want: t.want(bits)}
	if class == ClassOverflow && t.Form.Spells() {
		most := string(t.Append(nil, Mask(bits), bits))
		if t.Form == Raw {
			most = strconv.Quote(most)
		}
		e.Want = "at most " + most
	}
	return e
}

// why names the class and the problem. If several things are wrong, the one
// that explains most comes first.
func (t Text) why(s []byte, bits int) (class, problem string) {
	shortest, longest := t.Len(bits)
	foreign := t.Form.foreign(s)
	switch {
	case longest == 0:
		return ClassFormat, "cannot be read"
	case len(s) == 0:
		return ClassEmpty, "is empty"
	case t.Form == Raw && len(s) != longest:
		return ClassLength, fmt.Sprintf("is %d bytes", len(s))
	case t.Form != Raw && bytes.ContainsFunc(s, unicode.IsSpace):
		return ClassWhitespace, "contains white space"
	case t.Form == Decimal && s[0] == '-' && foreign == 0 && len(s) > 1 && t.Form.foreign(s[1:]) < 0:
		return ClassNegative, "is negative"
	case t.Form == Decimal && foreign >= 0 && strings.IndexByte("+-.,'_eExX", s[foreign]) >= 0:
		return ClassFormat, hasForeign(s, foreign)
	case shortest == longest && len(s) != longest && printable(s):
		return ClassLength, isLong(s) // likely another form: its symbols do not matter
	case foreign >= 0:
		return ClassAlphabet, hasForeign(s, foreign)
	case t.Form == DateDigits && len(s) >= shortest && len(s) <= longest:
		return whyDateDigits(s)
	case t.Form != DateDigits && shortest < longest && len(s) > max(1, t.Width) && s[0] == t.Form.alphabet().symbols[0]:
		return ClassNonCanonical, fmt.Sprintf("starts with a needless %q", s[:1])
	case t.Form == Decimal && len(s) > longest:
		return ClassOverflow, isWide(bits)
	case len(s) < shortest || len(s) > longest:
		return ClassLength, isLong(s)
	}
	if _, ok := t.decode(s, bits); !ok && !t.Form.number() {
		return t.whyShape(s, bits)
	}
	return ClassOverflow, isWide(bits)
}

// whyShape is why for a text whose symbols and length are right, in a form that
// has more rules.
func (t Text) whyShape(s []byte, bits int) (class, problem string) {
	last := len(s) - 1
	switch t.Form {
	case UUID, HexDashed:
		return ClassFormat, "has hyphens out of place"
	case UPIDText:
		if s[upidPrefixLen] != upidMark || bytes.Count(s, []byte{upidMark}) > 1 {
			return ClassFormat, "has its underscore out of place"
		}
		return ClassOverflow, isWide(bits)
	case NCName32, NCName58, NCName64:
		for _, i := range [...]int{0, last} {
			if _, ok := ncnameEnd(s[i], t.Form); !ok {
				return ClassFormat, fmt.Sprintf("has %q at an end", s[i:i+1])
			}
		}
		return ClassNonCanonical, "has underscores or needless symbols between its ends" // of base58 only
	case SnowdropText:
		return ClassOverflow, isWide(bits)
	case Base64Std:
		if !padded(s, bits) {
			return ClassFormat, "has its padding out of place"
		}
	}
	return ClassNonCanonical, fmt.Sprintf("ends in %q, which says more than the last bits", s[last:])
}

func isLong(s []byte) string { return fmt.Sprintf("is %d characters", utf8.RuneCount(s)) }

func isWide(bits int) string { return fmt.Sprintf("needs more than %d bits", bits) }

// hasForeign names the character at s[i] and its place, counted from 1.
func hasForeign(s []byte, i int) string {
	_, size := utf8.DecodeRune(s[i:])
	return fmt.Sprintf("has %q as character %d", s[i:i+size], utf8.RuneCount(s[:i])+1)
}

// want describes the texts of the form.
func (t Text) want(bits int) string {
	shortest, longest := t.Len(bits)
	switch {
	case longest == 0:
		return formNames()
	case shortest < longest:
		return fmt.Sprintf("%d to %d %s", shortest, longest, t.Form.info().unit)
	}
	return fmt.Sprintf("%d %s", longest, t.Form.info().unit)
}

// padded reports whether the padding of s is where Base64Std has it.
func padded(s []byte, bits int) bool {
	symbols := ceilDiv(8*ceilDiv(bits, 8), 6)
	return bytes.IndexByte(s[:symbols], '=') < 0 && strings.Trim(string(s[symbols:]), "=") == ""
}

// foreign is the index of the first byte that no text of the form contains, or
// -1.
func (f Form) foreign(s []byte) int {
	a := f.alphabet()
	if a == nil {
		return -1
	}
	values := a.values()
	for i, c := range s {
		if values[c] == notSymbol && strings.IndexByte(f.Punctuation(), c) < 0 {
			return i
		}
	}
	return -1
}

// Punctuation are the bytes of a text of the form that are no symbols; most have
// none.
func (f Form) Punctuation() string {
	switch f {
	case UUID, HexDashed:
		return "-"
	case UPIDText, NCName58:
		return "_"
	case Base64Std:
		return "="
	}
	return ""
}

// printable reports whether s is ASCII that one can see.
func printable(s []byte) bool {
	return !bytes.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' })
}

// cutLong keeps errors short, whatever was pasted; it does not split a character.
func cutLong(s []byte) string {
	const most = 48
	if len(s) <= most {
		return string(s)
	}
	n := most
	for n > most-utf8.UTFMax && !utf8.RuneStart(s[n]) {
		n--
	}
	return string(s[:n]) + "..."
}
