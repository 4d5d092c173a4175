package server

import (
	"context"
	"errors"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/store/etcd"
	"idscope/gen/testing/try"
)

// hurried is the context of a request that does not wait for somebody to lead.
func hurried() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// TestDeadline: a leader answers while it renews its lease; not after the time for which
// the last renewal is good counted from its sending, less the margin, although it sees
// nothing of another leader, and although it holds numbers.
func TestDeadline(t *testing.T) {
	for _, layout := range groupLayouts {
		m, c, e := led(t, 1, layout)
		m.pass(20 * time.Second)
		m.keep(c)
		m.pass(26999 * time.Millisecond)
		m.take(e)
		m.pass(time.Millisecond)
		if id, err := e.Next(hurried()); err != context.Canceled {
			t.Errorf("%s: %s, %v past the deadline; want no answer", layout, id.Decimal(), err)
		}
		m.keep(c) // the lease has not ended yet: it goes on
		m.take(e)
	}
}

// TestDeadlineCountsFromSending: an answer that came late is good for what was left
// when it was sent.
func TestDeadlineCountsFromSending(t *testing.T) {
	m := newSteppedGroup(t, 1)
	c := m.list[0]
	c.calls.now = func() time.Duration { // is asked before and after
		m.pass(10 * time.Second)
		return m.now()
	}
	sent := m.now()
	m.keep(c)
	if m.now() != sent+20*time.Second {
		t.Fatal("the renewal took no time")
	}
	if want := sent + 27*time.Second; time.Duration(c.deadline.Load()) != want {
		t.Errorf("the deadline is %v after the sending; want 27s", time.Duration(c.deadline.Load())-sent)
	}
}

// TestTakenLate: an id that was taken before the deadline, or in a term that ended while
// it was made, is not handed out.
func TestTakenLate(t *testing.T) {
	for _, layout := range groupLayouts {
		for _, end := range []func(m *steppedGroup, c *cluster){
			func(m *steppedGroup, _ *cluster) { m.pass(27 * time.Second) },
			func(_ *steppedGroup, c *cluster) { c.stepDown(context.Background(), c.leading.Load(), "a test") },
		} {
			m, c, e := led(t, 1, layout)
			id, err := inTerm(hurried(), e, func(from Generator) (gen.ID, error) {
				defer end(m, c)
				return from.Next(t.Context())
			})
			if id != (gen.ID{}) || err != context.Canceled {
				t.Errorf("%s: %s, %v; want what was taken thrown away", layout, id.Decimal(), err)
			}
		}
	}
}

// TestNextLeader: when a leader is not heard of any more, another takes over once its
// lease has ended, with greater ids; the first one, which was asleep, writes nothing and
// answers nothing, and sends clients on.
func TestNextLeader(t *testing.T) {
	for _, layout := range groupLayouts {
		m, a, ea := led(t, 2, layout)
		b := m.list[1]
		eb := m.source(b, layout)
		held := ea.current.Load()
		var moved *movedError
		if _, err := eb.Next(hurried()); !errors.As(err, &moved) || moved.to.Address != a.self.Address {
			t.Fatalf("the standby said %v; want the address of the leader", err)
		}
		for range 3 {
			m.pass(9 * time.Second)
			m.keep(b)
			m.settle(b)
		}
		if a.within() || b.leading.Load() != nil {
			t.Fatal("the leader answers past its deadline, or another leads before the lease has ended")
		}
		m.expire(a)
		m.keep(b)
		m.settle(b)
		m.take(eb)
		if _, err := ea.Next(hurried()); err != context.Canceled {
			t.Errorf("a leader that slept says %v; want it to wait for what it does not know", err)
		}
		if err := held.Close(); err != errAgain { // would write what it holds
			t.Errorf("the old leader wrote: %v; want nothing written past the deadline", err)
		}
		k := held.ticks.below.(*stateStore)
		_, err := a.group.Swap(t.Context(), held.term.epoch, k.key, k.version, nil)
		try.Fails(t, err, etcd.ErrFenced, "the old leader wrote:")
		m.take(eb)
		m.keep(a)
		m.settle(a, b)
		if _, err := ea.Next(hurried()); !errors.As(err, &moved) || moved.to.Address != b.self.Address {
			t.Errorf("the old leader said %v; want the address of the new one", err)
		}
	}
}

