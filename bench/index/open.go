package index

import (
	"context"
	"errors"
	"fmt"

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
