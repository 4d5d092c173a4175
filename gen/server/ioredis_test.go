//go:build unix

package server

import (
	"bufio"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"idscope/gen/store/testserver"
)

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
