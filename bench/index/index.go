// Package index measures what the order of ids does to an index: the
// reason why people leave UUIDv4. It inserts the same number of rows under the
// ids of each scheme into a real engine, one scheme after the other, each
// into a fresh table, and reports rows per second over time, size, fill of the
// pages, page splits, bytes of log, how fast the newest rows are read, and those of a
// window of time.
//
// [Run] does it with an [Engine], which a [Driver] opens; the drivers are packages
// of their own below this one, each the only importer of its client. This package
// knows no engine, and returns data.
package index

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"idscope/gen"
	"idscope/gen/secret"
)

// Name is the name of the schema, database, bucket or table of its own that an
// engine makes, fills and drops.
const Name = "idscope_bench_index"

// ErrExists says that the database holds something named [Name] already: another
// run, or what one left behind that was killed. Engines wrap it.
var ErrExists = errors.New("exists already")

// ErrLeft says that what a run made could not be dropped. [Run] wraps it.
var ErrLeft = errors.New("what was created could not be dropped")

// ErrVariant says that the engine has no tables of the kind asked for.
var ErrVariant = errors.New("it is not to be had")

// ErrDSN says that a DSN cannot be understood, whatever it leads to. Drivers wrap
// it, with what they want instead.
var ErrDSN = errors.New("it is not understood")

// Driver opens the engines of one kind.
type Driver struct {
	// Schemes are the words before the colon of a DSN that the driver takes,
	// lower case; the first is the usual one.
	Schemes []string
	// Open connects, and changes nothing yet. dsn has one of the driver's schemes.
	Open func(ctx context.Context, dsn string) (Engine, error)
}

// Engine is a connection to one database. It is used by one goroutine, in this
// order: Claim once, then for each run of a scheme Create, Insert as often as needed, Read,
// Range and Stats in any order, Remove; at last Release and Close. Release and Close are
// called after every Claim that succeeded, also when a call between failed or its
// context ended; so is Close after every Open.
type Engine interface {
	// About says what was opened, without any password.
	About() About
	// Claim makes what is called [Name], and refuses with an error that wraps
	// [ErrExists] where it is there already.
	Claim(ctx context.Context) error
	// Create makes an empty table with a unique key of the id, the time and the payload, and
	// returns the type of the key's column. The counters of Stats start at zero.
	Create(ctx context.Context, t Table) (column string, err error)
	// Insert adds the rows, in this order, in one transaction that is durable when it
	// returns.
	Insert(ctx context.Context, rows []Row) error
	// Read fetches the rows of the keys by the id, with their payload, and returns how many
	// there are.
	Read(ctx context.Context, keys []gen.ID) (found int, err error)
	// Range fetches the rows of a window, both ends included, with their payload, and returns
	// how many there are: those from one id to the other, or those from one time to the other,
	// as the table's Window says.
	Range(ctx context.Context, from, to Row) (found int, err error)
	// Stats tells what the table is now. It may be slow: it is not timed.
	Stats(ctx context.Context) (Stats, error)
	// Remove drops the table.
	Remove(ctx context.Context) error
	// Release drops what Claim made, with all in it.
	Release(ctx context.Context) error
	// Close ends the connection, and puts back what the engine changed outside of
	// [Name]. A file that Open made is gone.
	Close() error
}

// About is what an engine is.
type About struct {
	Engine string `json:"engine"` // its own name and version: "PostgreSQL 15.18"
	Target string `json:"target"` // where: the DSN without a password, or a file
	// how rows lie: what the order of keys decides in this engine, in a few words
	Order   string    `json:"order"`
	Kinds   []Variant `json:"-"`               // of tables that it has, the usual one first
	LogKind string    `json:"log"`             // what the bytes of log are: "WAL", "redo log"
	Remedy  string    `json:"-"`               // how to drop by hand what a killed run left behind; for hints
	Notes   []string  `json:"notes,omitempty"` // what the reader has to know to believe the figures
	Cache   *Cache    `json:"cache,omitempty"` // nil where the engine has none of its own
}

// Cache is the memory that an engine keeps pages in.
type Cache struct {
	Name  string `json:"name"` // as the engine calls the setting
	Bytes int64  `json:"bytes"`
}

// Stats is what an engine tells of its table. Nil is what it does not tell.
type Stats struct {
	DiskBytes *int64 `json:"disk_bytes,omitempty"` // table with all its indexes, as it lies on disk
	// pages of the tree in order of the id, inner ones included
	IndexBytes *int64   `json:"index_bytes,omitempty"`
	PageBytes  *int64   `json:"page_bytes,omitempty" csv:"-"` // size of one page
	LeafPages  *int64   `json:"leaf_pages,omitempty"`         // of that tree
	Fill       *float64 `json:"fill,omitempty"`               // used share of the leaf pages, 0 to 1
	Splits     *int64   `json:"page_splits,omitempty"`        // pages of the tree that had to be split
	// written to the log since Create; for the whole server, where others use it
	LogBytes *int64 `json:"log_bytes,omitempty"`
}

// Open opens the engine that a DSN names. No error, also none of the client's,
// shows a password.
func Open(ctx context.Context, drivers []Driver, dsn string) (Engine, error) {
	d, err := Find(drivers, dsn)
	if err != nil {
		return nil, err
	}
	e, err := d.Open(ctx, dsn)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be opened: %w", secret.Redact(dsn), secret.Scrub(err, secret.Of(dsn)...))
	}
	return e, nil
}

// Measure opens the engine that a DSN names, runs, and closes it; see [Run].
func Measure(ctx context.Context, drivers []Driver, dsn string, schemes []*gen.Scheme, o Options) (*Report, About,
	error) {
	e, err := Open(ctx, drivers, dsn)
	if err != nil {
		return nil, About{}, err
	}
	r, err := Run(ctx, e, schemes, o)
	return r, e.About(), errors.Join(secret.Scrub(err, secret.Of(dsn)...), secret.Scrub(e.Close(), secret.Of(dsn)...))
}

// Find returns the driver that takes a DSN, or an error that lists the schemes
// that there are. Of the DSN the error shows only what is before its colon.
func Find(drivers []Driver, dsn string) (Driver, error) {
	word, _, ok := strings.Cut(dsn, ":")
	var all []string
	for _, d := range drivers {
		if ok && slices.Contains(d.Schemes, word) {
			return d, nil
		}
		all = append(all, d.Schemes[0]+":")
	}
	want := strings.Join(all, ", ")
	if !ok || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789+") != "" || word == "" || len(word) > 20 {
		return Driver{}, fmt.Errorf("the database is not named by a URL; use one that begins with %s", want)
	}
	return Driver{}, fmt.Errorf("%q is not a database that is measured here; use one of %s", word, want)
}
