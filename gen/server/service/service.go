// Package service is what the program and its server agree on: the program that
// starts fast knows this package only, idscope-full brings the server itself.
package service

import (
	"context"
	"io"
	"time"

	"idscope/gen"
	"idscope/gen/store"
	"idscope/gen/worker"
)

// Engine is a server.
type Engine interface {
	// Serve answers until the context ends, then for at most 5 s more what it has
	// accepted. Its error says what could not be opened, or which line of the file
	// is wrong.
	Serve(ctx context.Context, o Options) error

	// Hash returns what the file keeps of a password.
	Hash(password []byte) (string, error)

	// OpenGroup opens a group in the store of a URL.
	OpenGroup(ctx context.Context, url, group string) (Group, error)

	// CheckGroup returns what the text of a path changes in the file that is before it, in the order of
	// the tables; its error says why servers would not take the text, and in which line. Of the options it takes
	// Scheme and Stores.
	CheckGroup(path string, text, before []byte, o Options) ([]Change, error)
}

// Options are what a server takes from the program around it.
type Options struct {
	Listen string // address of the Redis protocol: host:port or unix:PATH; empty is the file's, or the default
	HTTP   string // address of HTTP: host:port; "none" for none
	File   string // serve.toml; empty serves every scheme by its name
	Socket string // the socket of this host, beside the records; empty for none

	Cluster  string // URL of the store that the servers of a group share; empty is the file's, or none
	Announce string // HOST:PORT where clients reach this server; empty is the file's, or Listen

	Scheme func(name string, o Override) (*gen.Scheme, error) // a scheme by its name, the user's own too
	Own    []*gen.Scheme                                      // the user's own, for reading ids
	Hold   func(ctx context.Context, w Wanted) (*Holding, error)
	Worker func(*gen.Scheme) (*uint64, error) // of a generator of one server whose file says none; nil takes a free one

	Stores []store.Driver                // of counters
	Store  string                        // URL of the store of leases, and of counters that name none; empty is none
	Folder func() (worker.Folder, error) // where this host keeps what it knows of counters

	Reload <-chan struct{} // asks to read the file again
	Log    io.Writer
}

// Wanted is a scheme whose ids have to be kept apart from those of other processes.
type Wanted struct {
	Scheme *gen.Scheme
	Worker *uint64          // nil takes one that is free
	Set    []gen.Assignment // values of fields, of which those of the worker leave a store a choice
	Lead   time.Duration    // how far ahead of the clock ticks are reserved, at most
	Clock  gen.Clock
	Do     store.Do // makes the calls of the store, where there is one; nil just makes them
}

// Holding is what keeps them apart: a record of this host, which may be of a number that
// a store grants it.
type Holding struct {
	Ledger  gen.Ledger
	Worker  uint64
	Set     []gen.Assignment // what was granted beside those that were wanted
	Ceiling *gen.Ceiling     // of the grant; nil without a store
	Close   func() error
}

// Override changes a scheme's layout; empty values leave it as it is.
type Override struct{ Layout, Epoch, Tick string }

// Form names a scheme and what keeps its ids apart: two programs that have the same form of
// a name generate the same kind of ids.
func Form(s *gen.Scheme) string { return s.Name + " " + worker.Key(s) }

// The addresses that are served where none is given.
const (
	DefaultListen = "127.0.0.1:6380"
	DefaultHTTP   = "127.0.0.1:8080"
)

// Group is what the servers of a group share in their store, where GroupFile is the key of generators, users and
// limits. Load and Swap are those of a [store.Store]; epoch 0 is of a writer that is no leader.
type Group interface {
	Load(ctx context.Context, key string) (store.Value, error)
	Swap(ctx context.Context, epoch uint64, key string, old store.Version, data []byte) (store.Version, error)
	Close() error
}

// GroupFile is the key of a file that is written for all servers of a group.
const GroupFile = "file"

// Change is what a file says otherwise than the one before.
type Change struct {
	Table string // as generators.orders
	What  string // added, changed or removed
}
