package sqlengine_test

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"idscope/bench/index"
	"idscope/bench/index/indextest"
	"idscope/bench/index/sqlengine"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// SQLite shares rows out among three neighbours when a page is full, so that pages
// are as full in any order; what it writes is another matter.
func TestSQLite(t *testing.T) {
	indextest.Run(t, sqlengine.SQLite, "sqlite:"+filepath.Join(t.TempDir(), "a ? %41 b.db"), indextest.Expect{Log: true})
}

// suite is what needs a server.
const suite = "the suite of engines, UUIDv4 against UUIDv7 at 50 000 rows, a user without rights, a wrong password"

// TestPostgres runs everything that needs PostgreSQL, in one server.
func TestPostgres(t *testing.T) {
	testserver.Demanded(t, suite)
	dsn := testserver.Postgres(t, suite, "shared_buffers=4MB").URL
	wrong := strings.Replace(dsn, testserver.Password, "s3cret", 1)
	indextest.Server(t, sqlengine.Postgres, dsn, wrong, "password authentication failed", plainPostgres)
}

// plainPostgres: a user who may make a schema and no more is measured too, with a fill that
// is calculated, and notes that say so.
func plainPostgres(t *testing.T, dsn string) {
	ctx := context.Background()
	conn := try.Of(pgx.Connect(ctx, dsn)).Or(t)
	defer conn.Close(ctx)
	try.Of(conn.Exec(ctx, "CREATE ROLE plain LOGIN PASSWORD '"+testserver.Password+"'; GRANT CREATE ON "+
		"DATABASE postgres TO plain")).Or(t)
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

// TestMySQL runs everything that needs MariaDB, in one server.
func TestMySQL(t *testing.T) {
	testserver.Demanded(t, suite)
	dsn := testserver.MariaDB(t, suite, "--innodb-buffer-pool-size=6M").URL
	wrong := strings.Replace(dsn, testserver.Password, "s3cret", 1)
	indextest.Server(t, sqlengine.MySQL, dsn, wrong, "Access denied", plainMySQL)
}

// plainMySQL: a user who may make this database and no more is measured too, and notes say
// what is missing.
func plainMySQL(t *testing.T, dsn string) {
	u := try.Of(url.Parse(dsn)).Or(t)
	db := try.Of(sql.Open("mysql", fmt.Sprintf("idscope:%s@tcp(%s)/", testserver.Password, u.Host))).Or(t)
	defer db.Close()
	for _, do := range []string{"CREATE USER plain@'%' IDENTIFIED BY '" + testserver.Password + "'",
		"GRANT ALL ON " + index.Name + ".* TO plain@'%'"} {
		try.Of(db.Exec(do)).Or(t)
	}
	r := indextest.Measure(t, sqlengine.MySQL, strings.Replace(dsn, "idscope:", "plain:", 1), 20_000, "uuidv4",
		"snowflake")
	if len(r.Notes) != 2 || !strings.Contains(r.Notes[1], "page splits are unknown") {
		t.Errorf("notes are %q; want word of what is missing", r.Notes)
	}
	for _, x := range r.Results {
		if x.Splits != nil || x.DiskBytes == nil || x.LogBytes == nil {
			t.Errorf("%s: %+v; want size and log, and no splits", x.Scheme, x.Stats)
		}
	}
}

// TestBadDSN: what cannot be opened is refused without its password.
func TestBadDSN(t *testing.T) {
	indextest.NoSecret(t, sqlengine.Postgres, "",
		"postgres://u:s3cret@127.0.0.1:1/db", "postgres://u:s3cret@127.0.0.1:port/db", "postgres://u:s3cret%zz@h/db",
		"postgres://127.0.0.1:1/db?password=s3cret", "postgres://u:s3cret@127.0.0.1:1/db?sslmode=s3cret&x",
		"postgres:s3cret", "postgres://[s3cret")
	indextest.NoSecret(t, sqlengine.MySQL, "",
		"mysql://u:s3cret@127.0.0.1:1/", "mysql://u:s3cret@127.0.0.1:port/", "mysql://u:s3cret%zz@h/",
		"mysql://u:s3cret@h/?socket=/x",
		"mysql://u:s3cret@/?socket=/not/there", "mysql://u:s3cret@127.0.0.1:1/?password=s3cret", "mysql:s3cret",
		"mysql://[s3cret",
		"mysql://u:s3cret@127.0.0.1:1/?tls=s3cret")
}
