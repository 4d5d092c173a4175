package hashids

import "errors"

// The errors that a caller may decide by; they are wrapped with the values.
var (
	ErrOption    = errors.New("not possible with hashids")                               // of New
	ErrAlphabet  = errors.New("not in the alphabet")                                     // a character of a text
	ErrMalformed = errors.New("not written with this salt, alphabet and minimum length") // a text
	ErrOverflow  = errors.New("more than 64 bits")                                       // a number of a text
	ErrHex       = errors.New("not hexadecimal digits")                                  // or a text not made of them
)
