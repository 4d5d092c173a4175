package index

import (
	"context"
	"errors"
	"fmt"
	"time"

	"idscope/gen"
)

// fake is an engine in memory. Its clock stands still but in Insert and Read, which
// take a microsecond for each row.
type fake struct {
	calls    []string
	rows     map[gen.ID]int
	key      Key
	batches  []int
	now      time.Time
	failAt   int // row at which Insert fails
	inserted int
	lose     bool // Read finds one row less
	dropFail bool
	taken    bool
}

var (
	_ Engine    = (*fake)(nil)
	_ gen.Clock = (*fake)(nil)
)

var errBroken = errors.New("the disk is full")

func (f *fake) Now() time.Time                                   { return f.now }
func (f *fake) Sleep(ctx context.Context, _ time.Duration) error { return ctx.Err() }

func (f *fake) call(name string) { f.calls = append(f.calls, name) }

func (f *fake) About() About { return About{Engine: "fake 1", Target: "memory", LogKind: "log"} }

func (f *fake) Claim(context.Context) error {
	f.call("claim")
	if f.taken {
		return fmt.Errorf("it %w", ErrExists)
	}
	return nil
}

func (f *fake) Create(_ context.Context, k Key, payload int) (string, error) {
	f.call(fmt.Sprintf("create %d", k.Bits))
	f.rows, f.key = map[gen.ID]int{}, k
	return "column", nil
}

func (f *fake) Insert(ctx context.Context, keys []gen.ID) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if f.inserted += len(keys); f.failAt > 0 && f.inserted >= f.failAt {
		return errBroken
	}
	f.batches = append(f.batches, len(keys))
	for _, id := range keys {
		f.rows[id] = len(f.rows)
		f.now = f.now.Add(time.Microsecond)
	}
	return nil
}

func (f *fake) Read(_ context.Context, keys []gen.ID) (found int, err error) {
	for _, id := range keys {
		if _, ok := f.rows[id]; ok {
			found++
		}
		f.now = f.now.Add(time.Microsecond)
	}
	if f.lose {
		found--
	}
	return found, nil
}

func (f *fake) Stats(context.Context) (Stats, error) {
	f.call(fmt.Sprintf("stats %d", len(f.rows)))
	return Stats{DiskBytes: Count(int64(len(f.rows)) * 100), Fill: Count(0.5)}, nil
}

func (f *fake) Remove(context.Context) error { f.call("remove"); return nil }

func (f *fake) Release(ctx context.Context) error {
	f.call("release")
	if f.dropFail {
		return errBroken
	}
	return ctx.Err()
}

func (f *fake) Close() error { return nil }
