package worker

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"time"
)

// lockTimeout is how long a locked record is waited for while nobody writes it.
// It is held for microseconds, or for a few milliseconds where the disk is waited
// for, so longer means that its holder was stopped.
const lockTimeout = 5 * time.Second

// errLocked says that another process holds the lock.
var errLocked = errors.New("locked")

// tryLock takes the exclusive lock of a file, which it makes if it is missing,
// or returns errLocked. The file stays for ever: a lock on a file that somebody
// unlinked excludes nobody, so the path is compared once the lock is held. It is
// apart from the record because locks on Windows keep readers out as well.
func (d disk) tryLock(path string, mode func() (os.FileMode, error)) (*fileLock, error) {
	return queue{}.lock(d, path, mode)
}

// lock is tryLock that waits.
func (q queue) lock(d disk, path string, mode func() (os.FileMode, error)) (*fileLock, error) {
	for range 10 {
		l, ok, err := d.lockFile(path)
		if err == nil && !ok && q.patience > 0 {
			if l, err = q.wait(func() (*fileLock, error) { return d.blockOn(path) }); errors.Is(err, errLocked) {
				return nil, err
			}
			ok = err == nil
		}
		switch {
		case errors.Is(err, fs.ErrNotExist):
			if err = d.makeLock(path, mode); err != nil && !errors.Is(err, fs.ErrExist) {
				return nil, err
			}
			continue
		case err != nil:
			if info, e := d.lstat(path); e == nil && !info.Mode().IsRegular() {
				err = obstructed(path, info)
			}
			return nil, err
		case !ok:
			return nil, errLocked
		}
		held, err := l.Stat()
		if err == nil && !held.Mode().IsRegular() {
			err = obstructed(path, held)
		}
		if err != nil {
			l.Unlock()
			return nil, err
		}
		if named, err := d.lstat(path); err == nil && sameFile(held, named) {
			l.marked = held.Size() > 0
			return l, nil
		}
		l.Unlock()
	}
	return nil, errLocked
}

// makeLock is apart from locking: some kernels refuse to open the file of
// another user with O_CREATE in a sticky folder, and nobody may see the file
// before it has its mode.
func (d disk) makeLock(path string, mode func() (os.FileMode, error)) error {
	m, err := mode()
	if err != nil {
		return err
	}
	return d.writeNew(path, nil, m)
}

// retry calls try until it returns something else than errLocked, for as long as
// the patience lasts. It sleeps in between, longer each time and at random, so
// that a crowd does not march in step.
func retry(ctx context.Context, patience time.Duration, try func() error) error {
	deadline := time.Now().Add(patience)
	for delay := 50 * time.Microsecond; ; delay = min(2*delay, 2*time.Millisecond) {
		if err := try(); !errors.Is(err, errLocked) {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if time.Now().After(deadline) {
			return errLocked
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

// queue is how long, and for whom, a lock is waited for that another process
// holds. The zero value does not wait.
type queue struct {
	ctx      context.Context
	patience time.Duration
	progress func() uint64 // changes when one of the others comes to its end: then they are only many
}

// wait calls try, which may block, beside a clock. When the patience has passed
// without progress it returns errLocked, and leaves what try still gets to drop.
func (q queue) wait(try func() (*fileLock, error)) (*fileLock, error) {
	type result struct {
		lock *fileLock
		err  error
	}
	got := make(chan result, 1)
	go func() {
		l, err := try()
		got <- result{l, err}
	}()
	t := time.NewTicker(q.patience)
	defer t.Stop()
	var err error
	for seen := q.progress(); err == nil; {
		select {
		case r := <-got:
			return r.lock, r.err
		case <-q.ctx.Done():
			err = q.ctx.Err()
		case <-t.C:
			now := q.progress()
			if now == seen {
				err = errLocked
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

// obstructed is the error of something that is in the place of a file.
func obstructed(path string, info os.FileInfo) error {
	kind := "a special file"
	switch m := info.Mode(); {
	case m.IsDir():
		kind = "a folder"
	case m&fs.ModeSymlink != 0:
		kind = "a symbolic link"
	case m&fs.ModeNamedPipe != 0:
		kind = "a FIFO"
	case m&fs.ModeDevice != 0:
		kind = "a device"
	}
	return &StateError{Reason: ErrObstructed, Path: path, Text: show(path) + " is " + kind + "; want a regular file",
		hint: "move it away"}
}
