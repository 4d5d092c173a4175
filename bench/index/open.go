package index

import (
	"context"
	"fmt"
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
		return nil, fmt.Errorf("%s can not be opened: %w", Redact(dsn), Scrub(err, dsn))
	}
	return e, nil
}
