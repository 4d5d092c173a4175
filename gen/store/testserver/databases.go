package testserver

import (
	"fmt"
	"syscall"
	"testing"
)

var (
	postgres = pack{"PostgreSQL", "postgresql",
		[]string{"/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin", "/opt/homebrew/bin"}}
	mariaDB = pack{"MariaDB", "mariadb-server", []string{"/usr/sbin", "/usr/libexec", "/opt/homebrew/bin"}}
)

// Postgres starts PostgreSQL as the distribution configures it, with further
// settings as in "synchronous_commit=off"; the URL is that of a superuser. what is
// what the test tests, for the message that leaves it out.
func Postgres(t testing.TB, what string, settings ...string) *Server {
	t.Helper()
	s := newPostgres(t, what)
	for _, setting := range settings {
		s.args = append(s.args, "-c", setting)
	}
	s.Start()
	return s
}

func newPostgres(t testing.TB, what string) *Server {
	t.Helper()
	initdb, program := postgres.program(t, "initdb", what), postgres.program(t, "postgres", what)
	s := newServer(t, "postgres", "nobody")
	s.run(initdb, "-D", s.path("data"), "-U", "idscope", "-A", "scram-sha-256", "--pwfile",
		s.write("password", Password+"\n"), "-E", "UTF8", "--no-sync")
	s.program, s.ready = program, "ready to accept connections"
	s.args = []string{"-D", s.path("data"), "-p", portOf(s.Addr), "-h", "127.0.0.1", "-k", s.dir}
	s.stop = syscall.SIGINT // to end now, without waiting for clients
	s.URL = fmt.Sprintf("postgres://idscope:%s@%s/postgres", Password, s.Addr)
	return s
}

// PostgresTLS starts PostgreSQL that lets nobody in over TCP without TLS; the URL has
// no options yet. It listens at 127.0.0.2 too, of which its certificate says nothing.
func PostgresTLS(t testing.TB, what string, c Certificates) *Server {
	t.Helper()
	s := newPostgres(t, what)
	s.write("data/pg_hba.conf", "hostssl all all 127.0.0.0/8 scram-sha-256\n")
	s.args = append(s.args, "-h", "127.0.0.1,127.0.0.2", "-c", "ssl=on", "-c",
		"ssl_cert_file="+s.write("cert.pem", c.cert), "-c", "ssl_key_file="+s.write("key.pem", c.key))
	s.Start()
	return s
}

// MariaDB starts MariaDB as the distribution builds it, without the configuration of
// this host, with further options as in "--sync-binlog=1"; the URL is that of a user
// with all rights. what is as for [Postgres].
func MariaDB(t testing.TB, what string, options ...string) *Server {
	t.Helper()
	s := newMariaDB(t, what)
	s.args = append(s.args, options...)
	s.Start()
	return s
}

// MariaDBTLS starts MariaDB that demands TLS; the URL has no options yet.
func MariaDBTLS(t testing.TB, what string, c Certificates) *Server {
	t.Helper()
	s := newMariaDB(t, what)
	s.args = append(s.args, "--require-secure-transport=ON", "--ssl-cert="+s.write("cert.pem", c.cert),
		"--ssl-key="+s.write("key.pem", c.key))
	s.Start()
	return s
}

func newMariaDB(t testing.TB, what string) *Server {
	t.Helper()
	install, program := mariaDB.program(t, "mariadb-install-db", what), mariaDB.program(t, "mariadbd", what)
	s := newServer(t, "mysql", "nobody")
	s.run(install, "--no-defaults", "--datadir="+s.path("data"), "--auth-root-authentication-method=normal",
		"--skip-test-db", "--skip-name-resolve")
	user := s.write("user.sql", fmt.Sprintf("CREATE USER IF NOT EXISTS idscope@'%%' IDENTIFIED BY '%s';\nGRANT ALL ON "+
		"*.* TO idscope@'%%' WITH GRANT OPTION;\n", Password))
	s.program, s.ready = program, "ready for connections"
	s.args = []string{"--no-defaults", "--datadir=" + s.path("data"), "--bind-address=127.0.0.1",
		"--port=" + portOf(s.Addr), "--socket=" + s.path("socket"), "--pid-file=" + s.path("pid"), "--init-file=" +
			user, "--skip-name-resolve"}
	s.URL = fmt.Sprintf("mysql://idscope:%s@%s/", Password, s.Addr)
	return s
}

// PostgresStandby starts a hot standby of a server, with its data of now and what follows.
func PostgresStandby(t testing.TB, what string, of *Server) *Server {
	t.Helper()
	backup, program := postgres.program(t, "pg_basebackup", what), postgres.program(t, "postgres", what)
	s := newServer(t, "postgres", "nobody")
	s.env = []string{"PGPASSWORD=" + Password}
	s.run(backup, "-D", s.path("data"), "-R", "-h", "127.0.0.1", "-p", portOf(of.Addr), "-U", "idscope", "-c", "fast",
		"--no-sync")
	s.program, s.ready = program, "ready to accept read-only connections"
	s.args = []string{"-D", s.path("data"), "-p", portOf(s.Addr), "-h", "127.0.0.1", "-k", s.dir}
	s.stop = syscall.SIGINT
	s.URL = fmt.Sprintf("postgres://idscope:%s@%s/postgres", Password, s.Addr)
	s.Start()
	return s
}

// MariaDBReplica starts a replica of a server that has --log-bin, with read_only=1, and
// replicates all that the server logged.
func MariaDBReplica(t testing.TB, what string, of *Server) *Server {
	t.Helper()
	s := newMariaDB(t, what)
	follow := s.write("follow.sql", fmt.Sprintf("CHANGE MASTER TO MASTER_HOST='127.0.0.1', MASTER_PORT=%s, "+
		"MASTER_USER='idscope', MASTER_PASSWORD='%s', MASTER_USE_GTID=slave_pos;\nSTART SLAVE;\n", portOf(of.Addr),
		Password))
	for i, arg := range s.args {
		if arg == "--init-file="+s.path("user.sql") { // the users come from the other server
			s.args[i] = "--init-file=" + follow
		}
	}
	s.args = append(s.args, "--server-id=2", "--read-only=1")
	s.Start()
	return s
}
