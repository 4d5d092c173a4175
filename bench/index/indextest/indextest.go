// Package indextest is the suite that every engine of bench/index passes.
package indextest

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"idscope/bench/index"
	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/gen/testing/try"
)

// Expect is what an engine promises beyond the interface.
type Expect struct {
	Splits bool // it counts page splits
	Log    bool // it counts the bytes of its log
	// Fuller says that appending fills pages better than inserting anywhere.
	Fuller bool
	// FewerSplits says that appending splits fewer pages.
	FewerSplits bool
	NoCache     bool // it has no cache of its own
}

// Run holds an engine to the interface. dsn is that of a place where nothing is yet.
func Run(t *testing.T, d index.Driver, dsn string, want Expect) {
	ctx := context.Background()
	open := func(t *testing.T) index.Engine {
		t.Helper()
		e := try.Of(index.Open(ctx, []index.Driver{d}, dsn)).Or(t)
		t.Cleanup(func() {
			if err := e.Close(); err != nil {
				t.Errorf("Close() = %v", err)
			}
		})
		return e
	}
	t.Run("every kind of key is found again, in each run", func(t *testing.T) {
		e, o := open(t), options(1200)
		o.Repeats = 2
		r := try.Of(index.Run(ctx, e, schemes(t, "snowflake", "uuidv4", "uuidv7", "objectid", "wide"), o)).Or(t)
		for _, x := range r.Results {
			if len(x.Runs.PerSec) != 2 || x.Inserted != 1200 || r.Name(&x) != x.Scheme ||
				x.Variant != e.About().Kinds[0] {
				t.Errorf("%s: %d rows, rates of %v; want 1200 in each of two runs of the usual table", r.Name(&x),
					x.Inserted, x.Runs.PerSec)
			}
		}
	})
	t.Run("what was not inserted is not found", func(t *testing.T) { absent(t, open(t)) })
	t.Run("what is there already is refused and stays", func(t *testing.T) { taken(t, open(t), open(t)) })
	t.Run("a signal leaves nothing behind", func(t *testing.T) { interrupted(t, open) })
	t.Run("about", func(t *testing.T) {
		if a := open(t).About(); a.Engine == "" || a.Target == "" || a.Order == "" || a.LogKind == "" {
			t.Errorf("About() = %+v; want all but the notes filled", a)
		}
	})
	t.Run("variants", func(t *testing.T) { variants(t, open(t)) })
	t.Run("windows of time", func(t *testing.T) { windows(t, open) })
	t.Run("beyond memory", func(t *testing.T) { beyond(t, open(t), want) })
	t.Run("statistics", func(t *testing.T) { statistics(t, open(t), want) })
}

// options of a run that gives the same ids each time.
func options(rows int) index.Options {
	return index.Options{
		Setting: index.Setting{Rows: rows, Batch: 1000, Payload: 100, Rate: 1000, Nodes: 1,
			Start: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)},
		Random: func() io.Reader { return gen.SeededRandom(1) },
	}
}

// schemes returns those of the names; wide has more bits than a UUID.
func schemes(t *testing.T, names ...string) []*gen.Scheme {
	t.Helper()
	list := make([]*gen.Scheme, len(names))
	for i, name := range names {
		s, ok := scheme.Get(name)
		if name == "wide" {
			var err error
			s, err = scheme.Custom(scheme.CustomOptions{Layout: "time:48 random:112", Tick: time.Millisecond})
			ok = err == nil
		}
		if !ok {
			t.Fatalf("there is no scheme %s", name)
		}
		list[i] = s
	}
	return list
}

// absent looks for keys around one that is there.
func absent(t *testing.T, e index.Engine) {
	ctx := context.Background()
	claim(t, e)
	for _, bits := range []int{64, 96, 128, 160} {
		try.Of(e.Create(ctx, table(bits))).Or(t)
		there := gen.FromUint64(1 << 40)
		try.Works(t, e.Insert(ctx, []index.Row{{ID: there, Created: 7}}))
		keys := []gen.ID{gen.FromUint64(1<<40 - 1), there, gen.FromUint64(1<<40 + 1), {}}
		if n, err := e.Read(ctx, keys); n != 1 || err != nil {
			t.Errorf("%d bits: Read(%v) = %d, %v; want the 1 that is there", bits, keys, n, err)
		}
		try.Works(t, e.Remove(ctx))
	}
}

// table is the usual one, of keys of so many bits.
func table(bits int) index.Table { return index.Table{Key: index.Key{Bits: bits}, Payload: 10} }

