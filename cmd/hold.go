package cmd

import (
	"context"
	"errors"
	"sync"

	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/gen/lease"
	"idscope/gen/server/service"
	"idscope/gen/store"
	"idscope/gen/worker"
)

// held is what keeps the ids of a generator apart from those of others.
type held struct {
	service.Holding
	record *worker.Record
}

// hold takes the record of the number that is wanted, of one that is free, or of the one that the store grants this
// host; leased is nil where none does. A grant is renewed until the holding is closed, and stopped is told why it is
// not renewed any more; with a nil stopped it is not renewed.
func hold(ctx context.Context, f worker.Folder, leased *cli.Store, w service.Wanted, stopped func(error)) (h *held,
	err error) {
	if leased != nil {
		return holdLeased(ctx, f, leased, w, stopped)
	}
	h = &held{}
	if w.Worker != nil {
		h.record, err = f.Number(ctx, w.Scheme, *w.Worker, w.Lead, w.Set...)
	} else {
		h.record, err = f.Auto(ctx, w.Scheme, w.Lead, w.Set...)
	}
	if err != nil {
		return nil, err
	}
	h.Holding = service.Holding{Ledger: h.record, Worker: h.record.Worker(), Set: w.Set, Close: h.record.Close}
	return h, nil
}

// holdLeased is hold of a number that the store grants.
func holdLeased(ctx context.Context, f worker.Folder, leased *cli.Store, w service.Wanted, stopped func(error)) (*held,
	error) {
	s := w.Scheme
	field, err := leased.Field(s)
	if err != nil {
		return nil, err
	}
	want := cli.Want(s, field, w.Set, w.Worker)
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
		go func() { _ = l.Close() }() // which may wait for the server
		return nil, err
	}
	h := &held{Holding: service.Holding{Worker: l.Worker(), Set: w.Set, Ceiling: l.Ceiling()}}
	if field != lease.WorkerField {
		if want.Mask == 0 {
			given := gen.Assignment{Field: field, Value: gen.FromUint64(h.Worker)}
			h.Set = append(h.Set[:len(h.Set):len(h.Set)], given)
		}
		h.Worker = 0
	}
	if h.record, err = f.Number(ctx, s, h.Worker, w.Lead, h.Set...); err != nil {
		go func() { _ = l.Close() }()
		return nil, err
	}
	h.Ledger = l.Ledger(h.record)
	ctx, end := context.WithCancel(context.WithoutCancel(ctx))
	var renewing sync.WaitGroup
	if stopped != nil {
		renewing.Go(func() {
			if err := l.Renew(ctx); ctx.Err() == nil {
				stopped(err)
			}
		})
	}
	h.Close = func() error {
		end()
		renewing.Wait()
		return errors.Join(h.record.Close(), l.Close())
	}
	return h, nil
}
