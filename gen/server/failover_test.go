//go:build unix

package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"

	"idscope/gen"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// TestFailOver: three servers over three etcds. The leader is asked to hand over, told to
// end, killed, stopped and woken, and cut off from etcd; its clock is stepped; a follower
// and the leader of etcd are killed; members of etcd hang. 20 cluster clients ask throughout: no id comes twice,
// and one that was asked for after another was acknowledged is greater.
//
// A leader that is stopped or cut off holds numbers that are smaller than those of the next, and cluster clients leave
// it. So one client more asks it alone, also while it is stopped: it must not answer past its deadline.
func TestFailOver(t *testing.T) {
	t.Parallel()
	testserver.Demanded(t, "three servers over three etcds, with all that can happen to the leader")
	stores := testserver.NewEtcdCluster(t, "three servers of which one leads")
	logging.Disable()
	members, h := newMembers(t, "", stores.Members...)

	ttl := defaultTTL
	leader := h.leader("")
	check := func(what string, began, limit time.Duration, told bool) {
		t.Helper()
		all, each, plain := h.longest(began)
		t.Logf("%s: unavailable for %v at most, each client for %v, without settings %v", what, all, each, plain)
		limit += h.stalled(began)
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
		try.Equal(t, h.failed()-before, 0, "while a follower took over failed requests:")
	})
	try.Equal(t, leader, asked, "of the one that was asked and others there leads")
	within("handed over", ttl+2*time.Second, true, func(m *member) {
		before := h.failed()
		try.Equal(t, dial(t, m.address).ask("CLUSTER", "FAILOVER"), "OK", "CLUSTER FAILOVER said")
		h.wait(3, false)
		try.Equal(t, h.failed()-before, 0, "while the leader handed over failed requests:")
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
		var old *member
		var loyal *wire
		try.Await(t, "who leads to answer", func() bool { // another may, where the machine stood still for too long
			leader = h.leader("")
			old, loyal = members[leader], dial(t, leader)
			return !strings.HasPrefix(loyal.ask("INCR", "numbers"), "-")
		})
		within(fault.what, ttl+2*time.Second, fault.told, fault.do)
		h.wait(10, false) // of which the old leader may answer none
		loyal.send("INCR", "numbers")
		fault.undo(old)
		if got := loyal.reply(); !strings.HasPrefix(got, "-MOVED ") && !strings.HasPrefix(got, "-CLUSTERDOWN ") {
			t.Errorf("%s: the old leader says %s; want nothing of its own", fault.what, got)
		}
		h.wait(3, false)
		h.wait(2, true)
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
		h.wait(80, false) // longer than the lease lasts without a renewal
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

// newMembers are three servers, by their addresses, and clients who ask them until the test ends.
func newMembers(t *testing.T, more string, stores ...*testserver.Server) (map[string]*member, *history) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "serve.toml")
	writeFileText(t, file, "[generators.orders]\nscheme = \"march\"\n"+
		"[generators.numbers]\nlayout = \"seq:63\"\nblock = 100000\n"+more)
	members := map[string]*member{}
	for range 3 {
		m := newMember(t, file, stores...)
		members[m.address] = m
	}
	h := newHistory(t, slices.Collect(maps.Keys(members)))
	t.Cleanup(func() {
		if h.stop(); t.Failed() {
			t.Logf("what clients were told: %v", h.errors)
		}
	})
	return members, h
}

// TestKilledLeaders: three servers, of which the one that leads is killed 20 times: ids keep their order.
func TestKilledLeaders(t *testing.T) {
	t.Parallel()
	store := testserver.Etcd(t, "20 leaders that are killed")
	logging.Disable()
	members, h := newMembers(t, "[cluster]\nttl = \"2s\"\n", store)
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
	leader := -1
	try.Await(t, "a member of etcd that leads", func() bool {
		leader = slices.IndexFunc(c.Members, func(s *testserver.Server) bool {
			got, err := http.Get("http://" + s.Addr + "/metrics")
			if err != nil {
				return false
			}
			defer got.Body.Close()
			text, _ := io.ReadAll(got.Body)
			return strings.Contains(string(text), "\netcd_server_is_leader 1\n")
		})
		return leader >= 0
	})
	return leader
}

// history is what cluster clients saw.
type history struct {
	t     *testing.T
	began time.Time
	from  []string // addresses of the servers
	end   context.CancelFunc
	ended sync.WaitGroup

	mu     sync.Mutex
	done   map[string][]operation   // by generator
	acked  [clients][]time.Duration // by client
	errors map[string]int
	stalls map[time.Duration]time.Duration // how long the machine did not run this process, by when that ended
}

// operation is a request that was answered, and between which instants of the history.
type operation struct {
	id               int64
	called, returned time.Duration
}

// clients is how many ask at a time; each fifth as its library does where it is told nothing.
const (
	clients = 20
	plainly = 5
)

// generators are what is asked for: ids with time, and a sequence.
var generators = [...]string{"orders", "numbers"}

// documented are the errors that clients have to expect, but for connections that fail.
var documented = []string{"MOVED", "CLUSTERDOWN"}

func newHistory(t *testing.T, addresses []string) *history {
	ctx, end := context.WithCancel(context.Background())
	h := &history{t: t, began: time.Now(), from: addresses, end: end, done: map[string][]operation{},
		errors: map[string]int{}, stalls: map[time.Duration]time.Duration{}}
	h.ended.Go(func() { h.watch(ctx) })
	for i := range clients {
		// By default it asks once a minute who has which keys, and else only where it is
		// moved; and it waits 3 s for a server that is stopped, twice.
		o := &redis.ClusterOptions{Addrs: addresses}
		if i%plainly != 0 {
			o.ClusterStateReloadInterval, o.ReadTimeout = time.Second, time.Second
		}
		c := redis.NewClusterClient(o)
		t.Cleanup(func() { _ = c.Close() })
		h.ended.Go(func() { h.ask(ctx, c, i) })
	}
	return h
}

