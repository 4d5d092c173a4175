package gen

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"idscope/gen/quantity"
)

// Pattern declares IDs that are texts and no number of a layout: parts one after the other, of symbols of an alphabet
// (NanoID) or one of some fixed texts ("swh:1:"). At most one has symbols of several lengths, so that a text falls
// apart in one way.
type Pattern []Part

// Part is one run of symbols of such a text, or one of some fixed texts.
type Part struct {
	Name   string // as the scheme's own specification calls it
	Source Source
	Texts  []string // it is one of these; of a Const part
	Fold   bool     // letter case is ignored, of texts and of symbols

	Alphabet string // of its symbols, in order of their values
	Min, Max int    // how many
	Length   int    // how many are made where the user chooses none; 0 is Min
	Group    int    // a hyphen follows each so many symbols, but not at the end; 0 for none

	Per    uint64    // of a Time part: it counts so many to a tick; 0 is 1
	Keep   bool      // of a Random part: drawn once, and kept until the sequence ends
	Drawn  int       // of a Random or Digest part: bits by default, and at most, if not all that its symbols hold
	Stride [2]uint64 // of a Seq part: it grows by a number from the first to the second, drawn with the kept parts

	// Guards are texts that a secret follows where they begin a word; those with an underscore first, anywhere. Without
	// a part declared Secret, what follows a text that begins with one must not be shown.
	Guards []string
	// Secret says that the symbols of this part must never be shown.
	Secret bool
}

// AnyByte is the alphabet of a part that is no id but runs on behind one.
const AnyByte = ""

// Symbols is how many symbols a part has when it is made.
func (p Part) Symbols() int { return cmp.Or(p.Length, p.Min) }

// Bits is the entropy of one symbol.
func (p Part) Bits() float64 { return math.Log2(float64(utf8.RuneCountInString(p.Alphabet))) }

// drawn is how many bits of an ID as it is made by default are random, with those of a part that is drawn once for many
// IDs, or without.
func (p Pattern) drawn(kept bool) (bits float64) {
	for _, part := range p {
		if part.Source == Random && (kept || !part.Keep) {
			bits += cmp.Or(float64(part.Drawn), float64(part.Symbols())*part.Bits())
		}
	}
	return bits
}

// Has reports whether a part comes from the source.
func (p Pattern) Has(s Source) bool {
	return slices.ContainsFunc(p, func(part Part) bool { return part.Source == s })
}

// last is the largest number of the part of a source.
func (p Pattern) last(s Source) uint64 {
	for i := range p {
		if part := &p[i]; part.Source == s && part.Numeric() {
			id := ID{}
			for range part.Max {
				id, _ = id.MulAdd(uint64(len(part.Alphabet)), uint64(len(part.Alphabet)-1))
			}
			if id.Len() <= 64 {
				return id.Lo / max(1, part.Per)
			}
		}
	}
	return ^uint64(0)
}

// Len is the shortest and the longest text, in bytes of alphabets of ASCII.
func (p Pattern) Len() (shortest, longest int) {
	for i := range p {
		low, high := p[i].lengths()
		shortest, longest = shortest+low, longest+high
	}
	return shortest, longest
}

func (p *Part) lengths() (low, high int) {
	if len(p.Texts) == 0 {
		return p.Bytes(p.Min), p.Bytes(p.Max)
	}
	low = len(p.Texts[0])
	for _, t := range p.Texts {
		low, high = min(low, len(t)), max(high, len(t))
	}
	return low, high
}

// Bytes is how long so many symbols of ASCII are, hyphens included.
func (p *Part) Bytes(symbols int) int {
	if p.Group > 0 && symbols > 0 {
		return symbols + (symbols-1)/p.Group
	}
	return symbols
}

// symbols inverts bytes; ok is false for a length that ends in a hyphen.
func (p *Part) symbols(bytes int) (n int, ok bool) {
	if p.Group == 0 {
		return bytes, true
	}
	n = bytes - bytes/(p.Group+1)
	return n, p.Bytes(n) == bytes
}

// Made is how long a text is that is made by default, in symbols.
func (p Pattern) Made() int {
	n := 0
	for _, part := range p {
		if len(part.Texts) > 0 {
			n += len(part.Texts[0])
		} else {
			n += part.Bytes(part.Symbols())
		}
	}
	return n
}

// Check refuses a pattern that could be read in two ways, or not at all.
func (p Pattern) Check() error {
	if len(p) == 0 {
		return errors.New("the text has no parts; use one or more")
	}
	vary := 0
	for _, part := range p {
		switch {
		case len(part.Texts) > 0 && part.Source == Const:
		case len(part.Texts) > 0:
			return fmt.Errorf("part %s has fixed texts; declare it constant", part.Name)
		case part.Group < 0,
			part.Group > 0 && (part.Source == Time || part.Source == Seq || part.Alphabet == AnyByte):
			return fmt.Errorf("part %s is a number in groups; use plain symbols", part.Name)
		case part.Min < 0, part.Max < part.Min,
			part.Length != 0 && (part.Length < part.Min || part.Length > part.Max):
			return fmt.Errorf("part %s has %d to %d symbols, %d by default; put them in order", part.Name, part.Min,
				part.Max, part.Length)
		case part.Source == Time || part.Source == Seq:
			if float64(part.Max)*part.Bits() > 64.0001 {
				return fmt.Errorf("part %s has numbers of more than 64 bits; use fewer symbols", part.Name)
			}
		}
		if low, high := part.lengths(); vary > 0 && len(part.Texts) > 0 && low < high {
			return fmt.Errorf("part %s has texts of several lengths behind a part of any length; put them in front",
				part.Name)
		}
		if part.Min != part.Max {
			vary++
		}
		for _, g := range part.Guards {
			if len(g) < 3 {
				return fmt.Errorf("part %s has the guard %q; use three symbols or more", part.Name, g)
			}
		}
		for i, t := range part.Texts {
			if t == "" || slices.Contains(part.Texts[:i], t) {
				return fmt.Errorf("part %s has the text %q twice, or it is empty; use each once", part.Name, t)
			}
		}
		if err := CheckAlphabet(part.Alphabet); len(part.Texts) == 0 && part.Alphabet != AnyByte && err != nil {
			return fmt.Errorf("part %s: %w", part.Name, err)
		}
	}
	if vary > 1 {
		return errors.New("two parts have symbols of several lengths; use one at most")
	}
	return nil
}

