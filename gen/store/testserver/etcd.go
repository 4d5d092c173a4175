package testserver

import (
	"fmt"
	"strings"
	"testing"
)

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
	s.args = append(
		s.args,
		"--listen-peer-urls="+peer,
		"--initial-advertise-peer-urls="+peer,
		"--initial-cluster=a="+peer,
	)
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