// claim claims, and releases at the end of the test.
func claim(t *testing.T, e index.Engine) {
	t.Helper()
	try.Works(t, e.Claim(context.Background()))
	t.Cleanup(func() {
		if err := e.Release(context.Background()); err != nil {
			t.Errorf("Release() = %v", err)
		}
	})
}

// taken: the second run is refused, and the first goes on.
func taken(t *testing.T, first, second index.Engine) {
	ctx := context.Background()
	claim(t, first)
	try.Of(first.Create(ctx, table(64))).Or(t)
	keys := []gen.ID{gen.FromUint64(7)}
	try.Works(t, first.Insert(ctx, []index.Row{{ID: keys[0], Created: 7}}))
	r, err := index.Run(ctx, second, schemes(t, "uuidv7"), options(10))
	if !errors.Is(err, index.ErrExists) || r != nil {
		t.Errorf("a second Run = %v, %v; want an error that wraps ErrExists", r, err)
	}
	if n, err := first.Read(ctx, keys); n != 1 || err != nil {
		t.Errorf("after that the first reads %d, %v; want its row", n, err)
	}
	if err := first.Remove(ctx); err != nil {
		t.Error(err)
	}
}

// interrupted: a run whose context ends says what there is, and that it is partial;
// the next one can claim.
func interrupted(t *testing.T, open func(*testing.T) index.Engine) {
	ctx, cancel := context.WithCancel(context.Background())
	o := options(4000)
	o.Progress = func(_ string, done, _ int) {
		if done >= 6000 { // of the second scheme
			cancel()
		}
	}
	r, err := index.Run(ctx, open(t), schemes(t, "uuidv7", "uuidv4"), o)
	if !errors.Is(err, context.Canceled) || r == nil {
		t.Fatalf("Run = %v, %v; want a report and the context's error", r, err)
	}
	if !r.Partial || len(r.Results) != 2 || r.Results[0].Partial || !r.Results[1].Partial ||
		r.Results[1].Inserted >= o.Rows || r.Results[1].DiskBytes == nil {
		t.Errorf("Run = %+v; want a whole result, a partial one with statistics, and word of it", r)
	}
	again := open(t)
	claim(t, again)
	if _, err := again.Create(context.Background(), table(64)); err != nil {
		t.Error(err)
	}
	if err := again.Remove(context.Background()); err != nil {
		t.Error(err)
	}
}

// statistics: all that is promised is told, counters begin again with each table, and the order
// of ids has its effect.
func statistics(t *testing.T, e index.Engine, want Expect) {
	const rows = 12_000
	const grown = 8 << 20 // servers make files larger before they are full
	r := try.Of(index.Run(context.Background(), e, schemes(t, "uuidv4", "uuidv7", "snowflake"), options(rows))).Or(t)
	for _, x := range r.Results {
		s := x.Stats
		if s.DiskBytes == nil || s.IndexBytes == nil || s.PageBytes == nil || s.LeafPages == nil || s.Fill == nil ||
			want.Splits != (s.Splits != nil) || want.Log != (s.LogBytes != nil) {
			t.Fatalf("%s: Stats() = %+v; want all, splits: %t, log: %t", x.Scheme, s, want.Splits, want.Log)
		}
		if low := int64(rows * (x.KeyBytes + 100)); *s.DiskBytes < low || *s.DiskBytes > 4*low+grown {
			t.Errorf("%s: %d bytes on disk; want %d, at most 4 times and %d", x.Scheme, *s.DiskBytes, low, grown)
		}
		if *s.Fill < 0.4 || *s.Fill > 1 {
			t.Errorf("%s: the leaves are filled to %.2f; want 0.4 to 1", x.Scheme, *s.Fill)
		}
		if low := int64(rows * x.KeyBytes); *s.IndexBytes < low || *s.LeafPages**s.PageBytes > *s.IndexBytes {
			t.Errorf("%s: %d bytes of index, %d leaves of %d; want more than %d, and the leaves in it", x.Scheme,
				*s.IndexBytes, *s.LeafPages, *s.PageBytes, low)
		}
		if want.Splits && (*s.Splits <= 0 || *s.Splits > 3**s.LeafPages) {
			t.Errorf("%s: %d splits for %d leaves; want 1 or more, at most 3 for each", x.Scheme, *s.Splits,
				*s.LeafPages)
		}
		if x.Newest == nil || x.Newest.Rows != index.Newest || len(x.Samples) != 12 || x.Samples[11].Rows != rows ||
			x.Seconds <= 0 {
			t.Errorf("%s: %+v; want %d rows read again, and 12 samples, the last at the end", x.Scheme, x, index.Newest)
		}
	}
	effect(t, r, want)
}
