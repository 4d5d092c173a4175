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
// their parts: so an identifier may stand in quotes, brackets, URLs, pairs of key
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
	// Shortest is the length of the shortest text that is looked at; 0 is 10.
	Shortest int
	// From and To bound the half-open window of time in which identifiers are
	// Inside; the zero time is no bound. Outside and without a time they are not.
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
	margin      = 256       // of what stands around an identifier in its line, and is looked at
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

	around  []byte // Data with what stands around it in its line
	before  int    // where Data begins in that
	within  bool   // it begins within a run of symbols
	numbers int64
	cut     lines.Chunk
}