func (h *history) now() time.Duration { return time.Since(h.began) }

// watch notes pauses that take longer than they should: a machine that stands still is no fault of the servers on it.
func (h *history) watch(ctx context.Context) {
	const pause = 10 * time.Millisecond
	for ctx.Err() == nil {
		began := h.now()
		_ = gen.SystemClock().Sleep(ctx, pause)
		if now := h.now(); now-began > 2*pause {
			h.mu.Lock()
			h.stalls[now] = now - began - pause
			h.mu.Unlock()
		}
	}
}

// stalled is for how long the machine did not run this process since an instant.
func (h *history) stalled(since time.Duration) (all time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for ended, took := range h.stalls {
		if ended > since {
			all += took
		}
	}
	return all
}

// ask asks for ids, some times a second.
func (h *history) ask(ctx context.Context, c *redis.ClusterClient, client int) {
	name := generators[client%len(generators)]
	for ctx.Err() == nil {
		called := h.now()
		id, err := c.Incr(context.WithoutCancel(ctx), name).Result()
		returned := h.now()
		h.mu.Lock()
		if err != nil {
			h.errors[errorKind(err)]++
		} else {
			h.done[name] = append(h.done[name], operation{id, called, returned})
			h.acked[client] = append(h.acked[client], returned)
		}
		h.mu.Unlock()
		_ = gen.SystemClock().Sleep(ctx, 50*time.Millisecond)
	}
}

// errorKind says which of the documented errors one is; else its text.
func errorKind(err error) string {
	var n net.Error
	var e redis.Error
	switch {
	case errors.As(err, &e):
		word, _, _ := strings.Cut(err.Error(), " ")
		if slices.Contains(documented, word) {
			return word
		}
	case errors.As(err, &n), errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNREFUSED):
		return "no connection"
	}
	return err.Error()
}

func (h *history) failed() (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, k := range h.errors {
		n += k
	}
	return n
}

// answered is how many requests of each client were answered.
func (h *history) answered() []int {
	h.mu.Lock()
	defer h.mu.Unlock()
	var list []int
	for _, acked := range h.acked {
		list = append(list, len(acked))
	}
	return list
}

// wait waits until so many more requests of each client were answered: of those with
// settings, or of those without.
func (h *history) wait(n int, plain bool) {
	h.t.Helper()
	from := h.answered()
	try.Await(h.t, fmt.Sprintf("%d answers of each client", n), func() bool {
		for i, now := range h.answered() {
			if (i%plainly == 0) == plain && now < from[i]+n {
				return false
			}
		}
		return true
	})
}

// leader waits until the clients are answered, and another than that one leads.
func (h *history) leader(not string) string {
	h.t.Helper()
	leader := ""
	try.Await(h.t, "a leader", func() bool {
		return slices.ContainsFunc(h.from, func(address string) bool {
			if address == not {
				return false
			}
			one := redis.NewClient(&redis.Options{Addr: address, MaxRetries: -1, ReadTimeout: time.Second})
			defer one.Close()
			shards, err := one.ClusterShards(context.Background()).Result()
			if err != nil {
				return false
			}
			first := shards[0].Nodes[0] // is the one that leads
			leader = fmt.Sprintf("%s:%d", first.IP, first.Port)
			return leader != not
		})
	})
	h.wait(2, false)
	return leader
}

// longest is the longest time since an instant for which nobody was answered, and for which
// one client was not: of those with settings, and of those without.
func (h *history) longest(since time.Duration) (all, each, plain time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.now()
	gap := func(acked []time.Duration) (gap time.Duration) {
		last := since
		for _, at := range append(slices.Clone(acked), now) {
			if at > since {
				gap, last = max(gap, at-last), at
			}
		}
		return gap.Round(time.Millisecond)
	}
	var any []time.Duration
	for i, acked := range h.acked {
		any = append(any, acked...)
		if i%plainly == 0 {
			plain = max(plain, gap(acked))
		} else {
			each = max(each, gap(acked))
		}
	}
	slices.Sort(any)
	return gap(any), each, plain
}

func (h *history) stop() { h.end(); h.ended.Wait() }

// judge decides whether what the clients saw is what a counter does that only grows: one
// order of the requests, each at an instant between its call and its answer, in which the ids
// grow. As all ids are known, that is the order of the ids; each instant is the earliest that can be.
func (h *history) judge() {
	for name, list := range h.done {
		slices.SortFunc(list, func(a, b operation) int { return cmp.Compare(a.id, b.id) })
		at := time.Duration(0)
		for i, o := range list {
			if i > 0 && o.id == list[i-1].id {
				h.t.Errorf("%s: %d came twice", name, o.id)
			}
			if at = max(at, o.called); at > o.returned {
				h.t.Errorf("%s: %d was answered at %v, and a smaller one asked for at %v", name, o.id, o.returned, at)
			}
		}
		h.t.Logf("%s: %d ids", name, len(list))
	}
	for kind, n := range h.errors {
		h.t.Logf("%d times: %s", n, kind)
		if kind != "no connection" && !slices.Contains(documented, kind) {
			h.t.Errorf("%d times: %s; want documented errors only", n, kind)
		}
	}
}
