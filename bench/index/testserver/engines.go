package testserver

import (
	"fmt"
	"strconv"
	"syscall"
	"testing"
)

// Postgres starts PostgreSQL as the distribution configures it, and returns the DSN
// of a superuser. what is what the test tests, for the message that leaves it out.
func Postgres(t testing.TB, what string) (dsn string) {
	t.Helper()
	wanted(t, "PostgreSQL", what)
	folders := []string{"/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin", "/opt/homebrew/bin"}
	initdb, postgres := program(t, "initdb", folders...), program(t, "postgres", folders...)
	s := newServer(t, "postgres", "nobody")
	port := strconv.Itoa(freePort(t))
	s.run(initdb, "-D", s.path("data"), "-U", "idscope", "-A", "scram-sha-256", "--pwfile",
		s.write("password", Password+"\n"), "-E", "UTF8", "--no-sync")
	// Its own answer to SIGINT is to end now, without waiting for clients.
	s.start(s.command(postgres, "-D", s.path("data"), "-p", port, "-h", "127.0.0.1", "-k", s.dir),
		"ready to accept connections", syscall.SIGINT)
	return fmt.Sprintf("postgres://idscope:%s@127.0.0.1:%s/postgres", Password, port)
}

// MariaDB starts MariaDB as the distribution builds it, without the configuration of
// this host, and returns the DSN of a user with all rights. what is as for [Postgres].
func MariaDB(t testing.TB, what string) (dsn string) {
	t.Helper()
	wanted(t, "MariaDB", what)
	folders := []string{"/usr/sbin", "/usr/libexec", "/opt/homebrew/bin"}
	install, mariadbd := program(t, "mariadb-install-db", folders...), program(t, "mariadbd", folders...)
	s := newServer(t, "mysql", "nobody")
	port := strconv.Itoa(freePort(t))
	s.run(install, "--no-defaults", "--datadir="+s.path("data"), "--auth-root-authentication-method=normal",
		"--skip-test-db", "--skip-name-resolve")
	user := s.write("user.sql", fmt.Sprintf("CREATE USER idscope@'%%' IDENTIFIED BY '%s';\nGRANT ALL ON *.* TO "+
		"idscope@'%%' WITH GRANT OPTION;\n", Password))
	s.start(s.command(mariadbd, "--no-defaults", "--datadir="+s.path("data"), "--bind-address=127.0.0.1", "--port="+port,
		"--socket="+s.path("socket"), "--pid-file="+s.path("pid"), "--init-file="+user, "--skip-name-resolve"), "ready "+
		"for connections", syscall.SIGTERM)
	return fmt.Sprintf("mysql://idscope:%s@127.0.0.1:%s/", Password, port)
}
