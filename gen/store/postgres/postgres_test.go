package postgres_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"idscope/gen/store"
	"idscope/gen/store/postgres"
	"idscope/gen/store/storetest"
	"idscope/gen/store/testserver"
)

// execute runs statements as a superuser.
func execute(t testing.TB, url, statements string, args ...any) {
	t.Helper()
	c, err := pgx.Connect(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	if _, err := c.Exec(context.Background(), statements, args...); err != nil {
		t.Fatalf("%s: %v", statements, err)
	}
}

func TestSuite(t *testing.T) {
	s := testserver.Postgres(t, "the suite of stores")
	c := testserver.NewCertificates(t)
	secure := testserver.PostgresTLS(t, "the suite of stores", c).URL
	storetest.Run(t, storetest.Engine{
		Secure: secure + "?ca=" + c.CA, Distrusted: secure + "?ca=" + c.OtherCA,
		Driver: postgres.Driver{}, URL: s.URL, Server: s, Class: store.Proven, Clock: true, Engine: "PostgreSQL",
		Delete: func(t testing.TB, key string) { execute(t, s.URL, `DELETE FROM idscope_store WHERE name = $1`, key) },
	})
}
