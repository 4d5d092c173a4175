package file

import (
	"context"
	"fmt"
	"os"

	"github.com/gofrs/flock"
)

// lock takes the lock of the store, which every read and write holds: a value that
// is read is one that the disk has.
func (s *folder) lock(ctx context.Context) (unlock func(), err error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		l := flock.New(s.path(lockName), flock.SetPermissions(0o664))
		if err := wait(ctx, l); err != nil {
			return nil, err
		}
		mine, err := l.Stat()
		if err == nil {
			var now os.FileInfo
			if now, err = os.Stat(l.Path()); err == nil && os.SameFile(mine, now) {
				return func() { _ = l.Close() }, nil
			}
		}
		_ = l.Close() // somebody deleted the file, and others may lock a new one
		if err != nil && !os.IsNotExist(err) {
			return nil, err
		}
	}
}

// wait takes a lock in the kernel's queue, where every waiter gets its turn.
func wait(ctx context.Context, l *flock.Flock) error {
	if ok, err := l.TryLock(); ok || err != nil {
		return err
	}
	taken := make(chan error, 1)
	go func() { taken <- l.Lock() }()
	select {
	case err := <-taken:
		return err
	case <-ctx.Done():
		go func() { // it is ours some time, and nobody waits for it any more
			if <-taken == nil {
				_ = l.Close()
			}
		}()
		return fmt.Errorf("another process has it, which may be frozen: %w", ctx.Err())
	}
}
