package sqlengine_test

import (
	"database/sql"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"idscope/bench/index"
	"idscope/bench/index/indextest"
	"idscope/bench/index/sqlengine"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// TestMySQL runs everything that needs MariaDB, in one server.
func TestMySQL(t *testing.T) {
	what := "the suite of engines, UUIDv4 against UUIDv7 at 50 000 rows, a user without " +
		"rights, a wrong password"
	testserver.Demanded(t, what)
	dsn := testserver.MariaDB(t, what, "--innodb-buffer-pool-size=6M").URL
	wrong := strings.Replace(dsn, testserver.Password, "s3cret", 1)
	indextest.Server(t, sqlengine.MySQL, dsn, wrong, "Access denied", plainMySQL)
}

// plainMySQL: a user who may make this database and no more is measured too, and notes say
// what is missing.
func plainMySQL(t *testing.T, dsn string) {
	u := try.Of(url.Parse(dsn)).Or(t)
	db, err := sql.Open("mysql", fmt.Sprintf("idscope:%s@tcp(%s)/", testserver.Password, u.Host))
	if err != nil {
		t.Fatal(err)
	}
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

// TestBadMySQL: what cannot be opened is refused without its password.
func TestBadMySQL(t *testing.T) {
	indextest.NoSecret(t, sqlengine.MySQL, "",
		"mysql://u:s3cret@127.0.0.1:1/", "mysql://u:s3cret@127.0.0.1:port/", "mysql://u:s3cret%zz@h/",
		"mysql://u:s3cret@h/?socket=/x",
		"mysql://u:s3cret@/?socket=/not/there", "mysql://u:s3cret@127.0.0.1:1/?password=s3cret", "mysql:s3cret",
		"mysql://[s3cret",
		"mysql://u:s3cret@127.0.0.1:1/?tls=s3cret")
}
