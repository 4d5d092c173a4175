package text

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The classes of an Error.
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

// Error says why Parse refused a text.
type Error struct {
	Form    Form
	Class   string // one of the constants, for programs
	Given   string // the text; of a long one the start, and "..."
	Problem string // what is wrong with Given, as a predicate: "is negative"
	Want    string // what would have been right: "26 characters of Crockford base32"
}

// Error returns Given, Problem and Want as one line without control characters.
func (e *Error) Error() string {
	return strconv.Quote(e.Given) + " " + e.Problem + "; use " + e.Want
}

// refuse finds out why Parse refuses s.
func (t Text) refuse(s []byte, bits int) *Error {
	class, problem := t.why(s, bits)
	e := &Error{Form: t.Form, Class: class, Given: cutLong(s), Problem: problem, Want: t.want(bits)}
	if class == ClassOverflow && t.Form.Spells() {
		most := string(t.Append(nil, Mask(bits), bits))
		if t.Form.Binary() {
			most = strconv.Quote(most)
		}
		e.Want = "at most " + most
	}
	return e
}

// mostRead is how many bytes of a text are read to say what is wrong with it: the
// text may be a whole file.
const mostRead = 4 << 10

// why names the class and the problem. If several things are wrong, the one
// that explains most comes first.
func (t Text) why(s []byte, bits int) (class, problem string) {
	r := t.Form.row()
	shortest, longest := t.Len(bits)
	head := s[:min(len(s), mostRead)]
	foreign := r.foreign(head)
	fits := len(s) >= shortest && len(s) <= longest
	decimal := t.Form.Digits() && rules[r.rule].number
	switch {
	case longest == 0:
		return ClassFormat, "cannot be read"
	case len(s) == 0:
		return ClassEmpty, "is empty"
	case r.alphabet == nil && !fits:
		return ClassLength, fmt.Sprintf("is %d bytes", len(s))
	case r.alphabet != nil && bytes.ContainsFunc(head, unicode.IsSpace):
		return ClassWhitespace, "contains white space"
	case decimal && s[0] == '-' && foreign == 0 && len(s) > 1 && r.foreign(head[1:]) < 0:
		return ClassNegative, "is negative"
	case decimal && foreign >= 0 && strings.IndexByte("+-.,'_eExX", s[foreign]) >= 0:
		return ClassFormat, hasForeign(s, foreign)
	case shortest == longest && !fits && printable(head):
		return ClassLength, isLong(s) // likely another form: its symbols do not matter
	case foreign >= 0:
		return ClassAlphabet, hasForeign(s, foreign)
	case fits && rules[r.rule].why != nil:
		if _, ok := t.decode(s, bits); !ok {
			return rules[r.rule].why(r.alphabet, string(s), bits)
		}
	case t.Form.Spells() && shortest < longest && len(s) > max(1, t.Width) && s[0] == r.alphabet.symbols[0]:
		return ClassNonCanonical, fmt.Sprintf("starts with a needless %q", string(s[:1]))
	case decimal && len(s) > longest:
		return ClassOverflow, isWide(bits)
	case !fits:
		return ClassLength, isLong(s)
	}
	return ClassOverflow, isWide(bits)
}

func isLong(s []byte) string {
	if len(s) > mostRead {
		return fmt.Sprintf("is longer than %d bytes", mostRead)
	}
	return fmt.Sprintf("is %d characters", utf8.RuneCount(s))
}

func isWide(bits int) string { return fmt.Sprintf("needs more than %d bits", bits) }

// hasForeign names the character at s[i] and its place, counted from 1.
func hasForeign(s []byte, i int) string {
	_, size := utf8.DecodeRune(s[i:])
	return fmt.Sprintf("has %q as character %d", string(s[i:i+size]), utf8.RuneCount(s[:i])+1)
}

// want describes the texts of the form.
func (t Text) want(bits int) string {
	shortest, longest := t.Len(bits)
	switch {
	case longest == 0:
		return commonNames()
	case shortest < longest:
		return fmt.Sprintf("%d to %d %s", shortest, longest, t.Form.row().unit)
	}
	return fmt.Sprintf("%d %s", longest, t.Form.row().unit)
}

// foreign is the index of the first byte that no text of the form contains, or
// -1.
func (r *row) foreign(s []byte) int {
	if r.alphabet == nil {
		return -1
	}
	values := r.alphabet.values()
	for i, c := range s {
		if values[c] == notSymbol && strings.IndexByte(r.marks, c) < 0 {
			return i
		}
	}
	return -1
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
