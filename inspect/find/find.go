// Package find finds identifiers in running text: logs, JSON, whatever lines are
// made of.
//
// [Run] reads any number of inputs in one pass and in constant memory, whatever
// the length of their lines. Pieces of text go to one goroutine for each
// processor, which find identifiers and format them; the output is in the order
// of the input. What has arrived is worked on at once: nothing waits for a buffer
// to fill.
//
// What is looked at are runs of letters, digits, hyphens and underscores, and
// their parts: so an identifier may be in quotes, brackets, URLs, pairs of key
// and value, behind a prefix or inside a longer word. Where schemes are asked for, the
// other bytes that their texts have, such as colons, are part of runs. What is taken for one is
// decided by package inspect: see [inspect.TokenReader].
//
// How it is fast: 64 bytes are compared with the symbols of identifiers together,
// and what has no run long enough is passed by. Of a run its length and kinds of
// symbols, then its constant bits and its time say no, or yes, before the
// inspector is asked. Words without a digit, dates and the like are no
// identifiers, unless All or a scheme is asked for.
package find

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"time"

	"idscope/gen"
	"idscope/inspect"
	"idscope/inspect/lines"
)

// Options are what a search depends on. The zero value works, but for Inspector.
type Options struct {
	// Inspector reads the identifiers.
	Inspector *inspect.Inspector
	// As are the schemes that the Inspector was asked for, if any: other bytes that their
	// texts have, such as colons, are then part of what is looked at.
	As []*gen.Scheme
	// All takes whatever the Inspector reads; else what a TokenReader wants.
	All bool
	// Shortest is the length of the shortest text that is looked at, 4 to 16; 0 is 10.
	Shortest int
	// From and To bound the half-open window of time in which identifiers are
	// Inside, where a part of their tick is; the zero time is no bound. Outside and
	// without a time they are not.
	From, To time.Time
	// Workers is how many goroutines search; 0 is one for each processor.
	Workers int
	// Whole leaves out lines longer than lines.Longest, and counts them. Else they come in
	// pieces, cut where that cuts no identifier.
	Whole bool

	chunk, line int // bytes of a piece, and of the longest line that is kept whole
}

const (
	shortest    = 10        // the digits of a Unix time; with less there is no evidence
	longestRun  = 512       // in longer runs only UUIDs with their hyphens are found
	defaultSize = 256 << 10 // fits the cache of a core, and is read in one call
	margin      = 256       // of what is around an identifier in its line, and is looked at
)

// Find is an identifier in a chunk.
type Find struct {
	inspect.Detection
	Start, End int   // in Data
	Line       int64 // from 1
	Column     int64 // in bytes, from 1
	Inside     bool  // its time is in the window; always, if there is no window
}

// Chunk is a piece of an input: whole lines, but of a line that is too long.
type Chunk struct {
	Data  []byte
	Finds []Find // in their order, none overlapping

	Input  int   // which of the inputs, from 0
	Offset int64 // of Data in the input, in bytes
	Line   int64 // at the start of Data, from 1
	Column int64 // there, from 1
	Last   bool  // Data ends with the last line of its input, which may lack its line feed

	around  []byte // Data with what is around it in its line
	before  int    // where Data begins in that
	within  bool   // it begins within a run of symbols
	numbers int64
	cut     lines.Chunk
}

// finder finds identifiers in chunks. It is for one goroutine.
type finder struct {
	tokens   *inspect.TokenReader
	shortest int
	strict   bool // a scheme was asked for
	marked   bool // it has other symbols than most
	windowed bool
	opts     Options
	symbol   [256]uint8 // 0 of other bytes
	chunk    *Chunk
	data     []byte // of the chunk, and what is around it in its line
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
	inside := !f.windowed || o.Timed && o.Time().Add(o.Scheme.Tick).After(f.opts.From) &&
		(f.opts.To.IsZero() || o.Time().Before(f.opts.To))
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
