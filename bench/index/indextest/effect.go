package indextest

import (
	"context"
	"os"
	"strconv"
	"strings"
	"testing"

	"idscope/bench/index"
	"idscope/gen/testing/try"
)

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
	if want.Fuller && (*v4.Fill > 0.8 || *v7.Fill < 0.85) {
		t.Errorf("leaves are filled to %.2f by UUIDv7, %.2f by UUIDv4; want 0.85 or more, 0.8 or less", *v7.Fill,
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
