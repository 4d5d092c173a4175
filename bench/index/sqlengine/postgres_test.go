package sqlengine_test

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"idscope/bench/index/indextest"
	"idscope/bench/index/sqlengine"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// TestPostgres runs everything that needs PostgreSQL, in one server.
func TestPostgres(t *testing.T) {
	what := "the suite of engines, UUIDv4 against UUIDv7 at 50 000 rows, a user without " +
		"rights, a wrong password"
	testserver.Demanded(t, what)
	dsn := testserver.Postgres(t, what, "shared_buffers=4MB").URL
	wrong := strings.Replace(dsn, testserver.Password, "s3cret", 1)
	indextest.Server(t, sqlengine.Postgres, dsn, wrong, "password authentication failed", plainPostgres)
}

// plainPostgres: a user who may make a schema and no more is measured too, with a fill that
// is calculated, and notes that say so.
func plainPostgres(t *testing.T, dsn string) {
	ctx := context.Background()
	conn := try.Of(pgx.Connect(ctx, dsn)).Or(t)
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, "CREATE ROLE plain LOGIN PASSWORD '"+testserver.Password+"'; GRANT CREATE ON "+
		"DATABASE postgres TO plain"); err != nil {
		t.Fatal(err)
	}
	r := indextest.Measure(t, sqlengine.Postgres, strings.Replace(dsn, "idscope:", "plain:", 1), 50_000, "uuidv4",
		"uuidv7", "objectid", "snowflake")
	if len(r.Notes) != 3 || !strings.Contains(r.Notes[1], "pgstattuple") ||
		!strings.Contains(r.Notes[2], "CHECKPOINT") {
		t.Errorf("notes are %q; want word of what is missing", r.Notes)
	}
	for _, x := range r.Results {
		low, high := 0.86, 0.92
		if x.Scheme == "uuidv4" {
			low, high = 0.6, 0.8
		}
		if x.Splits != nil || *x.Fill < low || *x.Fill > high {
			t.Errorf("%s: fill %.3f; want %.2f to %.2f", x.Scheme, *x.Fill, low, high)
		}
	}
}

// TestBadPostgres: what cannot be opened is refused without its password.
func TestBadPostgres(t *testing.T) {
	indextest.NoSecret(t, sqlengine.Postgres, "",
		"postgres://u:s3cret@127.0.0.1:1/db", "postgres://u:s3cret@127.0.0.1:port/db", "postgres://u:s3cret%zz@h/db",
		"postgres://127.0.0.1:1/db?password=s3cret", "postgres://u:s3cret@127.0.0.1:1/db?sslmode=s3cret&x",
		"postgres:s3cret", "postgres://[s3cret")
}
