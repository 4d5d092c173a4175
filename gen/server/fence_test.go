package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"idscope/gen"
	"idscope/gen/store/etcd"
	"idscope/gen/store/etcd/etcdtest"
	"idscope/gen/store/testserver"
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
		if id, err := one(hurried(), e); err != context.Canceled {
			t.Errorf("%s: %s, %v past the deadline; want no answer", layout, id.Decimal(), err)
		}
		m.keep(c) // the lease has not ended yet: it goes on
		m.take(e)
	}
}

// TestDeadlineCountsFromSending: an answer that came late, of a renewal or when it joined, is good for what was left
// when it was sent.
func TestDeadlineCountsFromSending(t *testing.T) {
	m := newSteppedGroup(t, 1)
	c := m.list[0]
	m.etcd.Served(func(string) error {
		m.pass(5 * time.Second)
		return nil
	})
	for range 2 {
		sent := m.now()
		m.keep(c)
		try.Equal(t, m.now() > sent, true, "the call took time:")
		try.Equal(t, time.Duration(c.deadline.Load())-sent, 27*time.Second, "the deadline is after the sending by")
		m.expire(c)
	}
}

// TestLate: what a server hears when its lease or its term has ended lets it lead no more, nor does a clock that it
// cannot read.
func TestLate(t *testing.T) {
	m := newSeenGroup(t, 1)
	c := m.list[0]
	id, ended := c.id, c.leading.Load()
	c.end(ended, true, "a test")
	_, err := m.source(c, groupLayouts[1]).in(ended)
	try.Fails(t, err, errAgain, "a generator of a term that has ended:")
	c.lose(id)
	c.extend(id, id, m.now())
	try.Equal(t, c.within(), false, "a lease that was lost is renewed:")
	c.begin(2, id)
	try.Equal(t, c.leading.Load(), nil, "the term of a lease that was lost:")
	known := true
	boot := bootClock(func() (time.Duration, bool) { return time.Second, known })
	try.Equal(t, boot(), time.Second, "since the start of the machine")
	known = false
	try.Equal(t, boot() > 1000*time.Hour, true, "of a clock that cannot be read each deadline has passed:")
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
				return one(t.Context(), from)
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
		if _, err := one(hurried(), eb); !errors.As(err, &moved) || moved.to.Address != a.self.Address {
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
		if _, err := one(hurried(), ea); err != context.Canceled {
			t.Errorf("a leader that slept says %v; want it to wait for what it does not know", err)
		}
		if err := held.Close(); err != errAgain { // would write what it holds
			t.Errorf("the old leader wrote: %v; want nothing written past the deadline", err)
		}
		k := held.ticks.below.(*stateStore)
		_, err := a.group.Swap(t.Context(), held.term.epoch, k.key, k.version, nil)
		try.Fails(t, err, etcd.ErrFenced, "the old leader wrote:")
		m.take(eb)
		m.settle(a)
		if a.leading.Load() != nil || a.id != "" || a.rest != m.now()+2*groupTTL {
			t.Errorf("the old leader %q rests until %s; want that it ended its membership, and rests for 1 min", a.id, a.rest)
		}
		m.keep(a)
		m.settle(a, b)
		if _, err := one(hurried(), ea); !errors.As(err, &moved) || moved.to.Address != b.self.Address {
			t.Errorf("the old leader said %v; want the address of the new one", err)
		}
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
	a.handOver(t.Context(), a.leading.Load(), chosen)
	try.Need(t, m.view(a).Leader.ID, chosen, "of the one that was chosen and others there leads")
	m.settle(a, b, c)
	if b.leading.Load() != nil || m.view(a).Leader.ID == chosen {
		t.Fatal("the server that leaves leads")
	}
	leader := a
	if a.leading.Load() == nil {
		leader = c
	}
	leader.handOver(t.Context(), try.Found(leader.leading.Load(), leader.leading.Load() != nil).Or(t), "nobody")
	try.Equal(t, leader.id, "", "a leader that hands over to a server that is not there is the member")
}

// TestStepDown: a leader whose value was changed by another gives the leadership and its lease up, and
// wants none for twice the time to live.
func TestStepDown(t *testing.T) {
	m, c, e := led(t, 1, groupLayouts[1])
	m.etcd.Served(func(string) error { // was it written?
		m.etcd.Served(nil)
		return errors.New("the answer is lost")
	})
	try.Of(e.Reserve(t.Context(), 1000)).Fails(t, errDown, "a block whose reservation is in doubt:")
	try.Of(e.Reserve(t.Context(), 1000)).Or(t) // it leads on
	v := try.Of(c.group.Load(t.Context(), e.idsKey())).Or(t)
	try.Of(c.group.Swap(t.Context(), c.leading.Load().epoch, e.idsKey(), v.Version, v.Data)).Or(t)
	if _, err := e.current.Load().Reserve(t.Context(), 1000); err == nil {
		t.Fatal("a block was reserved over another's")
	}
	try.Need(t, c.leading.Load(), nil, "it leads on, by the term")
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
	m.pass(28 * time.Second) // its lease has ended, which it sees before it renews it
	m.expire(c)
	c.setView(m.view(c))
	try.Works(t, c.step(t.Context()))
	try.Equal(t, c.leading.Load(), nil, "the term of a lease that has ended:")
	m.keep(c)
	m.settle(c)
	m.take(e)
}

// TestUnreadable: a generator whose state in the store cannot be read generates nothing, and says why.
func TestUnreadable(t *testing.T) {
	for text, why := range map[string]string{"{}": "it has no mark", "x": "invalid character"} {
		m := newSteppedGroup(t, 1)
		e := m.source(m.list[0], groupLayouts[0])
		try.Of(m.list[0].group.Swap(t.Context(), m.list[0].leading.Load().epoch, e.idsKey(), "", []byte(text))).Or(t)
		try.Of(one(t.Context(), e)).Says(t, "what the group of servers keeps of "+e.idsKey()+" cannot be read: "+why,
			"over %s:", text)
	}
}

// TestPauses: a lease is renewed three times in its time to live; a store that fails is left alone for a moment, and
// the log says why.
func TestPauses(t *testing.T) {
	m := newSteppedGroup(t, 1)
	c, log := m.list[0], &lockedBuffer{}
	c.log = slog.New(slog.NewTextHandler(log, nil))
	pause := func(loop func(context.Context)) (slept time.Duration) {
		ctx, end := context.WithCancel(t.Context())
		c.clock = &telling{gen.SystemClock(), func(d time.Duration) { slept = d; end() }}
		loop(ctx)
		return slept
	}
	try.Equal(t, pause(c.keepLease), groupTTL/3, "a lease is renewed after")
	m.etcd.Served(func(string) error { return errors.New("it is ill") })
	try.Equal(t, pause(c.follow), groupTTL/12, "the group is looked at after")
	c.lose(c.id)
	try.Equal(t, pause(c.keepLease), groupTTL/12, "a server that did not join tries again after")
	for _, want := range []string{"the lease was not renewed", "the group is not followed"} {
		try.Contains(t, log.String(), `level=WARN msg="`+want+`" error="`, "the log is")
	}
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
	try.Need(t, c.leading.Load(), nil, "it leads by a lease that has ended, in the term")
	m.settle(c)
	m.take(e)
}

// steppedGroup is a group whose clock stands still until it is moved, and whose servers do one step at a time.
type steppedGroup struct {
	t       *testing.T
	etcd    *etcdtest.Server
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
	v := etcd.View{Epoch: 1}
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
	m := &steppedGroup{t: t, etcd: etcdtest.New(t)}
	m.boot.Store(int64(time.Hour))
	for range n {
		m.proxies = append(m.proxies, testserver.NewProxy(t, m.etcd.Addr))
		m.add(m.connect(len(m.list), patience))
	}
	m.keep(m.list...)
	m.settle(m.list...)
	return m
}

// connect opens the group as that server does, whose calls fail when the time has passed.
func (m *steppedGroup) connect(i int, within time.Duration) *etcd.Group {
	m.t.Helper()
	url := fmt.Sprintf("etcd://root:%s@%s?timeout=%s", testserver.Password, m.proxies[i].Addr, within)
	g := try.Of(openGroup(m.t.Context(), url, "", within)).Or(m.t)
	m.t.Cleanup(func() { _ = g.Close() })
	return g
}

// cutOff lets a server not reach the store any more, for which it waits no longer than a second.
func (m *steppedGroup) cutOff(i int) {
	m.t.Helper()
	m.list[i].group = m.connect(i, time.Second)
	m.proxies[i].Refuse()
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
		try.Await(m.t, "a lease to be renewed", func() bool { return c.keep(m.t.Context()) == nil })
	}
}

