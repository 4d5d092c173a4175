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

// ErrPlace says that a temporary file cannot be made.
var ErrPlace = errors.New("no temporary directory for a database")

// ErrVariant says that the engine has no tables of the kind asked for.
var ErrVariant = errors.New("no such variant")

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
	// Read fetches the rows of some keys by the id, with their payload, and returns how many
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

// Variant is how a table keeps its ids: where rows lie, what is indexed, and as what an id
// is stored.
type Variant string

// The variants. Not every engine has each of them.
const (
	Clustered Variant = "clustered"
	Heap      Variant = "heap"
	Secondary Variant = "secondary"
	TimeIndex Variant = "time-index"
	TextKey   Variant = "text"
)

// Variants lists them with their help.
func Variants() []gen.Choice {
	return []gen.Choice{
		{Name: string(Clustered),
			Help: "rows lie in the tree of the primary key, the id: InnoDB, WITHOUT ROWID, bbolt"},
		{Name: string(Heap), Help: "rows lie in order of arrival, the primary key's index beside them: PostgreSQL, " +
			"rowid tables of SQLite"},
		{Name: string(Secondary), Help: "the primary key is a counter, the id is in a second, unique index"},
		{Name: string(TimeIndex), Help: "a second index, on the column of the time"},
		{Name: string(TextKey), Help: "the id is stored as its text"},
	}
}

// Table is what an engine makes for one scheme: a column of the id, one of the time at
// which the id was stamped, in microseconds since 1970, and one of Payload bytes.
type Table struct {
	Key     Key
	Payload int
	Variant Variant // one that the engine has
}

// Row is one row of it, but for the payload.
type Row struct {
	ID      gen.ID
	Created int64 // in microseconds since 1970
}

// How the rows of a window of time are found.
const (
	ByKey  = "key"   // as a range of ids, which are in order of time
	ByTime = "index" // by the index on the time
	ByScan = "scan"  // by reading the whole table: nothing in it is in order of time
)

// Window says how the rows of a window of time are found.
func (t *Table) Window() string {
	switch {
	case t.Variant == TimeIndex:
		return ByTime
	case t.Key.Appended:
		return ByKey
	}
	return ByScan
}

// least is a bound from below of the bytes that a row takes in the tree that is in order of
// the id: of a heap and of a second index that of the id and a pointer to its row.
func (t *Table) least(usual Variant) int64 {
	if t.Variant == Clustered || usual == Clustered && (t.Variant == TextKey || t.Variant == TimeIndex) {
		return int64(t.Key.Bytes() + 8 + t.Payload)
	}
	return int64(t.Key.Bytes() + 6)
}

// Key is how the ids of a scheme are stored: as an integer up to 64 bits,
// as a UUID at 128, else as that many bytes. IDs that are bits are stored as text
// in the variant [TextKey] alone, which doubles the size; those that are nothing but text
// are else bytes too, one for each character.
type Key struct {
	Bits int  // 1 to 192
	Text bool // the scheme is a pattern of text
	// Appended says that ids of a later tick are greater than all earlier
	// ones: for engines that have to be told, and for windows of time.
	Appended bool
	// Chars is how many characters a key stored as text has at most; 0 where it is none.
	Chars int

	write func(dst []byte, id gen.ID) []byte // of a key stored as text
}

// KeyOf is the key of a scheme's ids in a variant; 0 bits where they are too long.
func KeyOf(s *gen.Scheme, v Variant) Key {
	k := Key{Bits: s.Layout.Size(), Appended: s.Timed() && s.TimeOrdered()}
	if s.Pattern != nil {
		k.Text = true
		if k.Bits = 8 * s.Pattern.Made(); k.Bits > gen.MaxBits {
			k.Bits = 0
		}
	}
	switch {
	case v != TextKey:
	case s.Pattern != nil:
		k.Chars = k.Bits / 8
		k.write = func(dst []byte, id gen.ID) []byte { return id.AppendBytes(dst, k.Chars) }
	default:
		k.Chars, k.write = s.TextLength(), s.Append
		k.Appended = k.Appended && s.Text.Sorted(s.Layout.Size())
	}
	return k
}

// Written reports whether keys are stored as text.
func (k Key) Written() bool { return k.write != nil }

// Integer reports whether keys are 64-bit integers.
func (k Key) Integer() bool { return k.Bits <= 64 && !k.Text && !k.Written() }

// UUID reports whether keys have the 128 bits of a UUID.
func (k Key) UUID() bool { return k.Bits == 128 && !k.Text && !k.Written() }

// Bytes is the size of a key, at most.
func (k Key) Bytes() int {
	switch {
	case k.Written():
		return k.Chars
	case k.Integer():
		return 8
	}
	return (k.Bits + 7) / 8
}

// Append appends a key as big-endian bytes, which compare as the ids do, or as its
// text.
func (k Key) Append(dst []byte, id gen.ID) []byte {
	if k.Written() {
		return k.write(dst, id)
	}
	return id.AppendBytes(dst, k.Bytes())
}

// order is what a scheme promises of the ids of one node.
func order(s *gen.Scheme) string {
	switch {
	case s.Ordered():
		return "increasing"
	case KeyOf(s, "").Appended:
		return "by time"
	}
	return "none"
}
