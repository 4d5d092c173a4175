package server

import (
	"testing"

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
