package testserver

import (
	"fmt"
	"strings"
	"testing"
)

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
