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

// hold takes the record that keeps a generator's ids apart from those of others: of the
// number that is given or free, or that the store grants this host. It goes on renewing
// a grant until ctx ends.
func (o *serveOptions) hold(ctx context.Context, w service.Wanted) (*service.Holding, error) {
	f, err := o.state.Folder(o.App, "")
	if err != nil {
		return nil, err
	}
	s := w.Scheme
	leased := o.leased != nil && cli.Leasable(s)
	if f.Granted = leased || o.store.None(); leased {
		return o.holdLeased(ctx, f, w)
	}
	var r *worker.Record
	if w.Worker != nil {
		r, err = f.Number(ctx, s, *w.Worker, w.Lead, w.Set...)
	} else if r, err = f.Auto(ctx, s, w.Lead, w.Set...); err == nil {
		err = r.Close() // else the generator that this one replaces waits for the lock until the first request
	}
	if err != nil {
		return nil, err
	}
	return &service.Holding{Ledger: r, Worker: r.Worker(), Set: w.Set, Close: r.Close}, nil
}

// holdLeased is hold of a number that the store grants.
func (o *serveOptions) holdLeased(ctx context.Context, f worker.Folder, w service.Wanted) (*service.Holding, error) {
	s := w.Scheme
	field, err := o.leased.Field(s)
	if err != nil {
		return nil, err
	}
	want := cli.Want(s, field, w.Set, w.Worker)
	want.Lead = w.Lead
	l, err := o.leased.LeaseOf(s, f, want, w.Clock)
	if err != nil {
		return nil, err
	}
	if open := l.Open; open != nil {
		l.Open = func(ctx context.Context) (store.Store, error) {
			s, err := open(ctx)
			if err != nil {
				return nil, err
			}
			return store.Watched(s, w.Store), nil
		}
	}
	if err := l.Acquire(ctx); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	number, set := l.Worker(), w.Set
	if want.Field != lease.WorkerField {
		if want.Mask == 0 {
			set = append(set[:len(set):len(set)], gen.Assignment{Field: want.Field, Value: gen.FromUint64(number)})
		}
		number = 0
	}
	r, err := f.Number(ctx, s, number, w.Lead, set...)
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	ctx, end := context.WithCancel(context.WithoutCancel(ctx))
	var renewing sync.WaitGroup
	renewing.Go(func() {
		if err := l.Renew(ctx); ctx.Err() == nil {
			o.Warn(err.Error())
		}
	})
	return &service.Holding{Ledger: l.Ledger(r), Worker: number, Set: set, Ceiling: l.Ceiling(), Close: func() error {
		end()
		renewing.Wait()
		return errors.Join(r.Close(), l.Close())
	}}, nil
}
