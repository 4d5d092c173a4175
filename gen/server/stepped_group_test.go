package server

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/store/etcd"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// steppedGroup is a group whose clock stands still until it is moved, and whose servers do one step at a time.
type steppedGroup struct {
	t       *testing.T
	boot    atomic.Int64
	list    []*cluster
	proxies []*testserver.Proxy // of each server, on its way to etcd
	last    gen.ID              // that was taken
}

// groupTTL is the time to live of its leases: a machine that is busy ends none.
const groupTTL = 30 * time.Second

func (m *steppedGroup) add(g *etcd.Group) *cluster {
	port := fmt.Sprint(1 + len(m.list))
	self := etcd.Member{Address: "127.0.0.1:" + port, Web: "127.0.0.1:80" + port}
	c := newCluster(g, self, groupTTL, m.now, quiet())
	m.list = append(m.list, c)
	return c
}

// newSeenGroup is n servers without a store that have seen the first one lead.
func newSeenGroup(t *testing.T, n int) *steppedGroup {
	m := &steppedGroup{t: t}
	m.boot.Store(int64(time.Hour))
	v := etcd.View{Epoch: 1, Ready: 1}
	for i := range n {
		c := m.add(nil)
		one := c.self
		one.ID = fmt.Sprintf("%040x", 1+i)
		v.Members = append(v.Members, one)
		c.extend("", one.ID, m.now())
	}
	v.Leader = v.Members[0]
	for i, c := range m.list {
		c.setView(v)
		if i == 0 {
			c.begin(v.Epoch, c.id)
		}
	}
	return m
}

// newSteppedGroup is n servers over an etcd, of which the first leads.
func newSteppedGroup(t *testing.T, n int) *steppedGroup {
	s := testserver.Etcd(t, "a group of servers that do one step at a time")
	m := &steppedGroup{t: t}
	m.boot.Store(int64(time.Hour))
	for range n {
		p := testserver.NewProxy(t, s.Addr)
		m.proxies = append(m.proxies, p)
		g := try.Of(openGroup(t.Context(), strings.Replace(s.URL, s.Addr, p.Addr, 1), "", time.Second)).Or(t)
		t.Cleanup(func() { _ = g.Close() })
		m.add(g)
	}
	m.keep(m.list...)
	m.settle(m.list...)
	return m
}

// led is a group of n servers of which the first leads, and has handed out an id of e.
func led(t *testing.T, n int, layout string) (m *steppedGroup, leader *cluster, e *groupGenerator) {
	t.Helper()
	m = newSteppedGroup(t, n)
	leader = m.list[0]
	e = m.source(leader, layout)
	m.take(e)
	return m, leader, e
}

func (m *steppedGroup) now() time.Duration { return time.Duration(m.boot.Load()) }

func (m *steppedGroup) pass(d time.Duration) { m.boot.Add(int64(d)) }

// keep renews the leases of those servers, and joins where there is none.
func (m *steppedGroup) keep(list ...*cluster) {
	m.t.Helper()
	for _, c := range list {
		for end := time.Now().Add(patience); c.keep(m.t.Context()) != nil; {
			if time.Now().After(end) {
				m.t.Fatal("a lease is not renewed")
			}
		}
	}
}

// view is the group as etcd has it.
func (m *steppedGroup) view(c *cluster) etcd.View {
	m.t.Helper()
	v := try.Of(c.group.Read(m.t.Context())).Or(m.t)
	return v
}

// settle lets those servers see the group and act, until nothing changes.
func (m *steppedGroup) settle(list ...*cluster) {
	m.t.Helper()
	for range 5 {
		for _, c := range list {
			c.setView(m.view(c))
			try.Works(m.t, c.step(m.t.Context()))
		}
	}
}

// expire ends the lease of a server in etcd, which it does not notice.
func (m *steppedGroup) expire(c *cluster) {
	m.t.Helper()
	try.Works(m.t, c.group.Leave(m.t.Context(), c.id))
}

// request asks for a server to lead.
func (m *steppedGroup) request(c *cluster) {
	m.t.Helper()
	try.Works(m.t, c.group.Request(m.t.Context(), c.id))
}

// source is a generator of a server: a sequence, or one with time.
func (m *steppedGroup) source(c *cluster, layout string) *groupGenerator {
	m.t.Helper()
	s := try.Of(schemeOf("custom", overLayout(layout))).Or(m.t)
	e := try.Of(newGroupGenerator(c, s, nil, nil, defaultAge, 100)).Or(m.t)
	return e
}

var groupLayouts = [...]string{"time:41 worker:10 seq:12", "worker:10 seq:53"}

// take takes an id, which is greater than the last.
func (m *steppedGroup) take(e *groupGenerator) {
	m.t.Helper()
	id := try.Of(e.Next(m.t.Context())).Or(m.t)
	if id.Cmp(m.last) <= 0 {
		m.t.Fatalf("%s follows %s", id.Decimal(), m.last.Decimal())
	}
	m.last = id
}
