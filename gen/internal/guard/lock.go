package guard

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"syscall"
	"time"
)

// Lock is an exclusive lock on an open file, until it is closed.
type Lock struct {
	File
	Info   os.FileInfo
	Marked bool // it is not empty
}

// lock takes the lock of a file that is there; nil if another process has it.
func (d Disk) lock(path string, flag int, wait bool) (*Lock, error) {
	f, _, err := d.openRegular(path, flag)
	if err != nil {
		return nil, err
	}
	l := &Lock{File: f}
	ok, err := d.FS.Lock(f, wait)
	if errors.Is(err, syscall.EBADF) && flag == os.O_RDONLY { // NFS locks what may be written: flock(2), "NFS details"
		f.Close()
		return d.lock(path, os.O_RDWR, wait)
	}
	if ok && err == nil {
		if l.Info, err = f.Stat(); err == nil { // as its last holder left it
			l.Marked = l.Info.Size() > 0
			return l, nil
		}
	}
	f.Close()
	return nil, err
}

// ErrLocked says that another process holds the lock.
var ErrLocked = errors.New("locked")

// Lock takes the exclusive lock of a file, which it opens with the flag, or returns ErrLocked. The file stays for ever,
// for a lock on an unlinked file excludes nobody: the path is compared once the lock is held. Where it is missing the
// error is fs.ErrNotExist: some kernels refuse to open the file of another user with O_CREATE in a sticky folder.
func (q Queue) Lock(d Disk, path string, flag int) (*Lock, error) {
	for range 10 {
		l, err := d.lock(path, flag, false)
		if err == nil && l == nil && q.Patience > 0 {
			l, err = q.wait(func() (*Lock, error) { return d.lock(path, flag, true) })
		}
		if err != nil {
			return nil, err
		}
		if l == nil {
			return nil, ErrLocked
		}
		if named, err := d.Lstat(path); err == nil && SameFile(l.Info, named) {
			return l, nil
		}
		l.Close()
	}
	return nil, ErrLocked
}

// Make is Lock, of a file that it makes where it is missing. Prepare makes the folder that it is in, and returns its
// mode.
func (q Queue) Make(d Disk, path string, flag int, prepare func() (os.FileMode, error)) (*Lock, error) {
	for range 10 {
		l, err := q.Lock(d, path, flag)
		if !errors.Is(err, fs.ErrNotExist) {
			return l, err
		}
		mode, err := prepare()
		if err == nil {
			err = d.WriteNew(path, nil, mode)
		}
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
	}
	return nil, ErrLocked
}

// Retry calls try until it returns something else than ErrLocked, for as long as the patience lasts. It sleeps in
// between, longer each time and at random.
func Retry(ctx context.Context, patience time.Duration, try func() error) error {
	deadline := time.Now().Add(patience)
	for delay := 50 * time.Microsecond; ; delay = min(2*delay, 2*time.Millisecond) {
		if err := try(); !errors.Is(err, ErrLocked) {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if time.Now().After(deadline) {
			return ErrLocked
		}
		t := time.NewTimer(delay/2 + rand.N(delay))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		}
	}
}

// Queue is how long, and for whom, a lock is waited for that another process holds. The zero value does not wait.
type Queue struct {
	Ctx      context.Context
	Patience time.Duration
	Progress func() uint64 // changes when one of the others comes to its end: then they are only many
}

// wait calls try, which may block, beside a clock. When the patience has passed without progress it returns ErrLocked,
// and leaves what try still gets to drop.
func (q Queue) wait(try func() (*Lock, error)) (*Lock, error) {
	type result struct {
		lock *Lock
		err  error
	}
	got := make(chan result, 1)
	go func() {
		l, err := try()
		got <- result{l, err}
	}()
	t := time.NewTicker(q.Patience)
	defer t.Stop()
	var err error
	for seen := q.Progress(); err == nil; {
		select {
		case r := <-got:
			return r.lock, r.err
		case <-q.Ctx.Done():
			err = q.Ctx.Err()
		case <-t.C:
			now := q.Progress()
			if now == seen {
				err = ErrLocked
			}
			seen = now
		}
	}
	go func() {
		if r := <-got; r.err == nil {
			r.lock.Close()
		}
	}()
	return nil, err
}
