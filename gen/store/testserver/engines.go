package testserver

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
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
	s := postgresWithout(t, what, "ready to accept connections")
	s.run(postgres.program(t, "initdb", what), "-D", s.path("data"), "-U", "idscope", "-A", "scram-sha-256", "--pwfile",
		s.write("password", Password+"\n"), "-E", "UTF8", "--no-sync")
	return s
}

// postgresWithout prepares a server that has no data yet, and says so when it is ready.
func postgresWithout(t testing.TB, what, ready string) *Server {
	t.Helper()
	program := postgres.program(t, "postgres", what)
	s := newServer(t, "postgres", "nobody")
	s.program, s.ready = program, ready
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
	s := postgresWithout(t, what, "ready to accept read-only connections")
	s.env = []string{"PGPASSWORD=" + Password}
	s.run(postgres.program(t, "pg_basebackup", what), "-D", s.path("data"), "-R", "-h", "127.0.0.1", "-p",
		portOf(of.Addr), "-U", "idscope", "-c", "fast", "--no-sync")
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

var etcd = pack{"etcd", "etcd-server etcd-client", []string{"/usr/local/bin", "/opt/homebrew/bin"}}

// Etcd starts a single etcd, whose user root has the password. Further settings
// are arguments as in "--quota-backend-bytes=20000000". what is as for [Postgres].
func Etcd(t testing.TB, what string, settings ...string) *Server {
	t.Helper()
	control := etcd.program(t, "etcdctl", what)
	s := newEtcd(t, what, "http")
	s.args = append(s.args, append([]string{"--bcrypt-cost=4"}, settings...)...)
	s.alone()
	s.Start()
	s.env = append(s.env, "ETCDCTL_API=3")
	for _, args := range []string{"user add root:" + Password, "role add root", "user grant-role root root",
		"auth enable"} {
		s.run(control, append([]string{"--endpoints=" + s.Addr, "--dial-timeout=" + patience.String(),
			"--command-timeout=" + patience.String()}, strings.Fields(args)...)...)
	}
	s.URL = fmt.Sprintf("etcd://root:%s@%s", Password, s.Addr)
	return s
}

// EtcdTLS starts a single etcd that speaks TLS only, without users.
func EtcdTLS(t testing.TB, what string, c Certificates) *Server {
	t.Helper()
	s := newEtcd(t, what, "https")
	s.args = append(s.args, "--cert-file="+s.write("cert.pem", c.cert), "--key-file="+s.write("key.pem", c.key))
	s.alone()
	s.Start()
	return s
}

// alone makes the server a cluster of its own.
func (s *Server) alone() {
	peer := "http://" + FreeAddress(s.t)
	s.args = append(s.args, "--listen-peer-urls="+peer, "--initial-advertise-peer-urls="+peer,
		"--initial-cluster=a="+peer)
}

func newEtcd(t testing.TB, what, protocol string) *Server {
	t.Helper()
	program := etcd.program(t, "etcd", what)
	s := newServer(t, "etcd", "nobody")
	s.program, s.ready = program, "serving client traffic "
	url := protocol + "://" + s.Addr
	s.args = []string{"--name=a", "--data-dir=" + s.path("data"), "--logger=zap", "--listen-client-urls=" + url,
		"--advertise-client-urls=" + url}
	s.URL = "etcd://" + s.Addr
	return s
}

// EtcdCluster is a cluster of three, whose members speak to each other through
// proxies.
type EtcdCluster struct {
	URL     string // of all members
	Members []*Server
	peers   []*Proxy // in front of each
}

// NewEtcdCluster starts a cluster without users. what is as for [Postgres].
func NewEtcdCluster(t testing.TB, what string) *EtcdCluster {
	t.Helper()
	const size = 3
	c := &EtcdCluster{}
	var names, clients []string
	listen := make([]string, size)
	for i := range size {
		listen[i] = FreeAddress(t)
		p := NewProxy(t, listen[i])
		c.peers = append(c.peers, p)
		names = append(names, fmt.Sprintf("m%d=http://%s", i, p.Addr))
	}
	for i := range size {
		s := newEtcd(t, what, "http")
		s.args = append(s.args, fmt.Sprintf("--name=m%d", i), "--listen-peer-urls=http://"+listen[i],
			"--initial-advertise-peer-urls=http://"+c.peers[i].Addr, "--initial-cluster="+strings.Join(names, ","))
		c.Members = append(c.Members, s)
		clients = append(clients, s.Addr)
		s.StartOnly()
	}
	for _, s := range c.Members {
		s.WaitReady()
	}
	c.URL = "etcd://" + strings.Join(clients, ",")
	return c
}

// Isolate cuts a member off from the others, which know it by that number; clients
// still reach it.
func (c *EtcdCluster) Isolate(i int, number uint64) {
	for j, p := range c.peers {
		if j == i {
			p.Refuse()
		} else {
			p.RefuseFrom(fmt.Sprintf("X-Server-From: %x\r\n", number))
		}
	}
}

// Heal connects all members again.
func (c *EtcdCluster) Heal() {
	for _, p := range c.peers {
		p.Forward()
	}
}

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

var zookeeper = pack{"ZooKeeper", "zookeeper default-jre-headless", nil}

// ZooKeeper starts a single ZooKeeper; a user is who first uses a name. Further
// settings are lines of its configuration. what is as for [Postgres].
func ZooKeeper(t testing.TB, what string, settings ...string) *Server {
	t.Helper()
	s := newZooKeeper(t, what, "clientPort", settings)
	s.Start()
	return s
}

// ZooKeeperTLS starts a single ZooKeeper that speaks TLS only.
func ZooKeeperTLS(t testing.TB, what string, c Certificates) *Server {
	t.Helper()
	s := newZooKeeper(t, what, "secureClientPort", []string{"ssl.clientAuth=none",
		"serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory"})
	both := s.write("both.pem", c.cert+c.key)
	s.args = append([]string{"-Dzookeeper.ssl.keyStore.location=" + both, "-Dzookeeper.ssl.keyStore.type=PEM",
		"-Dzookeeper.ssl.trustStore.location=" + both, "-Dzookeeper.ssl.trustStore.type=PEM"}, s.args...)
	s.Start()
	return s
}

// newZooKeeper prepares a server whose port is set by that name.
func newZooKeeper(t testing.TB, what, port string, settings []string) *Server {
	t.Helper()
	java := zookeeper.program(t, "java", what)
	// Debian's archive names what it needs, but for some of Netty's, which TLS uses.
	var jars []string
	for _, pattern := range []string{"zookeeper.jar", "slf4j-simple.jar", "netty-*.jar"} {
		list, _ := filepath.Glob(filepath.Join("/usr/share/java", pattern))
		jars = append(jars, list...)
	}
	if len(jars) == 0 || filepath.Base(jars[0]) != "zookeeper.jar" {
		zookeeper.missing(t, "/usr/share/java/zookeeper.jar", what)
	}
	s := newServer(t, "zookeeper", "nobody")
	text := fmt.Sprintf("dataDir=%s\ntickTime=1000\n%s=%s\n%[2]sAddress=127.0.0.1\nmaxClientCnxns=0\n"+
		"admin.enableServer=false\n4lw.commands.whitelist=*\n%[4]s\n", s.path("data"), port, portOf(s.Addr),
		strings.Join(settings, "\n"))
	s.program, s.ready = java, "ZooKeeper audit is"
	s.args = []string{"-Xmx192m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp",
		strings.Join(jars, string(os.PathListSeparator)), "org.apache.zookeeper.server.quorum.QuorumPeerMain",
		s.write("zoo.cfg", text)}
	s.URL = fmt.Sprintf("zookeeper://idscope:%s@%s", Password, s.Addr)
	return s
}
