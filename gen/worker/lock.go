package worker

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"time"
)

// lockTimeout is how long a locked record is waited for. It is held for
// microseconds, so longer means that its holder was stopped.
const lockTimeout = 5 * time.Second

// errLocked says that another process holds the lock.
var errLocked = errors.New("locked")

// tryLock takes the exclusive lock of a file, which it makes if it is missing,
// or returns errLocked. The file stays for ever: a lock on a file that somebody
// unlinked excludes nobody, so the path is compared once the lock is held. It is
// apart from the record because locks on Windows keep readers out as well.
func tryLock(path string, mode func() (os.FileMode, error)) (*fileLock, error) {
	for range 10 {
		l, ok, err := lockFile(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			if err = makeLock(path, mode); err != nil && !errors.Is(err, fs.ErrExist) {
				return nil, err
			}
			continue
		case err != nil:
			if info, e := os.Lstat(path); e == nil && !info.Mode().IsRegular() {
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
		if named, err := os.Lstat(path); err == nil && os.SameFile(held, named) {
			return l, nil
		}
		l.Unlock()
	}
	return nil, errLocked
}

// makeLock is apart from locking: some kernels refuse to open the file of
// another user with O_CREATE in a sticky folder, and nobody may see the file
// before it has its mode.
func makeLock(path string, mode func() (os.FileMode, error)) error {
	m, err := mode()
	if err != nil {
		return err
	}
	return writeNew(path, nil, m)
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
	return &StateError{Reason: ErrObstructed, Path: path, Text: show(path) + " is " + kind + "; want a regular file", hint: "move it away"}
}