// view is the group as etcd has it.
func (m *steppedGroup) view(c *cluster) etcd.View {
	m.t.Helper()
	return try.Of(c.group.Read(m.t.Context())).Or(m.t)
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

// source is a generator of a server: a sequence, or one with time; with a worker where one is given.
func (m *steppedGroup) source(c *cluster, layout string, worker ...uint64) *groupGenerator {
	m.t.Helper()
	p := plan{scheme: try.Of(schemeOf("custom", overLayout(layout))).Or(m.t),
		options: gen.Options{MaxAge: new(defaultAge)}, block: 100}
	if len(worker) > 0 {
		p.scheme, p.options.Worker = p.scheme.Numbered(&worker[0]), &worker[0]
	}
	return try.Of(newGroupGenerator(c, p)).Or(m.t)
}

var groupLayouts = [...]string{"time:41 worker:10 seq:12", "worker:10 seq:53"}

// take takes an id, which is greater than the last.
func (m *steppedGroup) take(e *groupGenerator) {
	m.t.Helper()
	id := try.Of(one(m.t.Context(), e)).Or(m.t)
	if id.Cmp(m.last) <= 0 {
		m.t.Fatalf("%s follows %s", id.Decimal(), m.last.Decimal())
	}
	m.last = id
}

// TestCutOff: a leader that does not reach the store answers from what it has reserved,
// until its deadline; then it knows nobody who leads, and goes on when it is heard again
// before another led.
func TestCutOff(t *testing.T) {
	t.Parallel()
	m, c, e := led(t, 1, groupLayouts[1])
	m.cutOff(0)
	m.pass(20 * time.Second)
	lost := c.keep(t.Context())
	if lost == nil {
		t.Fatal("the lease was renewed without a store")
	}
	m.take(e)
	if _, err := e.Reserve(t.Context(), 1000); !errors.Is(err, errDown) || !strings.Contains(err.Error(), "etcd at ") {
		t.Errorf("a block that could not be reserved: %v; want what the store said, and clients told to ask again", err)
	}
	try.Equal(t, failureOf(silent(lost), nil), "CLUSTERDOWN "+failure(errDown.Error()), "a client is told")
	w := httptest.NewRecorder()
	refuse(w, nil, silent(lost))
	try.Contains(t, w.Body.String(), errDown.Error(), "a client of HTTP is told")
	m.pass(7 * time.Second)
	try.Of(one(t.Context(), e)).Fails(t, errDown, "past the deadline nobody leads:")
	try.Of(0, e.Ready()).Says(t, "the group of servers: "+errDown.Error(), "past the deadline a generator says")
	m.proxies[0].Forward()
	m.keep(c)
	m.take(e)
}

// TestAstray: a leader that hears nothing any more sends clients to the others, in turn, as
// one of them leads or will; they, who know nobody either, send nobody on.
func TestAstray(t *testing.T) { synctest.Test(t, testAstray) } // requests wait for a leader

func testAstray(t *testing.T) {
	m := newSeenGroup(t, 3)
	e := m.source(m.list[0], groupLayouts[1])
	m.pass(groupTTL)
	to := map[string]int{}
	for range 4 {
		var moved *movedError
		if _, err := one(t.Context(), e); !errors.As(err, &moved) {
			t.Fatalf("a leader past its deadline said %v; want the address of another", err)
		}
		to[moved.to.Address]++
	}
	for _, other := range m.list[1:] {
		try.Equal(t, to[other.self.Address], 2, "of %v clients were sent to each of the two others", to)
	}
	try.Of(one(t.Context(), m.source(m.list[1], groupLayouts[1]))).Fails(t, errDown, "a standby that hears nothing said")
}

// TestTables: a client that asks who leads when nobody does yet is not refused at once. Tables have the epoch, and the
// port of each server, which speaks TLS or not.
func TestTables(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newSeenGroup(t, 2).list[1]
		later := c.view
		later.Members[1].TLS = true
		c.setView(etcd.View{})
		s := &session{server: newStandby(t, c)}
		try.Contains(t, fmt.Sprint(s.clusterInfo(t.Context(), nil)), "_state:fail\r\ncluster_slots_assigned:0\r\n", "INFO")
		slots := func(ctx context.Context) string { return fmt.Sprint(viewed(clusterSlots)(s, ctx, nil)) }
		try.Equal(t, slots(t.Context()), "CLUSTERDOWN "+errDown.Error(), "CLUSTER SLOTS is")
		go func() { time.Sleep(10 * time.Millisecond); c.setView(later) }()
		try.Begins(t, slots(t.Context()), "[[0 16383 [127.0.0.1 1 ", "CLUSTER SLOTS is")
		text := fmt.Sprint(clusterShards(later, ""), nodesText(later, ""))
		for _, want := range []string{" master health online port 1 ", " replica health online tls-port 2 ",
			" master - 0 0 1 connected 0-16383\n", " 0 0 1 connected\n"} {
			try.Contains(t, text, want, "CLUSTER SHARDS and NODES are")
		}
		synctest.Wait()
	})
}

// TestNamesDiffer: generators of one layout and worker generate no id twice, whatever their
// names: two of one server share one order, also when one of them is closed, and the next
// leader goes on under a name of its own. Another worker begins by itself.
func TestNamesDiffer(t *testing.T) {
	for _, layout := range groupLayouts {
		m := newSteppedGroup(t, 2)
		a, b := m.list[0], m.list[1]
		orders, bills := m.source(a, layout, 7), m.source(a, layout, 7)
		for range 300 {
			m.take(orders)
			m.take(bills)
		}
		for range 2 { // the second does nothing
			try.Works(t, orders.Close())
		}
		try.Of(one(t.Context(), orders)).Fails(t, errDown, "%s: a generator that was closed gives", layout)
		m.take(bills)
		m.take(m.source(a, layout, 7))
		m.request(b)
		m.settle(a, b)
		m.take(m.source(b, layout, 7))
		key := m.source(b, layout, 8).idsKey()
		try.Equal(t, key == m.source(b, layout, 7).idsKey(), false, "%s: workers 7 and 8 share %s:", layout, key)
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
		try.Equal(t, a.term() == nil, true, "%s: the former leader is silent:", layout)
	}
}
