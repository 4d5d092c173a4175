package hashids

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"idscope/gen/internal/lists"
)

const (
	// DefaultAlphabet is the alphabet of all implementations.
	DefaultAlphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890"
	// MinAlphabet is how many different characters an alphabet has at least.
	MinAlphabet = 16
	// MaxAlphabet is how many it has at most. The algorithm has no bound.
	MaxAlphabet = 1024
	// MaxLength is the largest minimum length. The algorithm has no bound.
	MaxLength = 1 << 16
	// MaxSafe is the largest number that all implementations take.
	MaxSafe = 1<<53 - 1

	separators = "cfhistuCFHISTU" // where the alphabet has them
	perGuard   = 12               // digits
	modulus    = 100              // of the first number in the sum that chooses the lottery

	ascii = 128 // up to as many digits there is room on the stack
)

// Options are what the texts of a codec depend on. The zero value is every implementation's default.
type Options struct {
	// Salt is mixed into the order of the alphabet; any text, counted in code points.
	Salt string
	// Alphabet has MinAlphabet to MaxAlphabet different characters, without U+0000; empty is DefaultAlphabet.
	Alphabet string
	// MinLength is how many characters a text has at least, 0 to MaxLength.
	MinLength int
}

// Codec writes and reads texts. It never changes after New: any number of goroutines may use it.
type Codec struct {
	salt      []rune
	digits    []rune // in the order before the first number
	seps      []rune
	guards    []rune
	minLength int
}

// New makes a codec. Its errors wrap ErrOption.
func New(o Options) (*Codec, error) {
	o.Alphabet = cmp.Or(o.Alphabet, DefaultAlphabet)
	if o.MinLength < 0 || o.MinLength > MaxLength {
		return nil, fmt.Errorf("minimum length %d is %w; use 0 to %d", o.MinLength, ErrOption, MaxLength)
	}
	if !utf8.ValidString(o.Salt) || !utf8.ValidString(o.Alphabet) {
		return nil, fmt.Errorf("salt %q with alphabet %q is %w; use valid UTF-8", o.Salt, o.Alphabet, ErrOption)
	}
	if strings.ContainsRune(o.Alphabet, 0) { // what separates numbers is chosen by a division by the code of a digit
		return nil, fmt.Errorf("alphabet %q with U+0000 is %w; leave that out", o.Alphabet, ErrOption)
	}
	all, err := different(o.Alphabet)
	if err != nil {
		return nil, err
	}
	c := &Codec{salt: []rune(o.Salt), minLength: o.MinLength}
	c.split(all)
	return c, nil
}

// Evidence is -log2 of the chance that random characters of the alphabet are one of the codec's texts, in bits.
func (c *Codec) Evidence(text string) float64 {
	all := len(c.digits) + len(c.seps) + len(c.guards)
	return lists.Evidence(all, len(c.digits), utf8.RuneCountInString(text), c.minLength)
}

// different returns the characters of an alphabet, each once.
func different(alphabet string) ([]rune, error) {
	var all []rune
	for i, r := range alphabet {
		if !strings.ContainsRune(alphabet[:i], r) {
			all = append(all, r)
		}
	}
	if len(all) < MinAlphabet || len(all) > MaxAlphabet {
		return nil, fmt.Errorf("alphabet of length %d, each character counted once, is %w; use %d to %d", len(all),
			ErrOption, MinAlphabet, MaxAlphabet)
	}
	return all, nil
}

// split deals the alphabet out to separators, guards and digits.
func (c *Codec) split(all []rune) {
	for _, r := range separators {
		if i := slices.Index(all, r); i >= 0 {
			c.seps = append(c.seps, r)
			all = slices.Delete(all, i, i+1)
		}
	}
	shuffle(c.seps, c.salt)
	if want := (2*len(all) + 6) / 7; want > len(c.seps) { // one for 3.5 digits, rounded up
		more := want - len(c.seps)
		c.seps = append(c.seps, all[:more]...)
		all = all[more:]
	}
	shuffle(all, c.salt)
	guards := (len(all) + perGuard - 1) / perGuard
	if len(all) < 3 { // too few to give any away
		c.guards, c.seps, c.digits = c.seps[:guards], c.seps[guards:], all
		return
	}
	c.guards, c.digits = all[:guards], all[guards:]
}

// The errors that a caller may decide by; they are wrapped with the values.
var (
	ErrOption    = errors.New("not possible with hashids")                               // of New
	ErrAlphabet  = errors.New("not in the alphabet")                                     // a character of a text
	ErrMalformed = errors.New("not written with this salt, alphabet and minimum length") // a text
	ErrOverflow  = errors.New("more than 64 bits")                                       // a number of a text
	ErrHex       = errors.New("not hexadecimal digits")                                  // or a text not made of them
)
