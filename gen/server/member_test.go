//go:build unix

package server

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/server/service"
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
	dir := os.Getenv("IDSCOPE_TEST_DIR")
	r, err := New(ctx, service.Options{Listen: listen, HTTP: "none", Scheme: schemeOf, Hold: testHold(dir), Log: os.Stdout,
		Cluster: os.Getenv("IDSCOPE_TEST_CLUSTER"), File: os.Getenv("IDSCOPE_TEST_FILE")})
	if err != nil {
		return err
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

// member is a server in a process of its own, whose way to the store the test can cut.
type member struct {
	t       *testing.T
	address string
	file    string
	user    string // of the store, as in its URL
	proxies []*testserver.Proxy
	log     *lockedBuffer
	process *exec.Cmd
}

// newMember starts a server over the store's members.
func newMember(t *testing.T, file string, stores ...*testserver.Server) *member {
	m := &member{t: t, address: testserver.FreeAddress(t), file: file, log: &lockedBuffer{}}
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
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "IDSCOPE_TEST_LISTEN="+m.address, "IDSCOPE_TEST_DIR="+m.t.TempDir(),
		"IDSCOPE_TEST_FILE="+m.file, "IDSCOPE_TEST_CLUSTER=etcd://"+m.user+strings.Join(hosts, ","))
	out, err := c.StdoutPipe()
	c.Stderr = m.log
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		m.t.Fatal(err)
	}
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

// TestIORedisCluster: a cluster client of ioredis without any settings goes on with greater
// ids when the leader hands over, is told to end, and is killed.
func TestIORedisCluster(t *testing.T) {
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
    await c.incr("sequence").then((id) => console.log(id, Math.round(performance.now())),
      (e) => console.log("error", e.message));
    await new Promise((go) => setTimeout(go, 5));
  }
})();
`)
	c := exec.Command(node, script...)
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Process.Kill(); _ = c.Wait() }()
	watchdog := time.AfterFunc(patience, func() { _ = c.Process.Kill() })
	defer watchdog.Stop()
	lines := bufio.NewScanner(out)
	last, at := 0, 0
	answered := func(what string) {
		t.Helper()
		gap, failed := 0, map[string]int{}
		for n := 0; n < 100; {
			if !lines.Scan() {
				t.Fatalf("%s: ioredis was answered %d times, and then for a minute not; errors %v", what, n, failed)
			}
			if kind, is := strings.CutPrefix(lines.Text(), "error "); is {
				failed[kind]++
				continue
			}
			var id, ms int
			if _, err := fmt.Sscan(lines.Text(), &id, &ms); err != nil || id <= last {
				t.Fatalf("%s: %q follows %d", what, lines.Text(), last)
			}
			if at > 0 {
				gap = max(gap, ms-at)
			}
			watchdog.Reset(patience)
			last, at = id, ms
			n++
		}
		t.Logf("%s: not answered for %d ms at most, errors %v", what, gap, failed)
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
