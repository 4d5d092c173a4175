// Package counter takes numbers for ids from counters in a store or a database: from
// segments that the processes of a host share, from tables that number rows, from
// several such servers in turn, and from counters that begin again each day.
//
// A number is given out only after the store has durably counted past it. So what fails
// between the two loses numbers, and repeats none. Where the outcome of a statement is not
// known, its numbers count as lost.
//
// Each host keeps what it knows of a counter in a small file, a [Host]: the highest number
// that it saw, and refuses a server that is behind it; and the rest of the segment, so that
// short calls share it and most need no server.
package counter

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/url"

	"idscope/gen/fault"
	"idscope/gen/store"
)

// Max is the highest number that a counter gives out: that of a bigint of SQL.
const Max = math.MaxInt64

// Block is the numbers from First up to but not including End.
type Block struct {
	First uint64 `json:"first"`
	End   uint64 `json:"end"`
}

// Len is how many numbers a block has.
func (b Block) Len() uint64 { return b.End - b.First }

// take takes the first numbers off a block, at most n.
func (b *Block) take(n uint64) Block {
	got := Block{b.First, b.First + min(n, b.Len())}
	b.First = got.End
	return got
}

// Allocator gives out the numbers of one counter, in blocks.
type Allocator interface {
	// Allocate reserves the next step numbers, 1 or more, and returns them when the
	// store has durably counted past them. Concurrent calls get blocks that have no
	// number in common, in the order of the calls where one ended before the other
	// began.
	//
	// After an error that is store.ErrUnknown numbers may have been lost; after
	// every other one none were.
	Allocate(ctx context.Context, step uint64) (Block, error)

	// Least is the step that the counter was made with, 0 where it has none.
	Least() uint64

	// Return gives a block back that nothing was printed of. It reports false where it is
	// not the last one any more, which is no error.
	Return(ctx context.Context, b Block) (bool, error)
}

// The reasons for which a counter gives no number. Each but the first two arrives inside a *fault.Error.
var (
	// ErrNotHere says that this host has no number left, and that the one that was
	// asked may not ask the store.
	ErrNotHere = errors.New("the segment of this host is exhausted")

	// ErrFull says that a counter has reached its last number.
	ErrFull = errors.New("the counter has reached its last number")

	// ErrMissing is of a table or a key. The hint is a statement that creates it, or nothing.
	ErrMissing = errors.New("missing")

	// ErrBehind is of a server whose number is not above one that this host saw before: it
	// came back from an older backup, lost a key, or is another one.
	ErrBehind = errors.New("behind what this host saw")

	ErrLost     = errors.New("the store lost a part of the counter, so that numbers would repeat")
	ErrDisagree = errors.New("the counter is not what the call wants")
	ErrRisk     = errors.New("the store may lose what it confirmed, so that numbers can repeat")
)

// Missing is the error of a table or a key that is missing, with a statement that creates it, or nothing.
func Missing(what, statement string) error {
	return fault.New(ErrMissing, statement, "%s is missing", what)
}

// Disagree is the error of a part of a counter that is not what a call wants.
func Disagree(what, has, want, hint string) error {
	return fault.New(ErrDisagree, hint, "%s is %s, not %s", what, has, want)
}

// behind is the error of a server that gave out a number that is not above the highest that this host saw; of is the
// day of those, where numbers begin again each day.
func behind(about fmt.Stringer, got, seen uint64, of string) error {
	return fault.New(ErrBehind,
		"it was restored from an older backup, lost the key, or is another server: raise it above "+
			"every number that any host saw, see idscope help counters",
		"%s is behind: it gave out %d, and this host saw %d%s before", about, got, seen, of)
}

// Place is a counter in a store, and how it is to be.
type Place struct {
	Store *url.URL
	Key   string
	Setup
}

// ID names the counter.
func (p *Place) ID(kind string) ID { return NewID(kind, p.Store, p.Key) }

// ErrNoTables says that a store has no tables that number rows.
var ErrNoTables = errors.New("has no tables that number rows; use postgres:// or mysql://")

// Open opens the store of a counter: with statements a database that has those of its
// own, a [Database], else a store whose keys are swapped. One that may forget what it confirmed is
// refused as an error of ErrRisk, unless that is accepted.
func Open(ctx context.Context, d store.Driver, p Place, statements bool) (store.Store, error) {
	if d.Counters != nil && statements {
		return d.Counters(ctx, p.Store)
	}
	s, err := d.Open(ctx, p.Store, p.Create)
	if err != nil {
		return nil, err
	}
	if err = Safe(ctx, s, p.Accept); err != nil {
		_ = s.Close()
		return nil, err
	}
	return s, nil
}

// Setup is how a counter is to be.
type Setup struct {
	Create bool   // make what is missing
	Step   uint64 // 0 is whatever the server has
	Offset uint64 // 0 is whatever the server has
	Accept bool   // a table that may lose what it confirmed: else that is an error of ErrRisk
}

// Database is the counters of a database, each in a table that people know. Any number
// of goroutines may use it. A table that is missing is an error of ErrMissing with the
// statement that makes it; one that is other than wanted an error of ErrDisagree.
type Database interface {
	store.Store

	// Segment opens the row of a key in Leaf's table, leaf_alloc. Step is that of a new row.
	Segment(ctx context.Context, key string, o Setup) (Allocator, error)

	// Numbers opens a table whose rows are numbered: AUTO_INCREMENT or IDENTITY; for tickets one of which one row
	// is replaced, as in Flickr's Tickets64. (code.flickr.net, "Ticket Servers".)
	Numbers(ctx context.Context, table string, tickets bool, o Setup) (Numbers, error)

	// Segments lists the rows of Leaf's table; none where there is no such table.
	Segments(ctx context.Context) ([]Entry, error)

	// Next is the number that a table gives next, or one that is not above it; 0 where there
	// is no such table, or none that numbers rows.
	Next(ctx context.Context, table string) (uint64, error)
}

// Safe refuses, as an error of ErrRisk, a store that may lose counts that it gave out, unless that is
// accepted.
func Safe(ctx context.Context, s store.Store, accept bool) error {
	safety, err := s.Safety(ctx)
	if err == nil && safety.Class == store.BestEffort && !accept {
		err = fault.New(ErrRisk, "numbers can repeat after that; --accept-best-effort takes the risk",
			"%s may lose counts that it gave out: %s", safety.Engine, safety.Reason)
	}
	return err
}

// Numbers gives out the numbers of a table, one statement each.
type Numbers interface {
	// Next inserts or replaces a row, and returns its number when it is durable. After an
	// error that is store.ErrUnknown a number may have been lost.
	Next(ctx context.Context) (uint64, error)

	// Counts is how the server counts: offset, offset+step, offset+2*step ...
	Counts() (step, offset uint64)
}

// Entry is a counter as people list them.
type Entry struct {
	Kind string `json:"kind"`
	Key  string `json:"key"`
	Next uint64 `json:"next,string"` // first number that was not given out
	Step uint64 `json:"step,omitempty"`
	Note string `json:"note,omitempty"` // what else is stored with it

	Day int64 `json:"-"` // of Next, in days since 1970-01-01; 0 where numbers do not begin again
}

// Behind reports whether a counter would give out what a host saw before, as far as that
// host can know. Seen has to be from before the entry.
func (e *Entry) Behind(seen uint64) bool {
	next := e.Next
	if e.Day > 0 {
		next = mark(e.Day, e.Next)
	}
	return e.Next > 0 && next <= seen
}
