package server

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/store/election"
)

// memoryGroup is a group in memory whose clock stands still until it is moved, and whose
// servers do one step at a time.
type memoryGroup struct {
	t     *testing.T
	boot  atomic.Int64
	group *election.Group
	list  []*cluster
	last  gen.ID // that was taken
}

func newMemoryGroup(t *testing.T, n int) *memoryGroup {
	m := &memoryGroup{t: t}
	m.boot.Store(int64(time.Hour))
	m.group = election.NewGroup(m.now)
	for i := range n {
		port := fmt.Sprint(1 + i)
		address := election.Member{Address: "127.0.0.1:" + port, Web: "127.0.0.1:80" + port}
		m.list = append(m.list, newCluster(m.group.Elector(), address, 3*time.Second, m.now, quiet()))
	}
	m.keep(m.list...)
	m.settle(m.list...)
	return m
}

// led is a group of n servers of which the first leads, and has handed out an id of e.
func led(t *testing.T, n int, layout string) (m *memoryGroup, leader *cluster, e *groupGenerator) {
	t.Helper()
	m = newMemoryGroup(t, n)
	leader = m.list[0]
	e = m.source(leader, layout)
	m.take(e)
	return m, leader, e
}

func (m *memoryGroup) now() time.Duration { return time.Duration(m.boot.Load()) }

func (m *memoryGroup) pass(d time.Duration) { m.boot.Add(int64(d)) }

// keep renews the leases of those servers.
func (m *memoryGroup) keep(list ...*cluster) {
	m.t.Helper()
	for _, c := range list {
		if err := c.keep(m.t.Context()); err != nil {
			m.t.Fatal(err)
		}
	}
}

// settle lets those servers see the group and act, until nothing changes.
func (m *memoryGroup) settle(list ...*cluster) {
	m.t.Helper()
	for range 10 {
		for _, c := range list {
			c.setView(m.group.View())
			if _, err := c.step(m.t.Context()); err != nil {
				m.t.Fatal(err)
			}
		}
	}
}

// source is a generator of a server: a sequence, or one with time.
func (m *memoryGroup) source(c *cluster, layout string) *groupGenerator {
	m.t.Helper()
	s, err := schemeOf("custom", overLayout(layout))
	if err != nil {
		m.t.Fatal(err)
	}
	e, err := newGroupGenerator(c, layout[:3], s, nil, nil, defaultAge, 100)
	if err != nil {
		m.t.Fatal(err)
	}
	return e
}

var memoryLayouts = [...]string{"time:41 worker:10 seq:12", "worker:10 seq:53"}

// take takes an id, which is greater than the last.
func (m *memoryGroup) take(e *groupGenerator) {
	m.t.Helper()
	id, err := e.Next(m.t.Context())
	if err != nil {
		m.t.Fatal(err)
	}
	if id.Cmp(m.last) <= 0 {
		m.t.Fatalf("%s follows %s", id.Decimal(), m.last.Decimal())
	}
	m.last = id
}
