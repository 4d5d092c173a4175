package find

import (
	"strconv"
	"time"

	"idscope/inspect"
)

func newFinder(o Options) *finder {
	f := &finder{tokens: inspect.NewTokenReader(o.Inspector, o.All), guards: inspect.AllGuards(),
		shortest: o.Shortest, strict: o.Inspector.Strict(), opts: o, windowed: !o.From.IsZero() || !o.To.IsZero()}
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
	data, at := f.data, 0
	if c.within { // the run that a cut went through has UUIDs at most
		for at < len(data) && f.symbol[data[at]] != 0 {
			at++
		}
		f.uuids(0, at, false)
	}
	at = f.blocks(at)
	f.hideCards(at)
	for last := f.shortest - 1; at+last < len(data); {
		// If the byte at which a run would be long enough is no symbol, nothing up
		// to it is.
		end := at + last
		for end >= at && f.symbol[data[end]] != 0 {
			end--
		}
		if end >= at {
			at = end + 1
			continue
		}
		at = f.long(at) + 1
	}
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
	if end < len(data) && data[end] == '.' && (data[start] == 'e' || start >= 3 && data[start-1] == '.') {
		if to := f.dotted(start, end); to > 0 {
			return to
		}
	}
	read := false
	if f.strict || f.opts.All || mayBe(kinds, end-start) {
		found := len(f.chunk.Finds)
		f.run(start, end, kinds)
		if kinds == digit && len(f.chunk.Finds) == found && f.own(start, end) && f.number(start, end) {
			f.chunk.numbers++
		}
		if len(f.chunk.Finds) > found {
			it := &f.chunk.Finds[found]
			read = it.Hidden == "" && it.Start+f.chunk.before == start && it.End+f.chunk.before == end
		}
	}
	if kinds != letter|digit && (kinds != letter || data[end-1]|' ' == 'y') || string(data[start:start+3]) == "eyJ" {
		f.hide(start, end, kinds, read)
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
	return kinds&digit != 0 && (kinds&letter != 0 || kinds == digit)
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
	v, err := strconv.ParseInt(string(f.data[start:end]), 10, 64)
	fromNow := time.Duration(v - f.opts.Inspector.Now().UnixNano())
	return err == nil && v >= least && fromNow.Abs() > year
}
