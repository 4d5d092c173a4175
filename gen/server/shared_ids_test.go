package server

import (
	"testing"
	"time"

	"idscope/gen/store/etcd"
	"idscope/gen/testing/try"
)

// numbered is a generator of a server, with a worker.
func (m *steppedGroup) numbered(c *cluster, layout string, worker uint64) *groupGenerator {
	m.t.Helper()
	s := try.Of(schemeOf("custom", overLayout(layout))).Or(m.t)
	e := try.Of(newGroupGenerator(c, s, &worker, nil, defaultAge, 100)).Or(m.t)
	return e
}

// TestNamesDiffer: generators of one layout and worker generate no id twice, whatever their
// names: two of one server share one order, also when one of them is closed, and the next
// leader goes on under a name of its own. Another worker begins by itself.
func TestNamesDiffer(t *testing.T) {
	for _, layout := range groupLayouts {
		m := newSteppedGroup(t, 2)
		a, b := m.list[0], m.list[1]
		orders, bills := m.numbered(a, layout, 7), m.numbered(a, layout, 7)
		for range 300 {
			m.take(orders)
			m.take(bills)
		}
		for range 2 { // the second does nothing
			try.Works(t, orders.Close())
		}
		if id, err := orders.Next(t.Context()); err != errDown {
			t.Errorf("%s: a generator that was closed gives %s, %v; want %v", layout, id.Decimal(), err, errDown)
		}
		m.take(bills)
		m.take(m.numbered(a, layout, 7))
		m.request(b)
		m.settle(a, b)
		m.take(m.numbered(b, layout, 7))
		if one, two := m.numbered(b, layout, 8), m.numbered(b, layout, 7); one.idsKey() == two.idsKey() {
			t.Errorf("%s: workers 7 and 8 share %s", layout, one.idsKey())
		}
	}
}

// TestCloseFenced: a generator that is closed where another leads, which it finds out as it gives back what it
// reserved, ends its term.
func TestCloseFenced(t *testing.T) {
	for _, layout := range groupLayouts {
		m, a, e := led(t, 2, layout)
		b := m.list[1]
		m.expire(a)
		m.settle(b)
		done := make(chan error)
		go func() { done <- e.Close() }()
		select {
		case err := <-done:
			try.Fails(t, err, etcd.ErrFenced, "%s: closing a generator of a former leader:", layout)
		case <-time.After(patience):
			t.Fatalf("%s: a generator of a former leader is not closed", layout)
		}
		if a.term() != nil {
			t.Errorf("%s: the former leader answers", layout)
		}
	}
}
