package postgres_test

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"idscope/gen/store"
	"idscope/gen/store/postgres"
	"idscope/gen/store/storetest"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// execute runs statements as a superuser.
func execute(t testing.TB, url, statements string, args ...any) {
	t.Helper()
	c := try.Of(pgx.Connect(context.Background(), url)).Or(t)
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
		Lives:  storetest.Lives{Restart: store.Restarted, PutBack: store.Restarted},
		Delete: func(t testing.TB, key string) { execute(t, s.URL, `DELETE FROM idscope_store WHERE name = $1`, key) },
	})
}

// TestSSLMode: a URL means here what it means to PostgreSQL's own clients.
func TestSSLMode(t *testing.T) {
	c := testserver.NewCertificates(t)
	server := testserver.PostgresTLS(t, "sslmode", c)
	local := strings.Replace(server.URL, "127.0.0.1", "localhost", 1)
	elsewhere := strings.Replace(server.URL, "127.0.0.1", "127.0.0.2", 1) // of no certificate, and the same server
	for _, x := range []struct{ url, refused string }{
		{server.URL + "?sslmode=require", ""},
		{server.URL + "?sslmode=require&sslrootcert=" + c.CA, ""},
		{server.URL + "?sslmode=require&sslrootcert=" + c.OtherCA, "certificate"},
		{server.URL + "?sslmode=verify-ca&sslrootcert=" + c.CA, ""},
		{server.URL + "?sslmode=verify-ca", "certificate"},
		{elsewhere + "?sslmode=verify-ca&sslrootcert=" + c.CA, ""},
		{elsewhere + "?sslmode=verify-full&sslrootcert=" + c.CA, "certificate"},
		{local + "?sslmode=verify-full&sslrootcert=" + c.CA, ""},
		{server.URL + "?sslmode=verify-full&sslrootcert=" + c.OtherCA, "certificate"},
		{server.URL + "?sslmode=verify-full&sslrootcert=/none", "unable to read CA file"},
		{server.URL + "?sslmode=disable", "no encryption"},
		{server.URL + "?sslmode=prefer", "sslmode=prefer may connect without encryption; use require"},
		{server.URL + "?sslmode=allow", "sslmode=allow may connect without encryption"},
		{server.URL + "?sslmode=on", `sslmode="on" is unknown; use one of disable, require`},
		{server.URL + "?sslmode=require&tls=on", "cannot be combined"},
		{server.URL + "?sslrootcert=" + c.CA, "need sslmode"},
	} {
		if x.refused != "" {
			storetest.Refused(t, postgres.Driver{}, x.url, true, x.refused)
			continue
		}
		s := storetest.Open(t, postgres.Driver{}, x.url)
		if _, err := s.Now(t.Context()); err != nil {
			t.Errorf("%s: %v", x.url, err)
		}
	}
}
