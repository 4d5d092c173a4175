package cli

import (
	"context"
	"errors"
	"net/url"
	"slices"

	"idscope/gen/store"
)

// StoreDriver returns the driver of a URL. Where it is not linked, the call goes on in
// idscope-full, and StoreDriver does not return.
func (a *App) StoreDriver(u *url.URL) (store.Driver, error) {
	for _, d := range a.Drivers() {
		if slices.Contains(d.Schemes(), u.Scheme) {
			return d, nil
		}
	}
	if a.Engines.Stores == nil {
		return nil, a.RunFull("a store at " + u.Scheme + "://")
	}
	_, err := store.Open(context.Background(), a.Drivers(), u.Scheme+":", false)
	return nil, Usage("%w", err)
}

// Linked reports whether the driver of a URL is in this program.
func (a *App) Linked(u *url.URL) bool {
	return slices.ContainsFunc(a.Drivers(), func(d store.Driver) bool { return slices.Contains(d.Schemes(), u.Scheme) })
}

// StoreURL reads the URL of a store.
func StoreURL(text string) (*url.URL, error) {
	u, err := store.Parse(text)
	if err != nil {
		return nil, Usage("--store: %w", err)
	}
	return u, nil
}

// StoreFailure is the failure of what a store could not do.
func StoreFailure(err error) error {
	var f *Failure
	switch {
	case err == nil || errors.As(err, &f):
		return err
	case errors.Is(err, store.ErrURL), errors.Is(err, store.ErrNoDriver):
		return Usage("--store: %w", err)
	}
	return Refused("%w", err)
}
