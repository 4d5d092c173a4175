//go:build unix

package main

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// TestServersOfReadme: the lines of the first page, and of that of the server, make a group
// of servers, with addresses of the test's: redis-cli is answered as the first page says, each
// server answers or says who does, and when the one that leads is killed the other goes on
// with greater numbers.
func TestServersOfReadme(t *testing.T) {
	for _, page := range []string{"README.md", "gen/server/README.md"} {
		t.Run(page, func(t *testing.T) { testServersOf(t, page) })
	}
}

func testServersOf(t *testing.T, page string) {
	etcd := testserver.Etcd(t, "the servers that a page of the documentation starts")
	text := try.Of(os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(page)))).Or(t)
	processes := map[string]*exec.Cmd{}
	ports := map[string]string{} // of the page, and ours
	listen := regexp.MustCompile(`127\.0\.0\.1:(70\d\d)`)
	for _, line := range regexp.MustCompile(`(?m)^idscope (serve --cluster .*) &$`).FindAllStringSubmatch(string(text),
		-1) {
		address := testserver.FreeAddress(t)
		ports[listen.FindStringSubmatch(line[1])[1]] = address[strings.LastIndexByte(address, ':')+1:]
		store := strings.NewReplacer("etcd://127.0.0.1:2379", etcd.URL, "$IDSCOPE_STORE", etcd.URL)
		args := strings.Fields(listen.ReplaceAllString(store.Replace(line[1]), address))
		c := newHost(t).command(args...)
		log := &strings.Builder{}
		c.Stderr = log
		try.Works(t, c.Start())
		t.Cleanup(func() {
			_ = c.Process.Kill()
			_ = c.Wait()
			if t.Failed() {
				t.Logf("%q:\n%s", args, log)
			}
			if strings.Contains(log.String(), testserver.Password) {
				t.Errorf("%s shows the password", address)
			}
		})
		processes[address] = c
	}
	if len(processes) != 2 {
		t.Fatalf("the page starts %d servers; want 2", len(processes))
	}
	last, leader := 0, ""
	for address := range processes {
		last, _ = increment(t, address) // it is there
	}
	asked := regexp.MustCompile(`redis-cli (-c -p (70\d\d) INCR sequence)`).FindStringSubmatch(string(text))
	if asked == nil || ports[asked[2]] == "" {
		t.Fatalf("the page asks no server that it starts: %q", asked)
	}
	words := strings.Fields(strings.Replace(asked[1], asked[2], ports[asked[2]], 1))
	await(t, "redis-cli to be sent to the server that leads", func() bool {
		out, err := exec.Command("redis-cli", words...).Output()
		said := strings.TrimSpace(string(out))
		if strings.HasPrefix(said, "CLUSTERDOWN") { // nobody leads just now: the one that did was too slow
			return false
		}
		n, _ := strconv.Atoi(said)
		if err != nil || n <= last {
			t.Errorf("redis-cli says %q, %v; want more than %d", said, err, last)
		}
		last = max(last, n)
		return true
	})
	for address := range processes {
		for range 20 {
			n, by := increment(t, address)
			if n <= last {
				t.Fatalf("%d follows %d", n, last)
			}
			last, leader = n, by
		}
	}
	_ = processes[leader].Process.Kill()
	delete(processes, leader)
	for address := range processes {
		n, by := increment(t, address)
		if n <= last || by != address {
			t.Errorf("%s said %d; want more than %d of %s", by, n, last, address)
		}
	}
}

// increment asks for a number of the sequence, wherever it is sent, and returns who
// answered.
func increment(t *testing.T, address string) (n int, by string) {
	t.Helper()
	said := ""
	at := address
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		c, err := net.DialTimeout("tcp", at, time.Second)
		if err != nil {
			at = address
			continue
		}
		_ = c.SetDeadline(time.Now().Add(10 * time.Second))
		_, _ = fmt.Fprint(c, "INCR sequence\r\n")
		said, err = bufio.NewReader(c).ReadString('\n')
		_ = c.Close()
		words := strings.Fields(said)
		switch {
		case err != nil:
		case said[0] == ':':
			n = try.Of(strconv.Atoi(words[0][1:])).Or(t)
			return n, at
		case words[0] == "-MOVED":
			at = words[2]
		case words[0] != "-CLUSTERDOWN":
			t.Fatalf("%s said %q", at, said)
		}
	}
	t.Fatalf("no number within a minute; %s said %q", at, said)
	return 0, ""
}
