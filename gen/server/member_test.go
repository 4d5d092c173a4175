//go:build unix

package server

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/counter"
	"idscope/gen/server/client"
	"idscope/gen/store"
	filestore "idscope/gen/store/file"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// TestMain is also the program of a server that a test stops, kills and wakes.
func TestMain(m *testing.M) {
	if listen := os.Getenv("IDSCOPE_TEST_LISTEN"); listen != "" {
		if err := serveMember(listen); err != nil {
			fmt.Println("failed:", err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// steppedClock is the machine's, which a signal puts forward or back.
type steppedClock struct {
	gen.Clock
	by atomic.Int64
}

func (c *steppedClock) Now() time.Time { return c.Clock.Now().Add(time.Duration(c.by.Load())) }

// serveMember serves until the process is told to end.
func serveMember(listen string) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	o := optionsOf(&running{}, os.Getenv("IDSCOPE_TEST_DIR"))
	o.Listen, o.HTTP, o.Log = listen, "none", os.Stdout
	o.Cluster, o.File = os.Getenv("IDSCOPE_TEST_CLUSTER"), os.Getenv("IDSCOPE_TEST_FILE")
	r, err := New(ctx, o)
	if err != nil {
		return err
	}
	if r.cluster == nil {
		return r.Run(ctx)
	}
	c := &steppedClock{Clock: gen.SystemClock()}
	r.cluster.clock = c
	steps := make(chan os.Signal, 1)
	signal.Notify(steps, syscall.SIGUSR1, syscall.SIGUSR2)
	go func() {
		for s := range steps {
			by := 3 * time.Second
			if s == syscall.SIGUSR2 {
				by = -by
			}
			c.by.Add(int64(by))
		}
	}()
	return r.Run(ctx)
}

// member is a server in a process of its own, whose way to the store of its group, if it has one, the test can cut.
type member struct {
	t       *testing.T
	address string
	dir     string // of its records
	file    string
	user    string // of the store, as in its URL
	proxies []*testserver.Proxy
	log     *lockedBuffer
	process *exec.Cmd
}

// newMember starts a server over the store's members.
func newMember(t *testing.T, file string, stores ...*testserver.Server) *member {
	m := &member{t: t, address: testserver.FreeAddress(t), dir: t.TempDir(), file: file, log: &lockedBuffer{}}
	for _, store := range stores {
		m.proxies = append(m.proxies, testserver.NewProxy(t, store.Addr))
		if user, _, found := strings.Cut(strings.TrimPrefix(store.URL, "etcd://"), "@"); found {
			m.user = user + "@"
		}
	}
	t.Cleanup(func() {
		m.end(syscall.SIGKILL)
		if t.Failed() {
			t.Logf("the log of %s:\n%s", m.address, m.log)
		}
	})
	m.start()
	return m
}

// start starts the process, and returns when it is ready.
func (m *member) start() {
	m.t.Helper()
	var hosts []string
	for _, p := range m.proxies {
		hosts = append(hosts, p.Addr)
	}
	cluster := ""
	if len(hosts) > 0 {
		cluster = "etcd://" + m.user + strings.Join(hosts, ",")
	}
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "IDSCOPE_TEST_LISTEN="+m.address, "IDSCOPE_TEST_DIR="+m.dir,
		"IDSCOPE_TEST_FILE="+m.file, "IDSCOPE_TEST_CLUSTER="+cluster)
	out := try.Of(c.StdoutPipe()).Or(m.t)
	c.Stderr = m.log
	try.Works(m.t, c.Start())
	m.process = c
	ready := make(chan bool, 1)
	go func() {
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			fmt.Fprintln(m.log, lines.Text())
			if strings.Contains(lines.Text(), "msg=ready") {
				ready <- true
			}
		}
		close(ready)
	}()
	if !<-ready {
		m.t.Fatalf("a server did not start:\n%s", m.log)
	}
}

func (m *member) signal(s os.Signal) {
	m.t.Helper()
	try.Works(m.t, m.process.Process.Signal(s))
}

// end ends the process, if it runs.
func (m *member) end(s os.Signal) {
	if m.process == nil {
		return
	}
	_ = m.process.Process.Signal(s)
	_ = m.process.Wait()
	m.process = nil
}

// each does something to all ways to the store.
func (m *member) each(do func(*testserver.Proxy)) {
	for _, p := range m.proxies {
		do(p)
	}
}

// clientsOfKilled ask a server that is killed, at the same time, for so many ids each time.
const clientsOfKilled, askedOfKilled = 4, 7

// killed asks for ids of a counter with several clients while the server is killed and started again, and returns
// the numbers that were handed out, in order. Dead is called with those so far while the server is dead and every
// client has read what it was sent.
func (m *member) killed(key string, kills int, dead func([]int64)) []int64 {
	var all collected
	var clients sync.WaitGroup
	var asking sync.RWMutex
	var enough atomic.Bool
	for range clientsOfKilled {
		clients.Go(func() {
			c := client.New(m.address, client.Options{Timeout: patience})
			defer c.Close()
			for !enough.Load() {
				asking.RLock()
				ids, err := c.Fetch(m.t.Context(), key, askedOfKilled)
				all.add(m.t, ids...)
				asking.RUnlock()
				if errors.As(err, new(*client.ServerError)) {
					m.t.Error(err)
					return
				} else if err != nil {
					time.Sleep(time.Millisecond) // the server is being started again
				}
			}
		})
	}
	defer func() { enough.Store(true); clients.Wait() }()
	phase := func() { // each server hands out some
		want := len(all.numbers(m.t)) + 20*askedOfKilled
		try.Await(m.t, "numbers of a server", func() bool { return m.t.Failed() || len(all.numbers(m.t)) >= want })
	}
	for range kills {
		phase()
		m.end(syscall.SIGKILL)
		asking.Lock()
		dead(all.numbers(m.t))
		asking.Unlock()
		m.start()
	}
	phase()
	enough.Store(true)
	clients.Wait() // else what is under way would count as lost
	return all.numbers(m.t)
}

// numbers are the ids that were handed out, in order.
func (c *collected) numbers(t *testing.T) (list []int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id := range c.seen {
		list = append(list, try.Of(strconv.ParseInt(id, 10, 64)).Or(t))
	}
	slices.Sort(list)
	return list
}

// TestCountersKilled: a server that is killed in the midst repeats no number, with the counter in a folder. It loses
// those that were asked for and not answered, and of a segment what it had taken ahead: at most 16, and twice what
// it had handed out. Where it was killed while it wrote the host's file, the rest of the host's segments is lost, up
// to the next number of the store; a segment that was on its way to that file is lost, too, and jumped over later.
func TestCountersKilled(t *testing.T) {
	url, file := "file:"+filepath.Join(t.TempDir(), "ids"), filepath.Join(t.TempDir(), "serve.toml")
	noon := fmt.Sprintf("Etc/GMT%+d", time.Now().UTC().Hour()-12) // where no day ends during a test
	writeFileText(t, file, fmt.Sprintf("[generators.orders]\nscheme = \"segment\"\nstore = %[1]q\ncreate = true\n"+
		"[generators.notes]\nscheme = \"date-seq\"\ndigits = 9\ntz = %[2]q\nstore = %[1]q\ncreate = true\n", url, noon))
	m := newMember(t, file)
	var highest, next []int64 // when the server was dead
	ids := m.killed("orders", 3, func(ids []int64) {
		s := try.Of(store.Open(t.Context(), []store.Driver{filestore.Driver}, url, false)).Or(t)
		defer s.Close()
		list := try.Of(counter.List(t.Context(), s)).Or(t)
		i := slices.IndexFunc(list, func(e counter.Entry) bool { return e.Key == "orders" })
		highest, next = append(highest, ids[len(ids)-1]), append(next, int64(list[i].Next))
	})
	before := 0
	for i, last := range highest {
		k, _ := slices.BinarySearch(ids, last+1)
		from := last + 1
		for _, n := range next[:i+1] { // of the store at this kill, and at those before
			if n <= ids[k] {
				from = max(from, n)
			}
		}
		asked, handed, lost := int64(clientsOfKilled*askedOfKilled), int64(k-before), ids[k]-from
		bound := asked + 16 + 2*(handed+asked)
		t.Logf("segment: %d numbers up to %d, then %d: of those from %d on %d were lost; at most %d", handed, last,
			ids[k], from, lost, bound)
		if lost > bound || ids[k] > next[i] {
			t.Errorf("kill %d lost %d numbers, and the next is %d; want at most %d lost, and %d at most", i+1, lost,
				ids[k], bound, next[i])
		}
		before = k
	}
	ids = m.killed("notes", 1, func([]int64) {})
	if lost := ids[len(ids)-1]%1e9 - int64(len(ids)); lost > clientsOfKilled*askedOfKilled {
		t.Errorf("%d numbers of a day were lost by a kill; want at most the %d under way", lost,
			clientsOfKilled*askedOfKilled)
	}
}

// TestIORedisCluster: a cluster client of ioredis without any settings goes on with greater
// ids when the leader hands over, is told to end, and is killed.
func TestIORedisCluster(t *testing.T) {
	t.Parallel()
	testserver.Demanded(t, "a cluster client of ioredis, with two servers over etcd")
	node, dir := ioredis(t)
	etcd := testserver.NewEtcdCluster(t, "two servers that ioredis asks")
	members := map[string]*member{}
	script := []string{filepath.Join(dir, "ask.js")}
	for range 2 {
		m := newMember(t, "", etcd.Members...)
		members[m.address] = m
		script = append(script, m.address[strings.LastIndexByte(m.address, ':')+1:])
	}
	writeFileText(t, script[0], `
const Redis = require("ioredis");
const c = new Redis.Cluster(process.argv.slice(2).map((port) => ({ port: +port, host: "127.0.0.1" })));
c.on("error", () => {}); // as a program that goes on does
(async () => {
  for (;;) {
    await c.incr("sequence").then((id) => console.log(id), (e) => console.log("error", e.message));
    await new Promise((go) => setTimeout(go, 5));
  }
})();
`)
	c, out := exec.Command(node, script...), &lockedBuffer{}
	c.Stdout = out
	try.Works(t, c.Start())
	defer func() { _ = c.Process.Kill(); _ = c.Wait() }()
	answered := func(what string) {
		t.Helper()
		lines := func() []string { return regexp.MustCompile(`(?m)^\d+$`).FindAllString(out.String(), -1) }
		before := len(lines())
		try.Await(t, what+", ioredis to be answered", func() bool { return len(lines()) >= before+100 })
		last := 0
		for _, line := range lines() {
			id := try.Of(strconv.Atoi(line)).Or(t)
			if id <= last {
				t.Fatalf("%s: %d follows %d", what, id, last)
			}
			last = id
		}
	}
	leader := func() *member {
		t.Helper()
		_, address := follow(t, "127.0.0.1:"+script[1], "INCR", "sequence")
		return members[address]
	}
	answered("at first")
	if got := dial(t, leader().address).ask("CLUSTER", "FAILOVER"); got != "OK" {
		t.Fatal(got)
	}
	answered("handed over")
	m := leader()
	m.end(syscall.SIGTERM)
	answered("told to end")
	m.start()
	leader().end(syscall.SIGKILL)
	answered("killed")
}

// TestTell: systemd is told when the server is ready, and when it ends.
func TestTell(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notify")
	l := try.Of(net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})).Or(t)
	defer l.Close()
	t.Setenv("NOTIFY_SOCKET", path)
	told := func() string {
		_ = l.SetDeadline(time.Now().Add(patience))
		text := make([]byte, 64)
		n := try.Of(l.Read(text)).Or(t)
		return string(text[:n])
	}
	r := start(t, "")
	try.Equal(t, told(), "READY=1", "at the start systemd is told")
	r.stop()
	try.Equal(t, told(), "STOPPING=1", "at the end systemd is told")
}
