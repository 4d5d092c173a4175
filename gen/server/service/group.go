package service

import (
	"context"
	"errors"

	"idscope/gen"
)

// Group is the file that the servers of a group share in their store: generators, users and
// limits.
type Group interface {
	// File returns the file and its version; both are empty where there is none.
	File(ctx context.Context) (text []byte, version string, err error)

	// Replace writes another in place of the one of that version. ErrGroupChanged says that
	// there is another version, and nothing was written.
	Replace(ctx context.Context, text []byte, version string) error

	Close() error
}

// ErrGroupChanged says that the file of a group was written by another meanwhile.
var ErrGroupChanged = errors.New("the file of the group was changed by another")

// Groups opens the files of groups, and checks what is to be written there.
type Groups interface {
	// OpenGroup opens the file of a group in the store of a URL.
	OpenGroup(ctx context.Context, url, group string) (Group, error)

	// CheckGroup returns what the text of a path changes in the file that is before it, in the order of
	// the tables; its error says why servers would not take the text, and in which line.
	CheckGroup(path string, text, before []byte,
		scheme func(name string, o Override) (*gen.Scheme, error)) ([]Change, error)
}

// Change is what a file says otherwise than the one before.
type Change struct {
	Table string // as generators.orders
	What  string // added, changed or removed
}
