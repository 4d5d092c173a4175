package cli

import (
	"context"
	"errors"
	"sync"

	"idscope/gen"
	"idscope/gen/lease"
	"idscope/gen/server/service"
	"idscope/gen/store"
	"idscope/gen/worker"
)

// Held is what keeps the ids of a generator apart from those of others.
type Held struct {
	service.Holding
	Record *worker.Record
	end    func() // of the renewals; nil where there are none
}

// Leave closes the record, and renews no more. It waits for no store, which may not answer: the process ends.
func (h *Held) Leave() error {
	if h.end != nil {
		h.end()
	}
	return h.Record.Close()
}

// Hold takes the record of the number that is wanted, of one that is free, or of the one that the store grants this
// host; leased is nil where none does. A grant is renewed until the holding is closed, and stopped is told why it is
// not renewed any more; with a nil stopped it is not renewed.
func Hold(ctx context.Context, f worker.Folder, leased *Store, w service.Wanted, stopped func(error)) (h *Held,
	err error) {
	if leased != nil {
		return holdLeased(ctx, f, leased, w, stopped)
	}
	h = &Held{}
	if w.Worker != nil {
		h.Record, err = f.Number(ctx, w.Scheme, *w.Worker, w.Lead, w.Set...)
	} else {
		h.Record, err = f.Auto(ctx, w.Scheme, w.Lead, w.Set...)
	}
	if err != nil {
		return nil, err
	}
	h.Holding = service.Holding{Ledger: h.Record, Worker: h.Record.Worker(), Set: w.Set, Close: h.Record.Close}
	return h, nil
}

// holdLeased is [Hold] of a number that the store grants.
func holdLeased(ctx context.Context, f worker.Folder, leased *Store, w service.Wanted, stopped func(error)) (*Held,
	error) {
	s := w.Scheme
	field, err := leased.Field(s)
	if err != nil {
		return nil, err
	}
	want := Want(s, field, w.Set, w.Worker)
	want.Lead = w.Lead
	l, err := leased.LeaseOf(s, f, want, w.Clock)
	if err != nil {
		return nil, err
	}
	if open := l.Open; open != nil && w.Store.Called != nil {
		l.Open = func(ctx context.Context) (store.Store, error) {
			s, err := open(ctx)
			if err != nil {
				return nil, err
			}
			return store.Watched(s, w.Store), nil
		}
	}
	if err = l.Acquire(ctx); errors.Is(err, lease.ErrOffline) {
		return nil, leased.RunFull()
	}
	if err != nil {
		go func() { _ = l.Close() }() // which may wait for the server, and has nothing to add
		return nil, err
	}
	h := &Held{Holding: service.Holding{Worker: l.Worker(), Set: w.Set, Ceiling: l.Ceiling()}}
	if field != lease.WorkerField {
		if want.Mask == 0 {
			given := gen.Assignment{Field: field, Value: gen.FromUint64(h.Worker)}
			h.Set = append(h.Set[:len(h.Set):len(h.Set)], given)
		}
		h.Worker = 0
	}
	if h.Record, err = f.Number(ctx, s, h.Worker, w.Lead, h.Set...); err != nil {
		go func() { _ = l.Close() }()
		return nil, err
	}
	h.Ledger = l.Ledger(h.Record)
	ctx, h.end = context.WithCancel(context.WithoutCancel(ctx))
	var renewing sync.WaitGroup
	if stopped != nil {
		renewing.Go(func() {
			if err := l.Renew(ctx); ctx.Err() == nil {
				stopped(err)
			}
		})
	}
	h.Close = func() error {
		h.end()
		renewing.Wait()
		return errors.Join(h.Record.Close(), l.Close())
	}
	return h, nil
}
