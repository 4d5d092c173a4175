package hashids

import "errors"

// The errors that a caller may decide by; they are wrapped with the values.
var (
	// ErrOption is wrapped by every error of New.
	ErrOption = errors.New("not possible with hashids")
	// ErrAlphabet says that a text has a character outside the alphabet.
	ErrAlphabet = errors.New("not in the alphabet")
	// ErrMalformed says that a text is not written by these options.
	ErrMalformed = errors.New("not written with this salt, alphabet and minimum length")
	// ErrOverflow says that a number of the text needs more than 64 bits.
	ErrOverflow = errors.New("more than 64 bits")
	// ErrHex says that a text is no hexadecimal digits, or was not made of them.
	ErrHex = errors.New("not hexadecimal digits")
)
