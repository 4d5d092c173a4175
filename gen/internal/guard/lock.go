package guard

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"time"
)

// Lock is an exclusive lock on an open file.
type Lock struct {
	File
	Marked bool // it is not empty
}

// Unlock gives the lock up.
func (l *Lock) Unlock() error { return l.Close() }

// lock takes the lock of a file that is there; nil if another process has it.
func (d Disk) lock(path string, wait bool) (*Lock, error) {
	f, err := d.Open(path, os.O_RDONLY|OpenFlags, 0)
	if err != nil {
		return nil, err
	}
	ok, err := d.FS.Lock(f, wait)
	if !ok || err != nil {
		f.Close()
		return nil, err
	}
	return &Lock{File: f}, nil
}

// ErrLocked says that another process holds the lock.
var ErrLocked = errors.New("locked")

// TryLock takes the exclusive lock of a file, which it makes if it is missing,
// or returns ErrLocked. The file stays for ever: a lock on a file that somebody
// unlinked excludes nobody, so the path is compared once the lock is held. It is
// apart from the record because locks on Windows keep readers out as well.
func (d Disk) TryLock(path string, mode func() (os.FileMode, error)) (*Lock, error) {
	return Queue{}.Lock(d, path, mode)
}

// Lock is TryLock that waits.
func (q Queue) Lock(d Disk, path string, mode func() (os.FileMode, error)) (*Lock, error) {
	for range 10 {
		l, err := d.lock(path, false)
		if err == nil && l == nil && q.Patience > 0 {
			if l, err = q.wait(func() (*Lock, error) { return d.lock(path, true) }); errors.Is(err, ErrLocked) {
				return nil, err
			}
		}
		switch {
		case errors.Is(err, fs.ErrNotExist):
			if err = d.makeLock(path, mode); err != nil && !errors.Is(err, fs.ErrExist) {
				return nil, err
			}
			continue
		case err != nil:
			if info, e := d.Lstat(path); e == nil && !info.Mode().IsRegular() {
				err = &NotRegularError{path, info.Mode()}
			}
			return nil, err
		case l == nil:
			return nil, ErrLocked
		}
		held, err := l.Stat()
		if err == nil && !held.Mode().IsRegular() {
			err = &NotRegularError{path, held.Mode()}
		}
		if err != nil {
			l.Unlock()
			return nil, err
		}
		if named, err := d.Lstat(path); err == nil && SameFile(held, named) {
			l.Marked = held.Size() > 0
			return l, nil
		}
		l.Unlock()
	}
	return nil, ErrLocked
}

// makeLock is apart from locking: some kernels refuse to open the file of
// another user with O_CREATE in a sticky folder, and nobody may see the file
// before it has its mode.
func (d Disk) makeLock(path string, mode func() (os.FileMode, error)) error {
	m, err := mode()
	if err != nil {
		return err
	}
	return d.WriteNew(path, nil, m)
}

// Retry calls try until it returns something else than ErrLocked, for as long as
// the patience lasts. It sleeps in between, longer each time and at random, so
// that a crowd does not march in step.
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

// Queue is how long, and for whom, a lock is waited for that another process
// holds. The zero value does not wait.
type Queue struct {
	Ctx      context.Context
	Patience time.Duration
	Progress func() uint64 // changes when one of the others comes to its end: then they are only many
}

// wait calls try, which may block, beside a clock. When the patience has passed
// without progress it returns ErrLocked, and leaves what try still gets to drop.
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
			r.lock.Unlock()
		}
	}()
	return nil, err
}

// ErrNotRegular is the reason of a [NotRegularError].
var ErrNotRegular = errors.New("not a regular file")

// NotRegularError says what is in the place of a file.
type NotRegularError struct {
	Path string
	Mode fs.FileMode
}

// Error names the path.
func (e *NotRegularError) Error() string { return e.Path + " is not a regular file" }

// Unwrap returns the reason.
func (e *NotRegularError) Unwrap() error { return ErrNotRegular }
