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
// that there are. The error shows of the DSN only what stands before its colon.
func Find(drivers []Driver, dsn string) (Driver, error) {
	word, _, ok := strings.Cut(dsn, ":")
	var all []string
	for _, d := range drivers {
		if ok && slices.Contains(d.Schemes(), word) {
			return d, nil
		}
		all = append(all, d.Schemes()[0]+":")
	}
	want := strings.Join(all, ", ")
	if !ok || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789+") != "" || word == "" || len(word) > 20 {
		return nil, fmt.Errorf("the database is not named by a URL; use one that begins with %s", want)
	}
	return nil, fmt.Errorf("%q is not a database that is measured here; use one of %s", word, want)
}
