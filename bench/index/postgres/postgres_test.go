package postgres_test

import (
	"context"
	"strings"
	"testing"

	"idscope/bench/index"
	"idscope/bench/index/indextest"
	"idscope/bench/index/postgres"
	"idscope/bench/index/testserver"
)

var expect = indextest.Expect{Splits: true, Log: true, Fuller: true, FewerSplits: true}

// TestServer runs everything that needs PostgreSQL, in one server.
func TestServer(t *testing.T) {
	dsn := testserver.Postgres(t)
	t.Run("engine", func(t *testing.T) { indextest.Run(t, postgres.Driver{}, dsn, expect) })
	t.Run("effect", func(t *testing.T) { indextest.Effect(t, postgres.Driver{}, dsn, expect) })
	t.Run("refused", func(t *testing.T) { refused(t, strings.Replace(dsn, testserver.Password, "wr0ng-w0rd", 1)) })
}

// refused: no message shows the password.
func refused(t *testing.T, dsn string) {
	_, err := index.Open(context.Background(), []index.Driver{postgres.Driver{}}, dsn)
	if err == nil || strings.Contains(err.Error(), "wr0ng") || !strings.Contains(err.Error(), "password authentication failed") {
		t.Errorf("Open with a wrong password = %v; want the reason, and not the password", err)
	}
}

// TestBadDSN: what can not be opened is refused without its password.
func TestBadDSN(t *testing.T) {
	for _, dsn := range []string{
		"postgres://u:s3cret@127.0.0.1:1/db", "postgres://u:s3cret@127.0.0.1:port/db", "postgres://u:s3cret%zz@h/db",
		"postgres://127.0.0.1:1/db?password=s3cret", "postgres://u:s3cret@127.0.0.1:1/db?sslmode=s3cret&x", "postgres:s3cret", "postgres://[s3cret",
	} {
		e, err := index.Open(context.Background(), []index.Driver{postgres.Driver{}}, dsn)
		if err == nil || e != nil || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("Open(%s) = %v, %v; want an error without the password", dsn, e, err)
		}
	}
}
