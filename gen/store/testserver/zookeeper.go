package testserver

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
		strings.Join(
			jars,
			string(os.PathListSeparator),
		), "org.apache.zookeeper.server.quorum.QuorumPeerMain", s.write("zoo.cfg", text)}
	s.URL = fmt.Sprintf("zookeeper://idscope:%s@%s", Password, s.Addr)
	return s
}
