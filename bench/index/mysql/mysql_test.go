package mysql_test

import (
	"context"
	"strings"
	"testing"

	"idscope/bench/index"
	"idscope/bench/index/indextest"
	"idscope/bench/index/mysql"
	"idscope/bench/index/testserver"
)

var expect = indextest.Expect{Splits: true, Log: true, Fuller: true, FewerSplits: true}

// TestServer runs everything that needs MariaDB, in one server.
func TestServer(t *testing.T) {
	dsn := testserver.MariaDB(t)
	t.Run("engine", func(t *testing.T) { indextest.Run(t, mysql.Driver{}, dsn, expect) })
	t.Run("effect", func(t *testing.T) { indextest.Effect(t, mysql.Driver{}, dsn, expect) })
	t.Run("refused", func(t *testing.T) { refused(t, strings.Replace(dsn, testserver.Password, "wr0ng-w0rd", 1)) })
}

// refused: no message shows the password.
func refused(t *testing.T, dsn string) {
	_, err := index.Open(context.Background(), []index.Driver{mysql.Driver{}}, dsn)
	if err == nil || strings.Contains(err.Error(), "wr0ng") || !strings.Contains(err.Error(), "Access denied") {
		t.Errorf("Open with a wrong password = %v; want the reason, and not the password", err)
	}
}

// TestBadDSN: what can not be opened is refused without its password.
func TestBadDSN(t *testing.T) {
	for _, dsn := range []string{
		"mysql://u:s3cret@127.0.0.1:1/", "mysql://u:s3cret@127.0.0.1:port/", "mysql://u:s3cret%zz@h/", "mysql://u:s3cret@h/?socket=/x",
		"mysql://u:s3cret@/?socket=/not/there", "mysql://u:s3cret@127.0.0.1:1/?password=s3cret", "mysql:s3cret", "mysql://[s3cret",
		"mysql://u:s3cret@127.0.0.1:1/?tls=s3cret",
	} {
		e, err := index.Open(context.Background(), []index.Driver{mysql.Driver{}}, dsn)
		if err == nil || e != nil || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("Open(%s) = %v, %v; want an error without the password", dsn, e, err)
		}
	}
}
