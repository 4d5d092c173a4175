// Package check reads identifiers, one a line, and says what is wrong with them
// as a set: which lines are none, which identifiers are duplicates, where the order
// breaks, and what the identifiers tell of their time, workers and sequence.
//
// [Run] does it in one pass over any number of inputs. The answer is exact, and
// the same for every budget of memory: what does not fit goes to files in a
// private temporary directory, which is gone when Run returns.
//
// Two lines are duplicates when they are the same bits of one scheme, in any encoding:
// a UUID with capitals or without hyphens is the same UUID, but a ULID of the same 128
// bits is not.
//
// How it works: goroutines take blocks of lines in turn, turn each line into a
// record of a few words, and throw those into 512 partitions by a hash. Equal
// identifiers meet in one partition. In memory it fits the cache: there two bitmaps
// find the few whose hash is not alone, and only those are sorted and counted; one
// that fits no memory is sorted in a file. The identifiers of one worker and tick of a
// scheme with a sequence are one partition's too, and sorted by their number: so the
// gaps are seen in the same pass.
package check

import (
	"time"

	"idscope/gen"
)

// Class is what a [Classifier] says of a line: which identifier it is.
type Class struct {
	Kind      string                             // of the scheme; two ids are the same if Kind, Bits and ID are
	Bits      int                                // size of the identifier, 1 to 192
	ID        gen.ID                             // its bits; those above that size are ignored
	Text      gen.Text                           // how to write it in the report; Hex unless given
	Write     func(dst []byte, id gen.ID) []byte // the same for those that no Text writes; nil is Text
	Time      time.Time                          // zero where the identifier has none
	Worker    uint64                             // only with HasWorker
	HasWorker bool
	Possible  bool // the line may be it by chance: it is invalid where such are rare

	// Bare is the identifier without what is around it in the line. Where it has one of the common shapes that
	// counts, and nothing else that is said of the line, not even an error.
	Bare []byte
}

// Classifier reads a line that has none of the common shapes; its error says why
// the line is no identifier, as a predicate: "is negative; use ...". It must not
// keep the line, is called by several goroutines at once, and says of a line always
// the same.
type Classifier func(line []byte) (Class, error)

// Options are what a check depends on. As or Classify is needed.
type Options struct {
	// As is the scheme that every line must be of, in its own text, strictly.
	// Nil takes each line by its shape: a decimal below 2^64, a UUID with or
	// without hyphens, an ObjectID, ULID or xid of a plausible time.
	As *gen.Scheme
	// Classify reads the other lines; it is not asked where As is given.
	Classify Classifier
	// Learn is told the first lines, where few of them have a common shape, and returns what reads all in place of
	// Classify.
	Learn func(first [][]byte) Classifier
	// NoShapes leaves lines of the common shapes to Classify, too.
	NoShapes bool
	// Memory bounds what is kept of the identifiers, in bytes: beyond that they
	// go to files. The process needs some 30 MB more, and up to 100 MB for a
	// kind that spreads over hundreds of thousands of seconds. 0 is DefaultMemory.
	Memory int64
	// TempDir is where those files go, in a directory of their own; empty is
	// the system's place.
	TempDir string
	// Progress is told how much of the inputs is read, of how many bytes; total
	// is 0 where a size is unknown. After that, if identifiers went to files, it
	// counts partitions compared, from 0 again. Calls come from several
	// goroutines, but never two at once.
	Progress func(done, total int64)
	// Now is the present: later times are counted as future. Zero counts none.
	Now time.Time
	// Goroutines is how many work; 0 is one for each processor.
	Goroutines int

	blockSize int // of the text that a goroutine takes at once; 0 is the default
}

// DefaultMemory holds some 115 million identifiers of 64 bits, 57 million UUIDs.
const DefaultMemory = 1 << 30

// defaultBlock is read in one call and fits a core's cache.
const defaultBlock = 256 << 10

// room is how many words a goroutine has for sorting and comparing: an eighth of the
// memory is for that.
func (o *Options) room() int { return max(1<<13, int(o.Memory/8/int64(o.Goroutines)/8)) }
