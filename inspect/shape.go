package inspect

import (
	"math/bits"
	"slices"
	"sync"

	"idscope/gen"
)

// classes are the alphabets that shapes are told apart by, smallest first of those
// that share a text: the first four have no hyphen.
var classes = [...]string{
	"0123456789",
	"0123456789abcdef",
	"0123456789ABCDEF",
	"0123456789abcdefABCDEF",
	"-0123456789",
	"abcdefghijklmnopqrstuvwxyz",
	"ABCDEFGHIJKLMNOPQRSTUVWXYZ",
	"0123456789ABCDEFGHJKMNPQRSTVWXYZ",
	"0123456789abcdefghjkmnpqrstvwxyz",
	"0123456789abcdefghijklmnopqrstuv",
	"23456789abcdefghijklmnopqrstuvwx",
	"234567abcdefghijklmnopqrstuvwxyz",
	"13456789abcdefghijkmnopqrstuwxyz",
	"0123456789abcdefghijklmnopqrstuvwxyz",
	"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
	"0123456789abcdefghjkmnpqrstvwxyzABCDEFGHJKMNPQRSTVWXYZ",
	"23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
	"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
	"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
	"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz",
	"+/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
	"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~",
	"!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~",
}

// symbolSet is a set of bytes.
type symbolSet [4]uint64

// everySymbol has all bytes.
var everySymbol = symbolSet{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}

// symbolsOf is the set of the bytes of a text, with fold its letters in either case.
func symbolsOf(text string, fold bool) (s symbolSet) {
	for i := range len(text) {
		c := text[i]
		s[c/64] |= 1 << (c % 64)
		if fold && symbolKind(c)%3 > 0 {
			c ^= ' '
			s[c/64] |= 1 << (c % 64)
		}
	}
	return s
}

func (s *symbolSet) has(c byte) bool { return s[c/64]>>(c%64)&1 == 1 }

// and is what two sets have in common.
func (s symbolSet) and(o symbolSet) symbolSet {
	return symbolSet{s[0] & o[0], s[1] & o[1], s[2] & o[2], s[3] & o[3]}
}

func (s symbolSet) or(o symbolSet) symbolSet {
	return symbolSet{s[0] | o[0], s[1] | o[1], s[2] | o[2], s[3] | o[3]}
}

func (s symbolSet) len() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// shapes knows the bytes of each class, and for each byte the classes that have it.
type shapes struct {
	sets  [len(classes)]symbolSet
	bytes [256]uint64 // the classes from bit classBits on, below them what the byte is
	usual [64]int     // the class that is a form's own alphabet, by form; -1 for none
}

// What all bytes of a text may be.
const (
	isLetter  = 1 << iota
	isUsual   // a letter or a digit of ASCII
	isNumeric // a digit, a hyphen or an underscore
	isWords   // a letter, a hyphen or an underscore
	noHyphen
	noEqual
	noLow // no underscore
	noDigit
	noMark    = noHyphen | noEqual | noLow
	classBits = 32
)

// traits are what bytes are, those with no by the bytes that are not so.
var traits = [...]struct {
	trait   uint64
	symbols string
}{{isLetter, letters}, {isUsual, plain}, {isNumeric, "0123456789-_"}, {isWords, letters + "-_"},
	{noHyphen, "-"}, {noEqual, "="}, {noLow, "_"}, {noDigit, "0123456789"}}

// marks are the bytes that forms may have between or behind symbols.
var marks = [...]struct {
	mark byte
	no   uint64
}{{'-', noHyphen}, {'=', noEqual}, {'_', noLow}}

// lazy is a value that is made when it is first asked for, so that a call pays for what it needs alone.
type lazy[T any] struct {
	once  sync.Once
	value T
}

func (l *lazy[T]) get(build func() T) T {
	l.once.Do(func() { l.value = build() })
	return l.value
}

var shapesOnce lazy[*shapes]

func allShapes() *shapes { return shapesOnce.get(newShapes) }

func newShapes() *shapes {
	s := &shapes{}
	for _, t := range traits {
		for _, c := range []byte(t.symbols) {
			s.bytes[c] |= t.trait
		}
	}
	for c := range s.bytes {
		s.bytes[c] ^= noMark | noDigit
	}
	for i, symbols := range classes {
		s.sets[i] = symbolsOf(symbols, false)
		for _, c := range []byte(symbols) {
			s.bytes[c] |= 1 << (classBits + i)
		}
	}
	for _, f := range gen.Forms() {
		symbols, _ := f.Form.Symbols()
		s.usual[f.Form] = slices.Index(s.sets[:], symbolsOf(symbols, false))
	}
	return s
}

// shapeKey is what texts of one table have in common.
type shapeKey struct {
	length  int
	classes uint32 // the smallest that have all symbols; 0 for none
	mark    byte   // the one kind of marks among the symbols; 0 for none, severalMarks for several
	marks   int    // how many there are
	bare    uint32 // the classes of all other symbols
	word    wording
	number  bool   // a plain number, see isPlainNumber
	letters bool   // there is no digit
	numeric bool   // digits, hyphens and underscores
	forms   uint64 // that a prefix leaves
}

// wording is whether a text is letters only, as words are: all small, all large, or the
// first one large; or some words with hyphens or underscores between them.
type wording uint8

const (
	noWord    wording = iota
	capitals          // all letters are large, as of many codes
	largeWord         // its first letter is large
	smallWord
)

