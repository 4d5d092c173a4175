package counter

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"idscope/gen/fault"
	"idscope/gen/lease"
	"idscope/gen/store"
)

// leases is the group of the leases of writers; each counter has one number there.
const leases = "writers"

func (w *Writer) terms() lease.Terms {
	return lease.Terms{Key: w.host.id.part(), Scheme: w.host.id.String(), Field: "writer",
		Last: 1 << 62, Lease: w.term(), NoIDs: true}
}

func (w *Writer) holder() *lease.Holder {
	return &lease.Holder{Name: leases, From: w.host.id.Store, Terms: w.terms(), Keeper: grantOf{host: w.host},
		Owner: w.Owner, Clock: w.Clock, Create: w.Create, AcceptBestEffort: w.AcceptBestEffort,
		Open: func(ctx context.Context) (store.Store, error) {
			if w.store == nil {
				s, err := w.Open(ctx)
				if err != nil {
					return nil, err
				}
				w.store = s
			}
			return w.store, nil
		}}
}

// explain says of an error of the lease what it is for a counter.
func (w *Writer) explain(ctx context.Context, err error) error {
	var e *fault.Error
	group := lease.Group{Store: w.store, Name: leases, Terms: w.terms(), Clock: w.Clock}
	switch {
	case errors.As(err, &e) && errors.Is(e.Reason, lease.ErrStore) && e.Cause != nil:
		return e.Cause
	case errors.Is(err, lease.ErrNoNumber):
		list, e := group.List(ctx)
		if e == nil && len(list) > 0 && list[0].Owner != nil {
			o := list[0].Owner
			return taken(w.host.id, o.Host, o.PID, list[0].Until.Add(lease.Skew))
		}
		return w.forgotten(err)
	case errors.Is(err, lease.ErrNoGroup):
		return Missing("the lease of the writer of "+w.host.id.String(), "")
	case errors.Is(err, lease.ErrForgotten), errors.Is(err, lease.ErrOtherGroup):
		return w.forgotten(err)
	}
	return err
}

// forgotten is the error where the store lost what it had of the lease.
func (w *Writer) forgotten(err error) error {
	return &fault.Error{Cause: err, Text: fmt.Sprintf("the store forgot who wrote %s: %v", w.host.id, err),
		Hint: "idscope counter release on each host, then delete the keys idscope/" + leases + "/" + w.terms().Key + "/*"}
}

// grantOf is the grant of a host's lease, in what the host knows of the counter: its
// caller is alone. It is gone after a start of the machine, and in a copy.
type grantOf struct {
	host  *Host
	alone bool // no other host has a lease still
}

func (g grantOf) Lock(context.Context) (func(), error) { return func() {}, nil }

func (g grantOf) Read() (content []byte, intact bool, err error) {
	p, err := g.host.page(context.Background())
	if err == nil && p.grant == "" {
		err = fs.ErrNotExist
	}
	return []byte(p.grant), err == nil, err
}

func (g grantOf) Write(content []byte) error {
	return g.host.update(context.Background(), false, func(p *page) error {
		p.grant = string(content)
		return nil
	})
}

// Highest is nothing: what the lease grants is time, and none of it was used when it is
// given back. It is not known where the host before may use some.
func (g grantOf) Highest(context.Context, uint64) (uint64, bool, error) { return 0, g.alone, nil }
