package compare

import (
	"context"
	"testing"

	"idscope/bench/index"
	"idscope/bench/index/bolt"
	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/gen/testing/try"
)

// TestPagesWritten measures with a real engine what each class of INDEX promises: how many bytes
// of pages bbolt writes for batches into a full table, beside UUIDv4. The class of every scheme is
// held by TestLocality. Nothing of it depends on time: ids and pages are the same in every run but
// for the order of equal ticks.
func TestPagesWritten(t *testing.T) {
	const cheap, dear = 0.3, 0.6 // of what UUIDv4 writes
	e := try.Of(bolt.Driver.Open(context.Background(), "bbolt:")).Or(t)
	defer e.Close()
	try.Works(t, e.Claim(context.Background()))
	defer e.Release(context.Background())
	uuidv4, _ := scheme.Get("uuidv4")
	random := float64(pages(t, e, uuidv4))
	for _, c := range []struct {
		class   Locality
		schemes []string
	}{
		{Ordered, []string{"uuidv7", "ulid", "cockroach"}},
		{ByTick, []string{"uuidv6", "ksuid", "objectid", "simpleflake"}},
		{Runs, []string{"seata", "march"}},
		{Anywhere, []string{"w3c-span", "w3c-trace"}},
	} {
		for _, name := range c.schemes {
			s, ok := scheme.Get(name)
			if !ok {
				t.Fatalf("no scheme %s", name)
			}
			class, share := locality(s), float64(pages(t, e, s))/random
			t.Logf("%-18s %-8s %.2f", s.Name, class, share)
			if class != c.class || class == Anywhere && share < dear || class != Anywhere && share > cheap {
				t.Errorf("%s is %s, and writes %.2f of the pages of UUIDv4; want %s, at least %.1f of what goes "+
					"anywhere, else at most %.1f", s.Name, class, share, c.class, dear, cheap)
			}
		}
	}
}

// pages returns the bytes of pages that batches of a scheme's ids write, behind rows that
// are there. At most 20 ids share a tick: what comes near the end stays on few pages.
func pages(t *testing.T, e index.Engine, s *gen.Scheme) int64 {
	t.Helper()
	const rows, batch, batches = 4000, 60, 8
	rate := 1000.0
	if s.Timed() {
		rate = min(rate, 20/s.Timeline().Span(1).Seconds())
	}
	ctx := context.Background()
	stream := try.Of(index.NewStream(s, source(rate, 1))).Or(t)
	key := index.KeyOf(s, "")
	key.Appended = false // pages are split in one way for all
	try.Of(e.Create(ctx, index.Table{Key: key, Payload: 40, Variant: e.About().Kinds[0]})).Or(t)
	insert := func(n int) (written int64) {
		list := make([]index.Row, n)
		if err := stream.Fill(ctx, list); err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		if err := e.Insert(ctx, list); err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		stats := try.Of(e.Stats(ctx)).Or(t)
		return *stats.LogBytes
	}
	before := insert(rows)
	var after int64
	for range batches {
		after = insert(batch)
	}
	try.Works(t, e.Remove(ctx))
	return after - before
}
