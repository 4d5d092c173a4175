package worker

import (
	"context"
	"path/filepath"
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
	folder    Folder
	form      form
	worker    uint64
	lead      time.Duration // longest that the caller permits
	path      string        // of its files, without what tells them apart
	claimPath string

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
		return nil, gen.OutOfRange(s.Name, "worker", gen.ID{Lo: worker}, top)
	}
	f, form, err := f.numbered(s, set)
	if err != nil {
		return nil, err
	}
	return f.record(form, worker, lead), ctx.Err()
}

// slash joins paths: filepath.Join cleans them, which costs more than to open the file.
const slash = string(filepath.Separator)

func (f Folder) record(form form, worker uint64, lead time.Duration) *Record {
	n := strconv.FormatUint(worker, 10)
	return &Record{folder: f, form: form, worker: worker, lead: max(lead, 0),
		path: f.State + slash + form.key + slash + n, claimPath: f.Claims + slash + form.key + "-" + n}
}

// Worker is the number that identifiers made with this record carry.
func (r *Record) Worker() uint64 { return r.worker }

// Update implements [gen.Ledger]: it hands the mark to f under the lock of the
// record and stores what f leaves. It waits at most 5 seconds for a lock that
// another process holds. An error that is neither f's nor the context's is a
// *fault.Error; f's numbers are lost then.
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
	mark := s.entry.Mark
	if err := f(&mark); err != nil {
		return err
	}
	return r.explain(s.store(mark))
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

// peek reads the record without the lock, as far as it can be read.
func (r *Record) peek() (e entry, ok bool) {
	s, _ := r.folder.disk.Peek(r.path+".rec", recordMagic, guard.BlockSize)
	return e, e.decode(&s)
}

// written changes when another process has written the record.
func (r *Record) written() uint64 {
	s, _ := r.folder.disk.Peek(r.path+".rec", recordMagic, guard.BlockSize) // what cannot be read does not change
	return s.Head.Turn
}
