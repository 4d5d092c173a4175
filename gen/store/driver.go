package store

import (
	"context"
	"net/url"
)

// Driver opens the stores of one engine.
type Driver interface {
	// Schemes are the URL schemes that it serves: "redis", "rediss".
	Schemes() []string

	// Open connects to the store that the URL names, and fails within the
	// context's time if no server answers. Its errors say which store, what was
	// tried and what to check, never a password. With create it makes the table
	// or folder that is missing; without, a missing one is an [ErrMissing].
	Open(ctx context.Context, u *url.URL, create bool) (Store, error)
}
