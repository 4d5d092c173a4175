package counter

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"idscope/gen/store"
)

// Place is a counter in a store, and how it is to be.
type Place struct {
	Store *url.URL
	Key   string
	Setup
}

// ID names the counter.
func (p *Place) ID(kind string) ID { return NewID(kind, p.Store, p.Key) }

// ErrNoTables says that a store has no tables that number rows.
var ErrNoTables = errors.New("has no tables that number rows; use postgres:// or mysql://")

// Opened is an open store of a counter: a database that has statements of its own, or a
// store whose keys are swapped.
type Opened struct {
	Database Database    // nil where the store has none
	Store    store.Store // nil where the database has

	place Place
}

// Open opens the store of a counter: with statements a database that has those of its
// own, else a store whose keys are swapped. One that may forget what it confirmed is
// refused as an error of ErrRisk, unless that is accepted.
func Open(ctx context.Context, d store.Driver, p Place, statements bool) (o Opened, err error) {
	o.place = p
	if own, ok := d.(Driver); ok && statements {
		o.Database, err = own.OpenCounters(ctx, p.Store)
		return o, err
	}
	if o.Store, err = d.Open(ctx, p.Store, p.Create); err != nil {
		return o, err
	}
	if err = Safe(ctx, o.Store, Setup{Accept: p.Accept}); err != nil {
		o.Close()
		return Opened{}, err
	}
	return o, nil
}

// Close closes the store.
func (o *Opened) Close() {
	if o.Database != nil {
		_ = o.Database.Close()
	}
	if o.Store != nil {
		_ = o.Store.Close()
	}
}

// Allocator opens the segments of the key.
func (o *Opened) Allocator(ctx context.Context) (Allocator, error) {
	p := &o.place
	if o.Database != nil {
		return o.Database.Segment(ctx, p.Key, Setup{Create: p.Create, Step: p.Step, Accept: p.Accept})
	}
	return OpenRegister(ctx, o.Store, p.ID("segment"), p.Create, p.Step)
}

// Numbers opens the table that the key names, of tickets or of rows.
func (o *Opened) Numbers(ctx context.Context, tickets bool) (Numbers, error) {
	switch {
	case o.Database == nil:
		return nil, fmt.Errorf("a store of %s: %w", o.place.Store.Scheme, ErrNoTables)
	case tickets:
		return o.Database.Tickets(ctx, o.place.Key, o.place.Setup)
	}
	return o.Database.Rows(ctx, o.place.Key, o.place.Setup)
}

// Dates opens the counter of dates of the key.
func (o *Opened) Dates(now func() time.Time) Dates {
	if d, ok := o.Store.(Dater); ok {
		return d.Dates(o.place.Key, Setup{Create: o.place.Create})
	}
	return newDated(o.Store, o.place.ID("date-seq"), o.place.Create, now)
}

// Ping asks the store for something, to find out whether it answers.
func (o *Opened) Ping(ctx context.Context) error {
	if o.Database != nil {
		return o.Database.Ping(ctx)
	}
	_, err := o.Store.Load(ctx, prefix+"ping")
	return err
}
