package find

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"
	"time"

	"idscope/gen"
	"idscope/inspect"
)

func newFinder(o Options) *finder {
	f := &finder{tokens: inspect.NewTokenReader(o.Inspector, o.All), shortest: o.Shortest,
		strict: o.Inspector.Strict(), opts: o, windowed: !o.From.IsZero() || !o.To.IsZero()}
	for c := range f.symbol {
		switch c := byte(c); {
		case c-'0' < 10:
			f.symbol[c] = digit
		case isAlnum(c):
			f.symbol[c] = letter
		case c == '-':
			f.symbol[c] = hyphen
		case c == '_':
			f.symbol[c] = underscore
		}
	}
	for _, c := range marksOf(o.As) {
		f.symbol[c], f.marked = mark, true
	}
	return f
}

// find fills in what is found in a chunk.
func (f *finder) find(c *Chunk) {
	f.chunk, f.data, f.counted, f.line, f.start = c, c.around, 0, c.Line, 1-int(c.Column)
	c.Finds, c.numbers = c.Finds[:0], 0
	f.hidePasswords()
	f.hideHeaders()
	data, at := f.data, 0
	if c.within { // the run that a cut went through has UUIDs at most
		for at < len(data) && f.symbol[data[at]] != 0 {
			at++
		}
		f.uuids(0, at, false)
	}
	f.blocks(at)
}

// long looks at the run that begins at start, and returns its end.
func (f *finder) long(start int) (end int) {
	data, kinds := f.data, uint8(0)
	for end = start; end < len(data) && f.symbol[data[end]] != 0; end++ {
		kinds |= f.symbol[data[end]]
	}
	if kinds&(digit|letter) == 0 {
		return end // a line that somebody drew
	}
	if end-start >= leastParted && f.hideParted(start) {
		return end
	}
	if end < len(data) && data[end] == '.' && (data[start] == 'e' || start >= 3 && data[start-1] == '.') {
		if to := f.dotted(start, end); to > 0 {
			return to
		}
	}
	if end-start == len("AKIA")+16 && end < len(data) && data[end] == ':' { // a key of AWS may be before its secret
		f.maskWord(start, end)
	}
	read, found := false, len(f.chunk.Finds)
	if f.strict || f.opts.All || mayBe(kinds, end-start) {
		f.run(start, end, kinds)
		if len(f.chunk.Finds) > found {
			it := &f.chunk.Finds[found]
			read = it.Hidden == "" && it.Start+f.chunk.before == start && it.End+f.chunk.before == end
		}
	}
	if to := f.dottedEnd(end); to > end && len(f.chunk.Finds) == found { // what dots are in is one secret
		f.mask(start, to)
	}
	if kinds != letter|digit && (kinds != letter || data[end-1]|' ' == 'y') || string(data[start:start+3]) == "eyJ" ||
		inspect.BeginsKey(data[start:end]) {
		f.hide(start, end, kinds, read)
	}
	if kinds == digit && len(f.chunk.Finds) == found && f.own(start, end) && f.number(start, end) { // not a card's
		f.chunk.numbers++
	}
	return end
}

// mayBe reports whether a run can have an identifier that is more than possible:
// not if it is a word, as few texts of ten and more random symbols have no digit,
// nor a date or a telephone number. UUIDs may be either.
func mayBe(kinds uint8, n int) bool {
	if kinds&hyphen != 0 && n >= uuidLen {
		return true
	}
	return kinds&digit != 0 && (kinds&letter != 0 || kinds == digit || n > len("201-555-0123"))
}

// number reports whether digits that were passed over may be an identifier: of 64 bits,
// unless they are a time of about now.
func (f *finder) number(start, end int) bool {
	const (
		least = 1e16 // 17 digits, as snowflakes have a month after their epoch
		year  = 366 * 24 * time.Hour
	)
	if f.strict || f.opts.All || end-start < 17 || isFraction(f.data, start, end) {
		return false
	}
	id, ok := gen.Text{Form: gen.Decimal}.Try(f.data[start:end], 63)
	fromNow := time.Duration(int64(id.Lo) - f.opts.Inspector.Now().UnixNano())
	return ok && id.Lo >= least && fromNow.Abs() > year
}

// block is how many bytes are looked at together: a bit of a word for each.
const block = 64

