package cli

import (
	"context"
	"time"

	"idscope/gen/counter"
	"idscope/gen/store"
	"idscope/gen/worker"
)

// Writer returns this host's side of the lease of a counter that is written in strict
// order. Nothing is opened before it is needed; done closes it.
func (a *App) Writer(f *CounterFlags, folder worker.Folder, wait *time.Duration) (w *counter.Writer, done func(),
	err error) {
	var open counter.Opened
	place := f.Place()
	w = place.Writer(folder, a.Clock, func(ctx context.Context) (s store.Store, err error) {
		open, err = a.OpenCounters(ctx, f, false)
		return open.Store, err
	})
	if f.from.lease != nil {
		w.Term = *f.from.lease
	}
	if wait != nil {
		w.Wait = *wait
	}
	if w.Term < counter.LeastTerm || w.Term > counter.MostTerm {
		return nil, nil, Usage("--lease %s; want %s to %s for the writer of a counter", w.Term, counter.LeastTerm,
			counter.MostTerm)
	}
	return w, func() { open.Close() }, nil
}
