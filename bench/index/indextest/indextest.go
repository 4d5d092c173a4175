// Package indextest is the suite that every engine of bench/index passes.
package indextest

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
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
			if len(x.Runs.PerSec) != 2 || x.Inserted != 1200 || r.Name(x) != x.Scheme ||
				x.Variant != e.About().Kinds[0] {
				t.Errorf("%s: %d rows, rates of %v; want 1200 in each of two runs of the usual table", r.Name(x),
					x.Inserted, x.Runs.PerSec)
			}
		}
	})
	t.Run("what was not inserted is not found", func(t *testing.T) { absent(t, open(t)) })
	t.Run("what is there already is refused and stays", func(t *testing.T) { taken(t, open(t), open(t)) })
	t.Run("a signal leaves nothing behind", func(t *testing.T) { interrupted(t, open) })
	t.Run("about", func(t *testing.T) {
		if a := open(t).About(); a.Engine == "" || a.Target == "" || a.Order == "" || a.LogKind == "" ||
			strings.Contains(a.Target, "s3cret") {
			t.Errorf("About() = %+v; want all but the notes filled, and no password", a)
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
		Random: func() io.Reader { return gen.SeededRandom(1) }, Clock: gen.SystemClock(),
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
		there := gen.ID{Lo: 1 << 40}
		try.Works(t, e.Insert(ctx, []index.Row{{ID: there, Created: 7}}))
		keys := []gen.ID{gen.ID{Lo: 1<<40 - 1}, there, gen.ID{Lo: 1<<40 + 1}, {}}
		try.Of(e.Read(ctx, keys)).Is(t, 1, "%d bits: Read(%v) =", bits, keys)
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
	keys := []gen.ID{gen.ID{Lo: 7}}
	try.Works(t, first.Insert(ctx, []index.Row{{ID: keys[0], Created: 7}}))
	r, err := index.Run(ctx, second, schemes(t, "uuidv7"), options(10))
	if !errors.Is(err, index.ErrExists) || r != nil {
		t.Errorf("a second Run = %v, %v; want an error that wraps ErrExists", r, err)
	}
	try.Of(first.Read(ctx, keys)).Is(t, 1, "after that the first reads")
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

// rowsVariable is the environment variable that sets how many rows [Effect] inserts.
const rowsVariable = "IDSCOPE_INDEX_ROWS"

// Effect shows what is known of the order of ids at more rows than the suite has. How fast
// each was is logged, not asserted: that is this machine's.
func Effect(t *testing.T, d index.Driver, dsn string, rows int, want Expect) {
	t.Helper()
	if n, err := strconv.Atoi(os.Getenv(rowsVariable)); err == nil && n > 0 {
		rows = n
	}
	effect(t, Measure(t, d, dsn, rows, "uuidv4", "uuidv7"), want)
}

// effect: UUIDv7, the second result, writes less than UUIDv4, the first, and leaves fuller
// pages and a smaller index, where the engine is of that kind.
func effect(t *testing.T, r *index.Report, want Expect) {
	t.Helper()
	for _, x := range r.Results {
		t.Logf("%s %s: %d rows, %.0f rows/s, disk %d, index %d, fill %.3f, splits %s, %s %s, newest %.0f rows/s",
			r.Engine, x.Scheme, x.Inserted, x.PerSec, *x.DiskBytes, *x.IndexBytes, *x.Fill, number(x.Splits),
			r.LogKind, number(x.LogBytes), x.Newest.PerSec)
	}
	v4, v7 := r.Results[0].Stats, r.Results[1].Stats
	if want.Fuller && *v7.IndexBytes*10 > *v4.IndexBytes*9 {
		t.Errorf("the index has %d bytes of UUIDv7, %d of UUIDv4; want at least a tenth less", *v7.IndexBytes,
			*v4.IndexBytes)
	}
	if want.Fuller && (*v4.Fill < 0.5 || *v4.Fill > 0.8 || *v7.Fill < 0.85) {
		t.Errorf("leaves are filled to %.2f by UUIDv7, %.2f by UUIDv4; want 0.85 or more, 0.5 to 0.8", *v7.Fill,
			*v4.Fill)
	}
	if want.Splits && want.FewerSplits && *v7.Splits*10 > *v4.Splits*9 {
		t.Errorf("%d page splits by UUIDv7, %d by UUIDv4; want at least a tenth fewer", *v7.Splits, *v4.Splits)
	}
	if want.Log && *v7.LogBytes >= *v4.LogBytes {
		t.Errorf("%d bytes of log by UUIDv7, %d by UUIDv4; want fewer", *v7.LogBytes, *v4.LogBytes)
	}
}

// Server holds the engine of a server to the interface and to the effect, and measures as a user
// who may make what is measured and no more. A wrong password, s3cret, is denied in these words.
func Server(t *testing.T, d index.Driver, dsn, wrong, denied string, plain func(t *testing.T, dsn string)) {
	want := Expect{Splits: true, Log: true, Fuller: true, FewerSplits: true}
	t.Run("engine", func(t *testing.T) { Run(t, d, dsn, want) })
	t.Run("effect", func(t *testing.T) { Effect(t, d, dsn, 50_000, want) })
	t.Run("without rights", func(t *testing.T) { plain(t, dsn) })
	t.Run("refused", func(t *testing.T) { NoSecret(t, d, denied, wrong) })
}

// NoSecret: what cannot be opened is refused without its password, s3cret, and with a reason.
func NoSecret(t *testing.T, d index.Driver, reason string, dsns ...string) {
	t.Helper()
	for _, dsn := range dsns {
		e, err := index.Open(context.Background(), []index.Driver{d}, dsn)
		if err == nil || e != nil || strings.Contains(err.Error(), "s3cret") || !strings.Contains(err.Error(), reason) {
			t.Errorf("Open(%s) = %v, %v; want an error without the password, with %q", dsn, e, err, reason)
		}
	}
}

// Measure is a run that has to succeed.
func Measure(t *testing.T, d index.Driver, dsn string, rows int, names ...string) *index.Report {
	t.Helper()
	ctx := context.Background()
	e := try.Of(index.Open(ctx, []index.Driver{d}, dsn)).Or(t)
	defer e.Close()
	return try.Of(index.Run(ctx, e, schemes(t, names...), options(rows))).Or(t)
}

func number(n *int64) string {
	if n == nil {
		return "unknown"
	}
	return strconv.FormatInt(*n, 10)
}

// variants: every kind of table of the engine takes every kind of key, finds the newest rows
// and the windows of time, and says what it is.
func variants(t *testing.T, e index.Engine) {
	const rows = 500
	has, o := e.About().Kinds, options(rows)
	o.Setting.Variants, o.Setting.Batch = has, 300
	names := []string{"uuidv4", "uuidv7", "snowflake", "nanoid", "objectid"}
	r := try.Of(index.Run(context.Background(), e, schemes(t, names...), o)).Or(t)
	if len(r.Results) != len(has)*len(names) {
		t.Fatalf("%d results; want one for each of %d schemes in %d variants", len(r.Results), len(names), len(has))
	}
	for i, x := range r.Results {
		if r.Name(x) != x.Scheme+", "+string(x.Variant) {
			t.Errorf("%s in %s is named %s; want both", x.Scheme, x.Variant, r.Name(x))
		}
		if x.Variant != has[i%len(has)] || x.Inserted != rows || x.Newest == nil || x.Newest.Rows != rows {
			t.Errorf("%s in %s: %+v; want %d rows, found again", x.Scheme, x.Variant, x, rows)
		}
		by := index.ByScan
		switch {
		case x.Variant == index.TimeIndex:
			by = index.ByTime
		case x.Order == "none", x.Variant == index.TextKey && x.Scheme == "snowflake": // of several lengths
		default:
			by = index.ByKey
		}
		if x.Window == nil || x.Window.By != by || x.Window.Rows < rows {
			t.Errorf("%s in %s: windows of time are %+v; want %d rows or more, by %s", x.Scheme, x.Variant, x.Window,
				rows, by)
		}
		if x.IndexBytes == nil || *x.IndexBytes < int64(rows*x.KeyBytes) {
			t.Errorf("%s in %s: the index has %v bytes; want the keys in it", x.Scheme, x.Variant, number(x.IndexBytes))
		}
		if text := x.Variant == index.TextKey; text && x.Scheme == "uuidv4" && x.KeyBytes != 36 ||
			!text && x.Scheme == "uuidv4" && x.KeyBytes != 16 {
			t.Errorf("a key of uuidv4 in %s has %d bytes; want 36 as text, else 16", x.Variant, x.KeyBytes)
		}
	}
	o.Setting.Variants = []index.Variant{"no such"}
	if r, err := index.Run(context.Background(), e, schemes(t, "uuidv4"), o); !errors.Is(err, index.ErrVariant) ||
		r != nil {
		t.Errorf("Run in a variant that is not = %v, %v; want ErrVariant", r, err)
	}
}

// windows: a window of time has exactly the rows of that time, by the id, by the index on
// the time, and by reading all.
func windows(t *testing.T, open func(*testing.T) index.Engine) {
	ctx := context.Background()
	row := func(n uint64) index.Row { return index.Row{ID: gen.ID{Lo: n << 40}, Created: int64(n)} }
	e := open(t)
	claim(t, e)
	for _, v := range e.About().Kinds {
		for _, appended := range []bool{true, false} {
			table := index.Table{Key: index.Key{Bits: 64, Appended: appended}, Payload: 3, Variant: v}
			if v == index.TextKey {
				table.Key = index.KeyOf(schemes(t, "uuidv7")[0], v)
				table.Key.Appended = appended
			}
			try.Of(e.Create(ctx, table)).Or(t)
			var rows []index.Row
			for n := uint64(1); n <= 20; n++ {
				rows = append(rows, row(n))
			}
			slices.Reverse(rows)
			try.Works(t, e.Insert(ctx, rows))
			for _, test := range []struct{ from, to uint64 }{{1, 20}, {5, 9}, {7, 7}, {19, 40}, {30, 40}} {
				want := max(0, int(min(test.to, 20))-int(test.from)+1)
				if n, err := e.Range(ctx, row(test.from), row(test.to)); n != want || err != nil {
					t.Errorf("%s, by %s: Range(%d, %d) = %d, %v; want %d", v, table.Window(), test.from, test.to, n,
						err, want)
				}
			}
			try.Works(t, e.Remove(ctx))
		}
	}
}

// cacheMost is the largest cache that the test fills twice.
const cacheMost = 8 << 20

// beyond: rows are chosen so that no index fits the cache, or it is said why not.
func beyond(t *testing.T, e index.Engine, want Expect) {
	o := options(10)
	o.Beyond = true
	cache := e.About().Cache
	if want.NoCache {
		if r, err := index.Run(context.Background(), e, schemes(t, "uuidv4"), o); !errors.Is(err, index.ErrCache) ||
			r != nil || cache != nil {
			t.Errorf("Run beyond a cache that is not = %v, %v; want ErrCache", r, err)
		}
		return
	}
	if cache == nil || cache.Bytes < 4096 || cache.Name == "" {
		t.Fatalf("the cache is %+v; want its setting", cache)
	}
	if cache.Bytes > cacheMost {
		t.Fatalf("the cache has %d bytes; want a server for tests with at most %d", cache.Bytes, cacheMost)
	}
	r := try.Of(index.Run(context.Background(), e, schemes(t, "snowflake"), o)).Or(t)
	for _, x := range r.Results {
		if times, ok := r.Pressure(x); !ok || times < 2 || times > 20 || x.Inserted != r.Rows {
			t.Errorf("%s: an index of %s in %d rows is %.3g times the cache; want 2 to 20", x.Scheme,
				number(x.IndexBytes), r.Rows, times)
		}
	}
}