// CheckAlphabet wants 2 to 256 symbols, none of them twice.
func CheckAlphabet(symbols string) error {
	for i, c := range symbols {
		switch {
		case c == utf8.RuneError:
			return errors.New("the alphabet is not UTF-8; use 2 to 256 characters, each once")
		case c != ' ' && !unicode.IsPrint(c):
			return fmt.Errorf("the alphabet has %q; use characters that can be seen", c)
		case strings.ContainsRune(symbols[:i], c):
			return fmt.Errorf("the alphabet has %q twice; use each symbol once", c)
		}
	}
	if n := utf8.RuneCountInString(symbols); n < 2 || n > 256 {
		return fmt.Errorf("the alphabet has %s; use 2 to 256", quantity.Counted(n, "symbol"))
	}
	return nil
}

// Restrict returns a scheme whose texts have that length, in symbols, and that alphabet in the part whose length
// varies; 0 and "" change nothing. It refuses a length that the pattern has not, and an alphabet without OwnAlphabet.
func (s *Scheme) Restrict(length int, alphabet string) (*Scheme, error) {
	if length == 0 && alphabet == "" {
		return s, nil
	}
	free, fixed := -1, 0
	for i, part := range s.Pattern {
		switch {
		case len(part.Texts) > 0:
			fixed += len(part.Texts[0])
		case part.Min < part.Max:
			free = i
		default:
			fixed += part.Min
		}
	}
	if free < 0 {
		return nil, fmt.Errorf("the length and alphabet of %s are fixed; remove them", s.Name)
	}
	own := *s
	own.Pattern = slices.Clone(s.Pattern)
	p := &own.Pattern[free]
	if length != 0 {
		if length < fixed+max(1, p.Min) || length > fixed+p.Max {
			return nil, fmt.Errorf("length %d is out of range for %s; use %d to %d",
				length, s.Name, fixed+max(1, p.Min), fixed+p.Max)
		}
		n := length - fixed
		p.Min, p.Max, p.Length = n, n, n
	}
	if alphabet != "" {
		if !s.OwnAlphabet {
			return nil, fmt.Errorf("the alphabet of %s is fixed; remove it", s.Name)
		}
		if err := CheckAlphabet(alphabet); err != nil {
			return nil, err
		}
		p.Alphabet = alphabet
	}
	return &own, nil
}

// Usual is the pattern of texts of the usual length alone, where a part of any length has one.
func (p Pattern) Usual() Pattern {
	p = slices.Clone(p)
	for i := range p {
		if part := &p[i]; len(part.Texts) == 0 && part.Min < part.Max && part.Length > 0 {
			part.Min, part.Max = part.Length, part.Length
		}
	}
	return p
}

// Read is the pattern that texts are read by: as far as the user chooses length and alphabet (OwnAlphabet), or is not
// known to (bare), only the usual ones are.
func (s *Scheme) Read(bare bool) Pattern {
	if bare || s.OwnAlphabet {
		return s.Pattern.Usual()
	}
	return s.Pattern
}

// Letters gives each part a letter for drawings, as [Layout.Letters] does.
func (p Pattern) Letters() []byte {
	layout := make(Layout, len(p))
	for i, part := range p {
		layout[i] = Field{Name: part.Name, Source: part.Source, Value: 1, Bits: 1}
	}
	return layout.Letters()
}

// fewTexts are listed one by one.
const fewTexts = 10

// String says in words what texts look like: "c, 8 of 0-9a-z, ...".
func (p Pattern) String() string {
	var words []string
	for _, part := range p {
		switch {
		case len(part.Texts) > 0 && len(part.Texts) <= fewTexts:
			words = append(words, quantity.FormatList(part.Texts, "or"))
		case len(part.Texts) > 0:
			words = append(words, fmt.Sprintf("one of %d %s texts", len(part.Texts), part.Name))
		case part.Alphabet == AnyByte && part.Min == 0:
			words = append(words, "perhaps "+part.Name)
		case part.Alphabet == AnyByte:
			words = append(words, part.Name)
		default:
			n := fmt.Sprint(part.Min)
			if part.Min < part.Max {
				n += fmt.Sprintf(" to %d", part.Max)
			}
			if n += " of " + Ranges(part.Alphabet); part.Group > 0 {
				n += fmt.Sprintf(" with a hyphen after each %d", part.Group)
			}
			words = append(words, n)
		}
	}
	return strings.Join(words, ", ")
}

// Ranges shortens an alphabet: abcdef is a-f.
func Ranges(alphabet string) string {
	symbols := []rune(alphabet)
	slices.Sort(symbols)
	var b strings.Builder
	for i := 0; i < len(symbols); {
		j := i
		for j+1 < len(symbols) && symbols[j+1] == symbols[j]+1 {
			j++
		}
		b.WriteRune(symbols[i])
		if j > i+1 {
			b.WriteByte('-')
		}
		if j > i {
			b.WriteRune(symbols[j])
		}
		i = j + 1
	}
	return b.String()
}
