package testserver

import (
	"fmt"
	"testing"
)

var redis = pack{"Redis", "redis-server", []string{"/usr/sbin", "/opt/homebrew/bin"}}

// Redis starts Redis as a store needs it: every write is synced, nothing is evicted.
// Further settings are arguments as in "--appendfsync", "everysec". what is as for
// [Postgres].
func Redis(t testing.TB, what string, settings ...string) *Server {
	t.Helper()
	s := newRedis(t, what)
	s.args = append(append(s.args, "--port", portOf(s.Addr)), settings...)
	s.Start()
	return s
}

// RedisTLS starts Redis that speaks TLS only; the URL has no options yet.
func RedisTLS(t testing.TB, what string, c Certificates) *Server {
	t.Helper()
	s := newRedis(t, what)
	s.args = append(s.args, "--port", "0", "--tls-port", portOf(s.Addr), "--tls-auth-clients", "no",
		"--tls-ca-cert-file", s.write("ca.pem", c.cert),
		"--tls-cert-file", s.write("cert.pem", c.cert), "--tls-key-file", s.write("key.pem", c.key))
	s.URL = "rediss" + s.URL[len("redis"):]
	s.Start()
	return s
}

// RedisReplica starts a Redis that copies another, asynchronously as they do.
func RedisReplica(t testing.TB, what string, of *Server) *Server {
	t.Helper()
	return Redis(t, what, "--replicaof", "127.0.0.1 "+portOf(of.Addr), "--masterauth", Password)
}

func newRedis(t testing.TB, what string) *Server {
	t.Helper()
	program := redis.program(t, "redis-server", what)
	s := newServer(t, "redis", "nobody")
	s.program, s.ready = program, "Ready to accept connections"
	s.args = []string{"--bind", "127.0.0.1", "--dir", s.dir, "--requirepass", Password, "--save", "",
		"--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction",
		"--repl-diskless-sync-delay", "0"}
	s.URL = fmt.Sprintf("redis://:%s@%s/0", Password, s.Addr)
	return s
}
