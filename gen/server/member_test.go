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
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"idscope/gen"
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
	try.Need(t, dial(t, leader().address).ask("CLUSTER", "FAILOVER"), "OK", "CLUSTER FAILOVER said")
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
