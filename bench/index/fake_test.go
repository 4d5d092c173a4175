package index

import (
	"context"
	"errors"
	"fmt"
	"time"

	"idscope/gen"
)

// fake is an engine in memory. Its clock is frozen but in Insert and Read, which
// take a microsecond for each row.
type fake struct {
	calls       []string
	rows        map[gen.ID]Row
	table       Table
	cache       *Cache
	batches     []int
	now         time.Time
	failAt      int // row at which Insert fails
	inserted    int
	lose        bool // Read finds one row less
	dropFail    bool
	shortWindow bool // Range finds nothing
	taken       bool
}

var (
	_ Engine    = (*fake)(nil)
	_ gen.Clock = (*fake)(nil)
)

var errBroken = errors.New("the disk is full")

func (f *fake) Now() time.Time                                   { return f.now }
func (f *fake) Sleep(ctx context.Context, _ time.Duration) error { return ctx.Err() }

func (f *fake) call(name string) { f.calls = append(f.calls, name) }

func (f *fake) About() About {
	return About{Engine: "fake 1", Target: "memory", LogKind: "log", Cache: f.cache,
		Kinds: []Variant{Clustered, TimeIndex, TextKey}}
}

func (f *fake) Claim(context.Context) error {
	f.call("claim")
	if f.taken {
		return fmt.Errorf("it %w", ErrExists)
	}
	return nil
}

func (f *fake) Create(_ context.Context, t Table) (string, error) {
	f.call(fmt.Sprintf("create %d", t.Key.Bits))
	f.rows, f.table = map[gen.ID]Row{}, t
	return "column", nil
}

func (f *fake) Insert(ctx context.Context, rows []Row) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if f.inserted += len(rows); f.failAt > 0 && f.inserted >= f.failAt {
		return errBroken
	}
	f.batches = append(f.batches, len(rows))
	for _, r := range rows {
		f.rows[r.ID] = r
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

func (f *fake) Range(_ context.Context, from, to Row) (found int, err error) {
	for id, r := range f.rows {
		in := r.Created >= from.Created && r.Created <= to.Created
		if f.table.Window() == ByKey {
			in = id.Cmp(from.ID) >= 0 && id.Cmp(to.ID) <= 0
		}
		if in {
			found++
			f.now = f.now.Add(time.Microsecond)
		}
		if f.table.Window() == ByScan {
			f.now = f.now.Add(time.Microsecond)
		}
	}
	if f.shortWindow {
		found = 0
	}
	return found, nil
}

func (f *fake) Stats(context.Context) (Stats, error) {
	f.call(fmt.Sprintf("stats %d", len(f.rows)))
	return Stats{DiskBytes: new(int64(len(f.rows)) * 100), IndexBytes: new(int64(len(f.rows)) * 50),
		Fill: new(0.5)}, nil
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