// blocks looks at the runs that begin from at on. In a block no step waits for the one
// before: a loop from run to run takes three times as long, as each step does.
func (f *finder) blocks(at int) {
	// A run of 4 and the one that begins so much behind it are longer; those of rest more are long enough.
	longer := min(4, f.shortest-4)
	rest := f.shortest - 4 - longer
	symbols, before := f.symbols(at), uint64(0)
	for ; at < len(f.data); at += block {
		next := f.symbols(at + block)
		// Of each bit: whether it and the 1, 3, ... bits behind it are set.
		run, more := symbols&(symbols>>1|next<<63), next&(next>>1)
		run, more = run&(run>>2|more<<62), more&(more>>2)
		begun := symbols<<1 | before
		// Four symbols, one that is none, and four: the start of a card with blanks.
		cards := run &^ (symbols>>4 | next<<60 | begun) & (run>>5 | more<<59)
		if cards != 0 {
			cards &= ^(symbols>>9|next<<55)&(run>>10|more<<54) | run>>7 | more<<57
		}
		run, more = run&(run>>longer|more<<(64-longer)), more&(more>>longer)
		run &= run>>rest | more<<(64-rest)
		for starts := run &^ begun; starts != 0; starts &= starts - 1 {
			f.long(at + bits.TrailingZeros64(starts))
		}
		for ; cards != 0; cards &= cards - 1 {
			f.hideCard(at + bits.TrailingZeros64(cards))
		}
		symbols, before = next, symbols>>63
	}
}

// symbols is symbolsOf for the block at a place, of which the data may have a part.
func (f *finder) symbols(at int) (symbols uint64) {
	if !f.marked && at+block <= len(f.data) {
		return symbolsOf((*[block]byte)(f.data[at:]))
	}
	end := len(f.data)
	for i, c := range f.data[min(at, end):min(at+block, end)] {
		if f.symbol[c] != 0 {
			symbols |= 1 << i
		}
	}
	return symbols
}

// symbolsOf has a bit for each byte that is a symbol, the lowest for the first.
func symbolsOf(text *[block]byte) (symbols uint64) {
	for i := 0; i < block; i += 8 {
		// The product moves the bits 7, 15, ... 63 to the upper eight.
		eight := areSymbols(binary.LittleEndian.Uint64(text[i:i+8])) >> 7 * 0x0102040810204080 >> 56
		symbols |= eight << i
	}
	return symbols
}

// areSymbols sets the highest bit of those of eight bytes that are symbols, and no
// other. Each byte is compared with the ends of the ranges of symbols, all at
// once: no sum has more than eight bits.
func areSymbols(text uint64) uint64 {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	low := text &^ high
	small := low | 0x20*ones // letters in lower case
	letters := (small + (0x80-'a')*ones) &^ (small + (0x7f-'z')*ones)
	digits := (low + (0x80-'0')*ones) &^ (low + (0x7f-'9')*ones)
	marks := ^(((low ^ '-'*ones) + 0x7f*ones) & ((low ^ '_'*ones) + 0x7f*ones))
	return (letters | digits | marks) &^ text & high
}

// enclosing are bytes that are of the text around an id rather than of the id, where its
// scheme does not name them.
const enclosing = "\"'`<>()[]{},\\|"

// anyMark is what is looked for where a part of a scheme may be any text.
const anyMark = "./:@=+~%!*#$&?"

// marksOf returns the bytes, beside letters, digits, hyphens and underscores, that texts
// of schemes may have: those belong to runs where the schemes are asked for.
func marksOf(schemes []*gen.Scheme) (marks []byte) {
	add := func(text, but string) {
		for _, c := range []byte(text) {
			if !isSymbol(c) && c > ' ' && c < 0x80 && strings.IndexByte(but+"\"\\", c) < 0 {
				marks = append(marks, c)
			}
		}
	}
	for _, s := range schemes {
		add(s.Example.Text, "")
		if s.Affix != nil {
			add(s.Affix.Symbols+string(s.Affix.Separator)+string(s.Affix.SumMark), enclosing)
		}
		if s.Pattern == nil {
			symbols, _ := s.Text.Form.Symbols()
			add(symbols+s.Text.Form.Punctuation(), enclosing)
		}
		for _, p := range s.Pattern {
			add(strings.Join(p.Texts, ""), "")
			if add(p.Alphabet, enclosing); p.Alphabet == gen.AnyByte && p.Max > 0 {
				add(anyMark, "")
			}
		}
	}
	slices.Sort(marks)
	return slices.Compact(marks)
}

// Finds reports whether ids of a scheme can be found: not those with blanks, which part
// ids in running text.
func Finds(s *gen.Scheme) bool { return !strings.Contains(s.Example.Text, " ") }

// withMarks looks at a run that has marks: from its start and behind each mark, to its end, else to the next mark. What
// ends a sentence is not of it.
func (f *finder) withMarks(start, end int, kinds uint8) {
	for end > start && strings.IndexByte(".:;!?", f.data[end-1]) >= 0 {
		end--
	}
	for end-start >= f.shortest {
		next := start
		for next < end && f.symbol[f.data[next]] != mark {
			next++
		}
		if f.token(start, end) {
			return
		}
		if next-start >= f.shortest {
			f.run(start, next, kinds&^mark)
		}
		start = next + 1
	}
}
