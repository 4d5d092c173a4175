package mysql_test

import (
	"database/sql"
	"strings"
	"testing"

	"idscope/gen/store"
	"idscope/gen/store/mysql"
	"idscope/gen/store/storetest"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// connect is a client of its own, of a user with all rights.
func connect(t testing.TB, url string) *sql.DB {
	t.Helper()
	rest, _ := strings.CutPrefix(url, "mysql://")
	login, rest, _ := strings.Cut(rest, "@")
	address, name, _ := strings.Cut(rest, "/")
	c := try.Of(sql.Open("mysql", login+"@tcp("+address+")/"+name)).Or(t)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func execute(t testing.TB, url, statement string, args ...any) {
	t.Helper()
	if _, err := connect(t, url).Exec(statement, args...); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

func TestSuite(t *testing.T) {
	s := testserver.MariaDB(t, "the suite of stores")
	execute(t, s.URL, "CREATE DATABASE ids")
	url := s.URL + "ids"
	c := testserver.NewCertificates(t)
	secure := testserver.MariaDBTLS(t, "the suite of stores", c).URL + "mysql"
	storetest.Run(t, storetest.Engine{
		Secure: secure + "?ca=" + c.CA, Distrusted: secure + "?ca=" + c.OtherCA,
		Driver: mysql.Driver{}, URL: url, Server: s, Class: store.Proven, Clock: true, Engine: "MariaDB",
		Lives:  storetest.Lives{Restart: store.Restarted, PutBack: store.Restarted},
		Delete: func(t testing.TB, key string) { execute(t, url, "DELETE FROM idscope_store WHERE name = ?", key) },
	})
}
