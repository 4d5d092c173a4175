package sqids

import (
	"errors"
	"fmt"
)

// The errors that a caller may decide by; they are wrapped with the values.
var (
	ErrOption    = errors.New("not possible with sqids")      // of New
	ErrAlphabet  = errors.New("not in the alphabet")          // a character of a text
	ErrMalformed = errors.New("malformed")                    // no encoder with this alphabet writes the text
	ErrOverflow  = errors.New("more than 64 bits")            // a number of the text
	ErrBlocked   = errors.New("the blocklist leaves no text") // for the numbers
)

// NotCanonicalError says that a text was read, but that this codec writes its numbers in another way: another blocklist
// or minimum length.
type NotCanonicalError struct {
	Text      string
	Canonical string // what the codec writes; empty where the blocklist leaves nothing
	Blocked   bool   // the text has a word of the blocklist
}

// Error says how the numbers are written now.
func (e *NotCanonicalError) Error() string {
	why := "of another blocklist or minimum length"
	if e.Blocked {
		why = "with a word of the blocklist"
	}
	if e.Canonical == "" {
		return fmt.Sprintf("%q is an id %s; its numbers have no other", e.Text, why)
	}
	return fmt.Sprintf("%q is an id %s; its numbers are written %s now", e.Text, why, e.Canonical)
}
