package gen

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Pattern declares identifiers that are texts and no number of a layout: parts
// one after the other, each of symbols of an alphabet (NanoID, CUID), or one of
// some fixed texts ("swh:1:"). At most one part has symbols of more than one
// length, so that a text falls apart in one way only.
type Pattern []Part

// Part is a stretch of such a text.
type Part struct {
	Name   string // as the scheme's own specification calls it
	Source Source
	Texts  []string // it is one of these; of a Const part
	Fold   bool     // and their letter case is ignored

	Alphabet string // of its symbols, in order of their values
	Min, Max int    // how many
	Length   int    // how many are made where the user chooses none; 0 is Min

	Keep   bool      // of a Random part: drawn once, and kept until the sequence ends
	Stride [2]uint64 // of a Seq part: it grows by a number from the first to the second, drawn with the kept parts
	Secret bool      // must not be shown
}

// AnyByte is the alphabet of a part that is no id but runs on behind one.
const AnyByte = ""

// Symbols is how many symbols a part has when it is made.
func (p Part) Symbols() int {
	if p.Length > 0 {
		return p.Length
	}
	return p.Min
}

// Bits is the entropy of one symbol.
func (p Part) Bits() float64 { return math.Log2(float64(utf8.RuneCountInString(p.Alphabet))) }

// Entropy is how many bits of identifiers as they are made by default are
// random: not the bits of a part that is drawn once for many identifiers.
func (p Pattern) Entropy() float64 {
	sum := 0.0
	for _, part := range p {
		if part.Source == Random {
			sum += float64(part.Symbols()) * part.Bits()
		}
	}
	return sum
}

// Has reports whether a part comes from the source.
func (p Pattern) Has(s Source) bool {
	for _, part := range p {
		if part.Source == s {
			return true
		}
	}
	return false
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
				return id.Lo
			}
		}
	}
	return ^uint64(0)
}

// Len is the shortest and the longest text, in bytes of alphabets of ASCII.
func (p Pattern) Len() (shortest, longest int) {
	for _, part := range p {
		low, high := part.lengths()
		shortest, longest = shortest+low, longest+high
	}
	return shortest, longest
}

func (p Part) lengths() (low, high int) {
	if len(p.Texts) == 0 {
		return p.Min, p.Max
	}
	low = len(p.Texts[0])
	for _, t := range p.Texts {
		low, high = min(low, len(t)), max(high, len(t))
	}
	return low, high
}

// Made is how long a text is that is made by default, in symbols.
func (p Pattern) Made() int {
	n := 0
	for _, part := range p {
		if len(part.Texts) > 0 {
			n += len(part.Texts[0])
		} else {
			n += part.Symbols()
		}
	}
	return n
}

// Check refuses a pattern that could be read in two ways, or not at all.
func (p Pattern) Check() error {
	if len(p) == 0 {
		return errors.New("a pattern has no parts; want one or more")
	}
	vary := 0
	for _, part := range p {
		switch {
		case len(part.Texts) > 0 && part.Source == Const:
		case len(part.Texts) > 0:
			return fmt.Errorf("part %s has fixed texts; want it constant", part.Name)
		case part.Min < 0 || part.Max < part.Min || part.Length != 0 && (part.Length < part.Min || part.Length > part.Max):
			return fmt.Errorf("part %s has %d to %d symbols, %d by default; want them in order", part.Name, part.Min, part.Max, part.Length)
		case part.Source == Time || part.Source == Seq:
			if float64(part.Max)*part.Bits() > 64.0001 {
				return fmt.Errorf("part %s has numbers of more than 64 bits; want less", part.Name)
			}
		}
		if part.Min != part.Max {
			vary++
		}
		if err := CheckAlphabet(part.Alphabet); len(part.Texts) == 0 && part.Alphabet != AnyByte && err != nil {
			return fmt.Errorf("part %s: %w", part.Name, err)
		}
	}
	if vary > 1 {
		return errors.New("two parts have symbols of several lengths; want one at most")
	}
	return nil
}