// TestHandOver: a standby that asks leads at once, and goes on exactly where the leader
// ended.
func TestHandOver(t *testing.T) {
	m := newSteppedGroup(t, 2)
	a, b := m.list[0], m.list[1]
	ea, eb := m.source(a, groupLayouts[1]), m.source(b, groupLayouts[1])
	for want := range uint64(3) {
		if id, err := ea.Next(t.Context()); err != nil || id.Lo != want+1 {
			t.Fatalf("%s, %v; want %d", id.Decimal(), err, want+1)
		}
	}
	m.request(b)
	m.settle(a, b)
	if id, err := eb.Next(t.Context()); err != nil || id.Lo != 4 {
		t.Errorf("the next leader began with %s, %v; want 4: nothing is lost", id.Decimal(), err)
	}
	var moved *movedError
	if _, err := ea.Next(hurried()); !errors.As(err, &moved) {
		t.Errorf("the last leader said %v; want the address of the next", err)
	}
}

// TestHandOverToLeaving: a server that is about to leave, and is chosen to lead by one that
// does not know that, gives the leadership up at once; one that stays leads.
func TestHandOverToLeaving(t *testing.T) {
	m, a, _ := led(t, 3, groupLayouts[1])
	b, c := m.list[1], m.list[2]
	if b.leave(t.Context()) {
		t.Fatal("a standby that leaves says that it led")
	}
	chosen := b.id
	try.Works(t, a.handOver(t.Context(), a.leading.Load(), chosen))
	if got := m.view(a).Leader.ID; got != chosen {
		t.Fatalf("%s leads; want the one that was chosen", got)
	}
	m.settle(a, b, c)
	if b.leading.Load() != nil || m.view(a).Leader.ID == chosen {
		t.Fatal("the server that leaves leads")
	}
	if a.leading.Load() == nil && c.leading.Load() == nil {
		t.Error("nobody leads; want one of the servers that stay")
	}
}

// TestStepDown: a leader whose value was changed by another gives the leadership and its lease up, and
// wants none for twice the time to live.
func TestStepDown(t *testing.T) {
	m, c, e := led(t, 1, groupLayouts[1])
	v := try.Of(c.group.Load(t.Context(), e.idsKey())).Or(t)
	try.Of(c.group.Swap(t.Context(), c.leading.Load().epoch, e.idsKey(), v.Version, v.Data)).Or(t)
	if _, err := e.current.Load().Reserve(t.Context(), 1000); err == nil {
		t.Fatal("a block was reserved over another's")
	}
	if c.leading.Load() != nil {
		t.Fatal("it leads on")
	}
	if v := m.view(c); len(v.Members) > 0 || v.Epoch > 0 {
		t.Fatalf("it keeps its lease, and leads by it: %+v", v)
	}
	m.keep(c)
	for range 6 {
		m.settle(c)
		if v := m.view(c); v.Epoch > 0 || len(v.Members) != 1 || c.leading.Load() != nil {
			t.Fatalf("%+v; want a member that does not lead for 60 s", v)
		}
		m.pass(10 * time.Second)
		m.keep(c)
	}
	m.settle(c)
	m.take(e)
}

// TestLeaseLost: a server whose lease has ended joins as another member, and does not
// take the leadership that it had for the one that it has.
func TestLeaseLost(t *testing.T) {
	m, c, e := led(t, 1, groupLayouts[0])
	before := m.view(c)
	m.pass(100 * time.Second)
	m.expire(c)
	m.keep(c)
	if c.id == before.Leader.ID {
		t.Fatal("it is the member that it was")
	}
	c.setView(before) // comes late
	if _, _, err := c.state(); err != errDown {
		t.Errorf("it says who leads by what it saw before it joined: %v", err)
	}
	try.Works(t, c.step(t.Context()))
	if c.leading.Load() != nil {
		t.Fatal("it leads by a lease that has ended")
	}
	m.settle(c)
	m.take(e)
}
