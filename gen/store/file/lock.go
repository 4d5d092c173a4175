package file

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"idscope/gen/internal/guard"
)

// lock takes the lock of the store, which every read and write holds: a value that
// is read is one that the disk has. Every waiter gets its turn, and waits as long as ctx.
func (s *folder) lock(ctx context.Context) (unlock func(), err error) {
	asked := uint64(0)
	q := guard.Queue{Ctx: ctx, Patience: time.Hour, Progress: func() uint64 { asked++; return asked }}
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		l, err := q.Lock(guard.Disk{FS: guard.System{}}, s.path(lockName), os.O_RDWR)
		switch {
		case err == nil:
			return func() { _ = l.Close() }, nil
		case errors.Is(err, fs.ErrNotExist):
			f, err := os.OpenFile(s.path(lockName), os.O_CREATE|os.O_RDWR, 0o664)
			if err != nil {
				return nil, err
			}
			_ = f.Close()
		case ctx.Err() != nil:
			return nil, fmt.Errorf("another process has it, which may be frozen: %w", ctx.Err())
		case !errors.Is(err, guard.ErrLocked): // somebody deletes the file again and again
			return nil, err
		}
	}
}
