package mysql_test

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"idscope/bench/index"
	"idscope/bench/index/indextest"
	"idscope/bench/index/mysql"
	"idscope/gen/store/testserver"
)

var expect = indextest.Expect{Splits: true, Log: true, Fuller: true, FewerSplits: true}

// TestServer runs everything that needs MariaDB, in one server.
func TestServer(t *testing.T) {
	what := "the suite of engines, UUIDv4 against UUIDv7 at 200 000 rows, a user without " +
		"rights, a wrong password"
	testserver.Demanded(t, what)
	dsn := testserver.MariaDB(t, what, "--innodb-buffer-pool-size=6M").URL
	t.Run("engine", func(t *testing.T) { indextest.Run(t, mysql.Driver{}, dsn, expect) })
	t.Run("effect", func(t *testing.T) { indextest.Effect(t, mysql.Driver{}, dsn, 200_000, expect) })
	t.Run("without rights", func(t *testing.T) { plain(t, dsn) })
	t.Run("refused", func(t *testing.T) { refused(t, strings.Replace(dsn, testserver.Password, "wr0ng-w0rd", 1)) })
}

// plain: a user who may make this database and no more is measured too, and notes say
// what is missing.
func plain(t *testing.T, dsn string) {
	u, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("mysql", fmt.Sprintf("idscope:%s@tcp(%s)/", testserver.Password, u.Host))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, do := range []string{"CREATE USER plain@'%' IDENTIFIED BY '" + testserver.Password + "'",
		"GRANT ALL ON " + index.Name + ".* TO plain@'%'"} {
		if _, err := db.Exec(do); err != nil {
			t.Fatal(err)
		}
	}
	r := indextest.Measure(t, mysql.Driver{}, strings.Replace(dsn, "idscope:", "plain:", 1), 20_000, "uuidv4", "snowflake")
	if len(r.Notes) != 2 || !strings.Contains(r.Notes[1], "page splits are unknown") {
		t.Errorf("notes are %q; want word of what is missing", r.Notes)
	}
	for _, x := range r.Results {
		if x.Splits != nil || x.DiskBytes == nil || x.LogBytes == nil {
			t.Errorf("%s: %+v; want size and log, and no splits", x.Scheme, x.Stats)
		}
	}
}

// refused: no message shows the password.
func refused(t *testing.T, dsn string) {
	_, err := index.Open(context.Background(), []index.Driver{mysql.Driver{}}, dsn)
	if err == nil || strings.Contains(err.Error(), "wr0ng") || !strings.Contains(err.Error(), "Access denied") {
		t.Errorf("Open with a wrong password = %v; want the reason, and not the password", err)
	}
}

// TestBadDSN: what cannot be opened is refused without its password.
func TestBadDSN(t *testing.T) {
	for _, dsn := range []string{
		"mysql://u:s3cret@127.0.0.1:1/", "mysql://u:s3cret@127.0.0.1:port/", "mysql://u:s3cret%zz@h/",
		"mysql://u:s3cret@h/?socket=/x",
		"mysql://u:s3cret@/?socket=/not/there", "mysql://u:s3cret@127.0.0.1:1/?password=s3cret", "mysql:s3cret",
		"mysql://[s3cret",
		"mysql://u:s3cret@127.0.0.1:1/?tls=s3cret",
	} {
		e, err := index.Open(context.Background(), []index.Driver{mysql.Driver{}}, dsn)
		if err == nil || e != nil || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("Open(%s) = %v, %v; want an error without the password", dsn, e, err)
		}
	}
}