// CheckAlphabet wants 2 to 256 symbols, none of them twice.
func CheckAlphabet(symbols string) error {
	seen := map[rune]bool{}
	for _, c := range symbols {
		switch {
		case c == utf8.RuneError:
			return errors.New("the alphabet is no UTF-8; want 2 to 256 characters, each once")
		case seen[c]:
			return fmt.Errorf("the alphabet has %q twice; want each symbol once", c)
		}
		seen[c] = true
	}
	if len(seen) < 2 || len(seen) > 256 {
		return fmt.Errorf("the alphabet has %d symbols; want 2 to 256", len(seen))
	}
	return nil
}

// Piece is a part of a text, found.
type Piece struct {
	*Part
	Start, End int    // in bytes
	Value      uint64 // of a Time, Seq or Worker part of at most 64 bits, as a number
}

// Match finds the parts in a text, and appends them to pieces; ok is false where
// the text is none of the pattern. It never panics and takes linear time.
func (p Pattern) Match(pieces []Piece, text string) (all []Piece, ok bool) {
	shortest, longest := p.Len()
	if len(text) < shortest || len(text) > longest {
		return pieces, false
	}
	rest := 0 // the shortest length of the parts that follow
	for i := range p {
		low, _ := p[i].lengths()
		rest += low
	}
	at := 0
	for i := range p {
		part := &p[i]
		low, high := part.lengths()
		rest -= low
		n := -1
		if len(part.Texts) > 0 {
			for _, t := range part.Texts {
				if len(t) > n && len(text)-at >= len(t)+rest && equal(text[at:at+len(t)], t, part.Fold) {
					n = len(t)
				}
			}
		} else if n = min(high, len(text)-at-rest); !part.has(text[at : at+n]) {
			n = -1
		}
		if n < 0 {
			return pieces, false
		}
		piece := Piece{Part: part, Start: at, End: at + n}
		if part.Numeric() {
			if piece.Value, ok = part.value(text[at : at+n]); !ok {
				return pieces, false
			}
		}
		pieces = append(pieces, piece)
		at += n
	}
	return pieces, at == len(text)
}

func equal(a, b string, fold bool) bool { return a == b || fold && strings.EqualFold(a, b) }

// has reports whether all bytes are symbols of the part.
func (p *Part) has(text string) bool {
	if p.Alphabet == AnyByte {
		return true
	}
	for i := range len(text) {
		if strings.IndexByte(p.Alphabet, text[i]) < 0 {
			return false
		}
	}
	return true
}

// Numeric reports whether the part is a number in the base of its alphabet.
func (p *Part) Numeric() bool {
	return len(p.Texts) == 0 && p.Alphabet != AnyByte && float64(p.Max)*p.Bits() <= 64.0001 &&
		(p.Source == Time || p.Source == Seq || p.Source == Worker)
}

// value reads a number; ok is false beyond 64 bits.
func (p *Part) value(text string) (v uint64, ok bool) {
	id := ID{}
	for i := range len(text) {
		if id, ok = id.MulAdd(uint64(len(p.Alphabet)), uint64(strings.IndexByte(p.Alphabet, text[i]))); !ok {
			return 0, false
		}
	}
	return id.Lo, id.Len() <= 64
}

// Letters gives each part a letter for drawings, as [Layout.Letters] does.
func (p Pattern) Letters() []byte {
	layout := make(Layout, len(p))
	for i, part := range p {
		layout[i] = Field{Name: part.Name, Source: part.Source, Value: 1, Bits: 1}
	}
	return layout.Letters()
}

// String says in words what texts look like: "c, 8 of 0-9a-z, ...".
func (p Pattern) String() string {
	var words []string
	for _, part := range p {
		switch {
		case len(part.Texts) == 1:
			words = append(words, strconv.Quote(part.Texts[0]))
		case len(part.Texts) > 0:
			words = append(words, fmt.Sprintf("one of %d %ss", len(part.Texts), part.Name))
		case part.Alphabet == AnyByte:
			words = append(words, part.Name)
		case part.Min == part.Max:
			words = append(words, fmt.Sprintf("%d of %s", part.Min, ranges(part.Alphabet)))
		default:
			words = append(words, fmt.Sprintf("%d to %d of %s", part.Min, part.Max, ranges(part.Alphabet)))
		}
	}
	return strings.Join(words, ", ")
}

// ranges shortens an alphabet: abcdef is a-f.
func ranges(alphabet string) string {
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
