package indextest

import (
	"context"
	"errors"
	"slices"
	"testing"

	"idscope/bench/index"
	"idscope/gen"
	"idscope/gen/testing/try"
)

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
		if r.Name(&x) != x.Scheme+", "+string(x.Variant) {
			t.Errorf("%s in %s is named %s; want both", x.Scheme, x.Variant, r.Name(&x))
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
	row := func(n uint64) index.Row { return index.Row{ID: gen.FromUint64(n << 40), Created: int64(n)} }
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
		if times, ok := r.Pressure(&x); !ok || times < 2 || times > 20 || x.Inserted != r.Rows {
			t.Errorf("%s: an index of %s in %d rows is %.3g times the cache; want 2 to 20", x.Scheme,
				number(x.IndexBytes), r.Rows, times)
		}
	}
}