// key returns the shape of a text, and what all its bytes are.
func (s *shapes) key(text []byte, forms uint64) (k shapeKey, all uint64) {
	all = ^uint64(0)
	for _, c := range text {
		all &= s.bytes[c]
	}
	k = shapeKey{length: len(text), classes: usualClasses(uint32(all >> classBits)), forms: forms}
	k.number, k.numeric, k.letters = isPlainNumber(text), all&isNumeric != 0, all&noDigit != 0
	if all&noMark != noMark {
		s.marked(&k, text, all)
	}
	switch {
	case all&isLetter != 0:
		k.word = wordOf(text)
	case k.length == uuidLen && k.marks == 4: // of a UUID only the case of letters counts
		k.letters = false
	case all&isWords != 0:
		k.word = wordsOf(text)
	}
	return k, all
}

// severalMarks are several kinds of marks, or more of one than forms have.
const severalMarks = 0xff

// marked finds the marks of a shape. More than most are none of a form.
func (s *shapes) marked(k *shapeKey, text []byte, all uint64) {
	const most = 24
	for _, m := range marks {
		switch {
		case all&m.no != 0:
		case k.mark != 0:
			k.mark = severalMarks
			return
		default:
			k.mark = m.mark
		}
	}
	bare, n := ^uint64(0), 0
	for _, c := range text {
		if c == k.mark {
			n++
		} else {
			bare &= s.bytes[c]
		}
	}
	if n > most || n == len(text) {
		k.mark = severalMarks
		return
	}
	k.marks, k.bare = n, usualClasses(uint32(bare>>classBits))
}

// shape returns what random strings have to have in common with texts of the shape in a
// form; ok is false where no class has all symbols.
func (k *shapeKey) shape(in *shapes, f gen.Form) (s shape, ok bool) {
	all, symbols := k.classes, k.length
	if skip := f.Punctuation(); skip != "" && k.mark == skip[0] {
		all, symbols = k.bare, k.length-k.marks
	}
	if all == 0 {
		return s, false
	}
	class := bits.TrailingZeros32(all)
	if u := in.usual[f]; u >= 0 && all>>u&1 == 1 {
		class = u
	}
	return shape{class, symbols}, true
}

// reached reports whether a text of the symbols may be of the shape: in its class,
// and in no smaller one. There is a class.
func (key *shapeKey) reached(in *shapes, symbols symbolSet) bool {
	class := bits.TrailingZeros32(key.classes)
	met := symbols.and(in.sets[class])
	return !slices.ContainsFunc(in.sets[:class], func(smaller symbolSet) bool { return met.and(smaller) == met })
}

// has reports whether texts of the shape may have some symbols, and no more of a mark than most, where that is not 0.
func (key *shapeKey) has(in *shapes, needed symbolSet, most int) bool {
	if key.classes == 0 {
		return true
	}
	for _, m := range marks {
		if needed.has(m.mark) && key.mark != severalMarks && (key.mark != m.mark || most > 0 && key.marks > most) {
			return false
		}
	}
	return needed.and(in.sets[bits.TrailingZeros32(key.classes)]) == needed
}

// usualClasses leaves of the classes of a text those that its evidence may depend
// on: the smallest, and others of its size.
func usualClasses(all uint32) uint32 {
	all &= 1<<len(classes) - 1
	if all == 0 {
		return 0
	}
	size, kept := len(classes[bits.TrailingZeros32(all)]), uint32(0)
	for rest := all; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros32(rest)
		if len(classes[i]) != size {
			break
		}
		kept |= 1 << i
	}
	return kept
}

// wordsOf says which words with a hyphen or an underscore between each two a text is, hyphens in
// front as of a flag left out.
func wordsOf(text []byte) (kind wording) {
	from := 0
	for from < min(2, len(text)) && text[from] == '-' {
		from++
	}
	for at := from; at <= len(text); at++ {
		if at < len(text) && text[at] != '-' && text[at] != '_' {
			continue
		}
		w := noWord
		if at > from {
			w = wordOf(text[from:at])
		}
		if w <= capitals {
			return noWord
		}
		kind, from = max(kind, w), at+1
	}
	return kind
}

// wordOf says which word a text of letters is.
func wordOf(text []byte) wording {
	large := 0
	for _, c := range text {
		if c <= 'Z' {
			large++
		}
	}
	switch {
	case large == 0:
		return smallWord
	case large == len(text):
		return capitals
	case large == 1 && text[0] <= 'Z':
		return largeWord
	}
	return noWord
}

// of returns the classes that have a byte, or with fold the letter in the other case.
func (s *shapes) of(c byte, fold bool) uint32 {
	all := s.bytes[c]
	if fold && symbolKind(c)%3 > 0 {
		all |= s.bytes[c^' ']
	}
	return uint32(all >> classBits)
}

// isPlainNumber reports whether a text is a round number, or one with a letter behind
// it, as a unit: what is read of such a text is never likely.
func isPlainNumber[T string | []byte](text T) bool {
	const zeros, least = 6, 10
	last := len(text) - 1
	if last+1 < least {
		return false
	}
	end := last
	switch {
	case text[last] == '0':
		for end > last-zeros {
			if text[end] != '0' {
				return false
			}
			end--
		}
	case text[last]|' ' < 'a':
		return false
	}
	for i := range end {
		if text[i]-'0' > 9 {
			return false
		}
	}
	return true
}
