package server

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"idscope/gen"
	"idscope/gen/store/etcd"
	"idscope/gen/testing/try"
)

// TestCutOff: a leader that does not reach the store answers from what it has reserved,
// until its deadline; then it knows nobody who leads, and goes on when it is heard again
// before another led.
func TestCutOff(t *testing.T) {
	m, c, e := led(t, 1, groupLayouts[1])
	m.proxies[0].Refuse()
	m.pass(20 * time.Second)
	lost := c.keep(t.Context())
	if lost == nil {
		t.Fatal("the lease was renewed without a store")
	}
	m.take(e)
	if _, err := e.Reserve(t.Context(), 1000); !errors.Is(err, errDown) || !strings.Contains(err.Error(), "etcd at ") {
		t.Errorf("a block that could not be reserved: %v; want what the store said, and clients told to ask again", err)
	}
	w := &session{server: newStandby(t, c)}
	if w.refuse(&source{}, silent(lost)); string(w.out) != "-CLUSTERDOWN "+errDown.Error()+"\r\n" {
		t.Errorf("a client is told %q; want CLUSTERDOWN, and nothing of the store", w.out)
	}
	m.pass(7 * time.Second)
	if _, err := e.Next(t.Context()); err != errDown {
		t.Errorf("past the deadline: %v; want that nobody leads", err)
	}
	if _, _, err := c.state(); err != errDown {
		t.Errorf("past the deadline the table says %v; want that nobody leads", err)
	}
	m.proxies[0].Forward()
	m.keep(c)
	m.take(e)
}

// TestAstray: a leader that hears nothing any more sends clients to the others, in turn, as
// one of them leads or will; they, who know nobody either, send nobody on.
func TestAstray(t *testing.T) {
	m := newSeenGroup(t, 3)
	e := m.source(m.list[0], groupLayouts[1])
	m.pass(groupTTL)
	to := map[string]int{}
	for range 4 {
		var moved *movedError
		if _, err := e.Next(t.Context()); !errors.As(err, &moved) {
			t.Fatalf("a leader past its deadline said %v; want the address of another", err)
		}
		to[moved.to.Address]++
	}
	if to[m.list[1].self.Address] != 2 || to[m.list[2].self.Address] != 2 {
		t.Errorf("clients were sent to %v; want each of the two others twice", to)
	}
	if _, err := m.source(m.list[1], groupLayouts[1]).Next(t.Context()); err != errDown {
		t.Errorf("a standby that hears nothing said %v; want that nobody is known to lead", err)
	}
}

// TestStoreSilent: who waits for a store behind others does not wait as long again, once the
// deadline has passed: nothing is written then.
func TestStoreSilent(t *testing.T) {
	for _, layout := range groupLayouts {
		m, c, e := led(t, 1, layout)
		k := e.current.Load().ticks.below
		m.pass(27 * time.Second)
		c.group = nil // is not asked
		try.Equal(t, k.Update(t.Context(), func(*gen.Mark) error { return nil }), errAgain,
			"%s: past the deadline an update says", layout)
	}
}

// TestTableWaits: a client that asks who leads, when nobody does yet, is not refused at once.
func TestTableWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newSeenGroup(t, 2).list[1]
		later := c.view
		c.setView(etcd.View{})
		s := &session{server: newStandby(t, c)}
		ask := [][]byte{[]byte("CLUSTER"), []byte("SLOTS")}
		go func() { time.Sleep(10 * time.Millisecond); c.setView(later) }()
		if s.clusterSlots(t.Context(), ask); !strings.HasPrefix(string(s.out), "*1\r\n*4\r\n:0\r\n:16383\r\n") {
			t.Errorf("it says %q; want the server that leads meanwhile", s.out)
		}
		synctest.Wait()
	})
}
