package text

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"idscope/gen/fault"
	"idscope/gen/quantity"
)

// The reasons for which Parse refuses a text.
var (
	ErrEmpty        = errors.New("empty")         // nothing at all
	ErrWhitespace   = errors.New("white space")   // blanks or line ends around or inside
	ErrNegative     = errors.New("negative")      // a minus sign and a number
	ErrAlphabet     = errors.New("alphabet")      // a character that is no symbol of the form
	ErrFormat       = errors.New("format")        // punctuation in a number, hyphens out of place
	ErrLength       = errors.New("length")        // too few or too many characters
	ErrNonCanonical = errors.New("not canonical") // another text of an ID: needless zeros, stray bits
	ErrOverflow     = errors.New("overflow")      // more bits than the ID has
)

// refuse finds out why Parse refuses s: in one line without control characters, which begins with the text, quoted; of
// a long one the start, and "...".
func (t Text) refuse(s []byte, bits int) *fault.Error {
	problem, reason := t.why(s, bits)
	use := t.use(bits)
	if reason == ErrOverflow && t.Form.Encodes() {
		most := string(t.Append(nil, Mask(bits), bits))
		if t.Form.Binary() {
			most = strconv.Quote(most)
		}
		use = "at most " + most
	}
	return &fault.Error{Reason: reason, Text: strconv.Quote(Shorten(string(s))) + " " + problem + "; use " + use}
}

// mostRead is how many bytes of a text are read to say what is wrong with it: the text may be a whole file.
const mostRead = 4 << 10

// why names the problem and the reason. If several things are wrong, the one that explains most comes first.
func (t Text) why(s []byte, bits int) (problem string, reason error) {
	r := t.Form.row()
	shortest, longest := t.Len(bits)
	head := s[:min(len(s), mostRead)]
	foreign := r.foreign(head)
	fits := len(s) >= shortest && len(s) <= longest
	decimal := t.Form.Digits() && rules[r.rule].number
	switch {
	case longest == 0:
		return "cannot be read", ErrFormat
	case len(s) == 0:
		return "is empty", ErrEmpty
	case r.alphabet == nil && !fits:
		return "is " + quantity.Counted(len(s), "byte"), ErrLength
	case r.alphabet != nil && bytes.ContainsFunc(head, unicode.IsSpace):
		return "contains white space", ErrWhitespace
	case decimal && s[0] == '-' && foreign == 0 && len(s) > 1 && r.foreign(head[1:]) < 0:
		return "is negative", ErrNegative
	case decimal && foreign >= 0 && strings.IndexByte("+-.,'_eExX", s[foreign]) >= 0:
		return hasForeign(s, foreign), ErrFormat
	case shortest == longest && !fits && printable(head):
		return isLong(s), ErrLength // likely another form: its symbols do not matter
	case foreign >= 0:
		return hasForeign(s, foreign), ErrAlphabet
	case fits && rules[r.rule].why != nil:
		if _, ok := t.decode(s, bits); !ok {
			return rules[r.rule].why(r.alphabet, string(s), bits)
		}
	case t.Form.Encodes() && shortest < longest && len(s) > max(1, t.Width) && s[0] == r.alphabet.symbols[0]:
		return fmt.Sprintf("starts with a needless %q", string(s[:1])), ErrNonCanonical
	case decimal && len(s) > longest:
		return isWide(bits), ErrOverflow
	case !fits:
		return isLong(s), ErrLength
	}
	return isWide(bits), ErrOverflow
}

func isLong(s []byte) string {
	if len(s) > mostRead {
		return fmt.Sprintf("is longer than %d bytes", mostRead)
	}
	return "is " + quantity.Counted(utf8.RuneCount(s), "character")
}

func isWide(bits int) string { return fmt.Sprintf("needs more than %d bits", bits) }

// hasForeign names the character at s[i] and its place, counted from 1.
func hasForeign(s []byte, i int) string {
	_, size := utf8.DecodeRune(s[i:])
	return fmt.Sprintf("has %q as character %d", string(s[i:i+size]), utf8.RuneCount(s[:i])+1)
}

// use describes the texts of the form.
func (t Text) use(bits int) string {
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

// Shorten keeps messages short, whatever was pasted; it does not split a character.
func Shorten(s string) string {
	const most = 48
	if len(s) <= most {
		return s
	}
	n := most
	for n > most-utf8.UTFMax && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "..."
}
