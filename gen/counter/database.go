package counter

import (
	"context"
	"net/url"

	"idscope/gen/fault"
	"idscope/gen/store"
)

// Driver opens databases that count by statements of their own. A [store.Driver] that
// is one as well is asked for those.
type Driver interface {
	// OpenCounters connects to the database that a URL names, under the same conditions
	// as store.Driver's Open, and needs no table of a store.
	OpenCounters(ctx context.Context, u *url.URL) (Database, error)
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
	// Segment opens the row of a key in Leaf's table, leaf_alloc. Step is that of a new row.
	Segment(ctx context.Context, key string, o Setup) (Allocator, error)

	// Rows opens a table whose rows are numbered: AUTO_INCREMENT or IDENTITY.
	Rows(ctx context.Context, table string, o Setup) (Numbers, error)

	// Tickets opens a table of tickets, of which one row is replaced.
	Tickets(ctx context.Context, table string, o Setup) (Numbers, error)

	// Segments lists the rows of Leaf's table; none where there is no such table.
	Segments(ctx context.Context) ([]Entry, error)

	// Next is the number that a table gives next, or one that is not above it; 0 where there
	// is no such table, or none that numbers rows.
	Next(ctx context.Context, table string) (uint64, error)

	// Ping fails where the server does not answer.
	Ping(ctx context.Context) error

	Close() error
}

// Safe refuses, as an error of ErrRisk, what may lose counts that it gave out, unless that is
// accepted.
func Safe(ctx context.Context, s interface {
	Safety(context.Context) (store.Safety, error)
}, o Setup) error {
	safety, err := s.Safety(ctx)
	if err == nil && safety.Class == store.BestEffort && !o.Accept {
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

	// Step and Offset are how the server counts: Offset, Offset+Step, Offset+2*Step ...
	Step() uint64
	Offset() uint64
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
