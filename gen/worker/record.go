package worker

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"time"

	"idscope/gen"
	"idscope/gen/internal/guard"
)

// Record is how far a worker number of a layout got, in a file that all
// processes of the host share. Any number of goroutines, processes and Records
// may use one file: each update sees all that were made before it.
type Record struct {
	folder Folder
	form   form
	worker uint64
	lead   time.Duration // longest that the caller permits

	mu   sync.Mutex
	held *session // the lock that Auto took
}

var _ gen.Ledger = (*Record)(nil)

// Number returns the record of a worker number. Nothing is read or made before
// its first Update. Lead is the longest lead that the caller's generator has, set
// the values of its fields: other values of data fields are other records.
func (f Folder) Number(
	ctx context.Context, s *gen.Scheme, worker uint64, lead time.Duration, set ...gen.Assignment,
) (*Record, error) {
	if top := gen.Mask(s.WorkerBits()); worker > top.Lo {
		return nil, &gen.RangeError{Scheme: s.Name, Field: "worker", Value: gen.FromUint64(worker), Max: top}
	}
	f, err := f.prepare()
	if err != nil {
		return nil, err
	}
	return f.record(formOf(s, set...), worker, lead), ctx.Err()
}

func (f Folder) record(form form, worker uint64, lead time.Duration) *Record {
	return &Record{folder: f, form: form, worker: worker, lead: max(lead, 0)}
}

// Worker is the number that identifiers made with this record carry.
func (r *Record) Worker() uint64 { return r.worker }

// Update implements [gen.Ledger]: it hands the mark to f under the lock of the
// record and stores what f leaves. It waits at most 5 seconds for a lock that
// another process holds. An error that is neither f's nor the context's is a
// *StateError; f's numbers are lost then.
func (r *Record) Update(ctx context.Context, f func(*gen.Mark) error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.held
	r.held = nil
	if s == nil {
		var err error
		if s, err = r.begin(ctx, r.folder.patience); err != nil {
			return r.explain(err)
		}
	}
	defer s.release()
	mark := s.entry.mark
	if err := f(&mark); err != nil {
		return err
	}
	return s.store(mark)
}

// Close gives up the lock, if Update has not done so. The record may be used
// again.
func (r *Record) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.held == nil {
		return nil
	}
	s := r.held
	r.held = nil
	return s.release()
}

func (r *Record) path(extension string) string {
	return within(r.folder.records(r.form.key), strconv.FormatUint(r.worker, 10)+extension)
}

// explain puts the record's name to an error from below.
func (r *Record) explain(err error) error {
	var e *StateError
	switch {
	case err == nil, errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.As(err, &e):
		e.Scheme, e.Worker = r.form.scheme, r.worker
		return e
	case errors.Is(err, guard.ErrLocked):
		return r.busy()
	}
	return r.unusable(r.path(".rec"), err)
}
