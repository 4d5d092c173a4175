package find

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strconv"
	"time"

	"idscope/inspect"
)

// finder finds identifiers in chunks. It is for one goroutine.
type finder struct {
	tokens   *inspect.TokenReader
	guards   *inspect.Guards
	shortest int
	strict   bool // a scheme was asked for
	marked   bool // it has other symbols than most
	windowed bool
	opts     Options
	symbol   [256]uint8 // 0 of other bytes
	chunk    *Chunk
	data     []byte // of the chunk, and what stands around it in its line
	counted  int    // up to where line feeds are counted
	line     int64  // there
	start    int    // of that line, in Data; below 0 if it began before
}

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

// The kinds of symbols of a run.
const (
	digit uint8 = 1 << iota
	letter
	hyphen
	underscore
	mark // of a scheme that was asked for
)

func isSymbol(c byte) bool { return isAlnum(c) || c == '-' || c == '_' }

func isAlnum(c byte) bool { return c-'0' < 10 || c|' '-'a' < 26 }

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

// own reports whether a part of the data is of the chunk, and not of those beside it.
func (f *finder) own(start, end int) bool {
	return start >= f.chunk.before && end <= f.chunk.before+len(f.chunk.Data)
}

// add notes a find, if it is the chunk's own.
func (f *finder) add(start, end int, o inspect.Detection) {
	if !f.own(start, end) {
		return
	}
	data := f.chunk.Data
	start, end = start-f.chunk.before, end-f.chunk.before
	if n := bytes.Count(data[f.counted:start], lineFeed); n > 0 {
		f.line += int64(n)
		f.start = lineStart(data, start)
	}
	f.counted = start
	inside := !f.windowed || o.Timed && !o.Time().Before(f.opts.From) && (f.opts.To.IsZero() || o.Time().Before(f.opts.To))
	f.chunk.Finds = append(f.chunk.Finds, Find{o, start, end, f.line, int64(start-f.start) + 1, inside})
}

// lineStart is where the line begins that at is in: eight bytes at a time, as
// bytes.LastIndexByte takes them one by one.
func lineStart(data []byte, at int) int {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	for ; at >= 8; at -= 8 {
		text := binary.LittleEndian.Uint64(data[at-8:]) ^ '\n'*ones
		// The sum has no carries from byte to byte: the highest bit is clear only
		// of a byte that is zero.
		if feeds := ^((text&^high + ^uint64(high)) | text) & high; feeds != 0 {
			return at - 8 + bits.Len64(feeds)/8
		}
	}
	for at > 0 && data[at-1] != '\n' {
		at--
	}
	return at
}

var lineFeed = []byte{'\n'}
