package find

import (
	"bytes"
	"encoding/binary"
	"math/bits"

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
