package testserver

import (
	"fmt"
	"syscall"
	"testing"
)

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
