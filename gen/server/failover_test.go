//go:build unix

package server

import (
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9/logging"

	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// TestFailOver: three servers over three etcds. The leader is asked to hand over, told to
// end, killed, stopped and woken, and cut off from etcd; its clock is stepped; a follower
// and the leader of etcd are killed; members of etcd hang. 20 cluster clients ask throughout: no id comes twice,
// and one that was asked for after another was acknowledged is greater.
//
// A leader that is stopped or cut off holds numbers that are smaller than those of the
// next, and cluster clients leave it. So more clients ask it alone, on and on, also while it
// is stopped: were it to answer past its deadline, their ids would be smaller than some that
// the next leader had handed out before. Without the deadline in cluster.term the history
// of the sequence is illegal.
func TestFailOver(t *testing.T) {
	testserver.Demanded(t, "three servers over three etcds, with all that can happen to the leader")
	stores := testserver.NewEtcdCluster(t, "three servers of which one leads")
	logging.Disable()
	file := filepath.Join(t.TempDir(), "serve.toml")
	writeFileText(t, file, "[generators.orders]\nscheme = \"march\"\n"+
		"[generators.numbers]\nlayout = \"seq:63\"\nblock = 100000\n")
	var addresses []string
	members := map[string]*member{}
	for range 3 {
		m := newMember(t, file, stores.Members...)
		members[m.address] = m
		addresses = append(addresses, m.address)
	}
	h := newHistory(t, addresses)
	defer h.stop()

	ttl := defaultTTL
	leader := h.leader("")
	check := func(what string, began, limit time.Duration, told bool) {
		t.Helper()
		all, each, plain := h.longest(began)
		t.Logf("%s: unavailable for %v at most, each client for %v, without settings %v", what, all, each, plain)
		if all > limit {
			t.Errorf("%s: unavailable for %v; want %v at most", what, all, limit)
		}
		if told && plain > limit+5*time.Second {
			t.Errorf("%s: a client without settings was not answered for %v; want it sent to the next leader", what, plain)
		}
	}
	// within does something to the leader, whereupon clients find the next within the limit:
	// those without settings too, where a server can tell them.
	within := func(what string, limit time.Duration, told bool, do func(*member)) {
		t.Helper()
		began, errorsBefore := h.now(), h.failed()
		do(members[leader])
		leader = h.leader(leader)
		h.wait(2, false)
		if told {
			h.wait(2, true)
		}
		check(what, began, limit, told)
		t.Logf("%s: %d requests failed", what, h.failed()-errorsBefore)
	}
	h.wait(3, false)
	var asked string
	within("asked to lead", ttl+2*time.Second, true, func(m *member) {
		for address := range members {
			if address != m.address {
				asked = address
			}
		}
		before := h.failed()
		try.Equal(t, dial(t, asked).ask("CLUSTER", "FAILOVER"), "OK", "CLUSTER FAILOVER of a follower said")
		h.wait(3, false)
		if n := h.failed() - before; n > 0 {
			t.Errorf("%d requests failed while a follower took over; want none", n)
		}
	})
	if leader != asked {
		t.Errorf("%s leads; want %s, which was asked", leader, asked)
	}
	within("handed over", ttl+2*time.Second, true, func(m *member) {
		before := h.failed()
		try.Equal(t, dial(t, m.address).ask("CLUSTER", "FAILOVER"), "OK", "CLUSTER FAILOVER said")
		h.wait(3, false)
		if n := h.failed() - before; n > 0 {
			t.Errorf("%d requests failed while the leader handed over; want none", n)
		}
	})
	within("told to end", ttl+2*time.Second, true, func(m *member) { m.end(syscall.SIGTERM) })
	restart := func() {
		for _, m := range members {
			if m.process == nil {
				m.start()
			}
		}
		h.wait(3, false)
		h.wait(2, true)
	}
	restart()
	within("killed", ttl+2*time.Second, false, func(m *member) { m.end(syscall.SIGKILL) })
	restart()
	forward := func(m *member) { m.each((*testserver.Proxy).Forward) }
	for _, fault := range []struct {
		what     string
		told     bool
		do, undo func(*member)
	}{
		{"stopped", false, func(m *member) { m.signal(syscall.SIGSTOP) }, func(m *member) { m.signal(syscall.SIGCONT) }},
		{"cut off", true, func(m *member) { m.each((*testserver.Proxy).Refuse) }, forward},
		{"not heard", true, func(m *member) { m.each((*testserver.Proxy).Hold) }, forward},
	} {
		old := members[leader]
		loyal := h.pin(old.address)
		within(fault.what, ttl+2*time.Second, fault.told, fault.do)
		h.wait(10, false) // of which the old leader may answer none
		fault.undo(old)
		h.wait(3, false)
		h.wait(2, true)
		for _, p := range loyal {
			p.release(fault.what)
		}
	}
	for _, s := range []syscall.Signal{syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGUSR2} {
		members[leader].signal(s)
		h.wait(3, false)
	}
	within("its clock 3 s back, killed", ttl+2*time.Second, false, func(m *member) { m.end(syscall.SIGKILL) })
	restart()

	follower := stores.Members[(etcdLeader(t, stores)+1)%len(stores.Members)]
	began := h.now()
	follower.Kill()
	h.wait(10, false)
	check("a follower of etcd killed", began, ttl+2*time.Second, true)
	follower.Start()

	for _, which := range []int{1, 2, 0} { // followers of etcd, and its leader
		hung := stores.Members[(etcdLeader(t, stores)+which)%len(stores.Members)]
		began = h.now()
		hung.Hang()
		h.wait(120, false) // longer than the lease lasts without a renewal
		check("a member of etcd hangs", began, ttl+2*time.Second, true)
		hung.Resume()
		h.wait(3, false)
	}

	began = h.now()
	stores.Members[etcdLeader(t, stores)].Kill()
	members[leader].end(syscall.SIGKILL)
	h.wait(10, false)
	check("etcd's leader killed, then ours", began, 2*ttl+3*time.Second, false)
	h.stop()
	h.judge()
}

// TestKilledLeaders: three servers, of which the one that leads is killed 20 times: ids keep their order.
func TestKilledLeaders(t *testing.T) {
	store := testserver.Etcd(t, "20 leaders that are killed")
	logging.Disable()
	file := filepath.Join(t.TempDir(), "serve.toml")
	writeFileText(t, file, "[generators.orders]\nscheme = \"march\"\n"+
		"[generators.numbers]\nlayout = \"seq:63\"\nblock = 100000\n[cluster]\nttl = \"2s\"\n")
	var addresses []string
	members := map[string]*member{}
	for range 3 {
		m := newMember(t, file, store)
		members[m.address] = m
		addresses = append(addresses, m.address)
	}
	h := newHistory(t, addresses)
	defer h.stop()
	leader := h.leader("")
	for range 20 {
		killed := members[leader]
		killed.end(syscall.SIGKILL)
		leader = h.leader(leader)
		killed.start()
	}
	h.stop()
	h.judge()
}

// etcdLeader is the member of etcd that leads, when one does.
func etcdLeader(t *testing.T, c *testserver.EtcdCluster) int {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		for i, s := range c.Members {
			got, err := http.Get("http://" + s.Addr + "/metrics")
			if err != nil {
				continue
			}
			text, _ := io.ReadAll(got.Body)
			_ = got.Body.Close()
			if strings.Contains(string(text), "\netcd_server_is_leader 1\n") {
				return i
			}
		}
	}
	t.Fatal("no member of etcd leads")
	return 0
}
