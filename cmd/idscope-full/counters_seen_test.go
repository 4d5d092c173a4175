//go:build unix

package main

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// TestClientsOfReadme: what gen/counter/README.md shows is what people see with the clients
// of the servers, which are called as there, and told where the server is.
func TestClientsOfReadme(t *testing.T) {
	t.Parallel()
	testserver.Demanded(t, "what the clients of four servers show")
	text := try.Of(os.ReadFile(filepath.Join("..", "..", "gen", "counter", "README.md"))).Or(t)
	_, page, _ := strings.Cut(string(text), "## What people see")
	_, page, _ = strings.Cut(page, "```text\n")
	page, _, _ = strings.Cut(page, "```")
	day := "" // that of the ids which Redis counted

	_, my := mariaDB(t, "what its client shows")
	pg, redis, etcd := testserver.Postgres(t, "what its client shows").URL, testserver.Redis(t, "what its client shows"),
		testserver.Etcd(t, "what its client shows")
	host, port, _ := net.SplitHostPort(address(my))
	redisHost, redisPort, _ := net.SplitHostPort(redis.Addr)
	where := map[string]struct {
		url  string
		args []string
	}{
		"mariadb": {my, []string{"-h" + host, "-P" + port, "-uidscope", "-p" + testserver.Password}},
		"psql":    {pg, []string{pg}},
		"redis-cli": {redis.URL, []string{"-h", redisHost, "-p", redisPort, "--no-auth-warning", "-a",
			testserver.Password}},
		"etcdctl": {etcd.URL, []string{"--endpoints", etcd.Addr, "--user", "root:" + testserver.Password}},
	}
	calls := 0
	for _, block := range strings.Split(page, "$ ")[1:] {
		line, want, _ := strings.Cut(strings.ReplaceAll(block, "20261122", day), "\n")
		args := words(line)
		if args[0] == "idscope" {
			for _, w := range where {
				if args[2] == "ticket" && w.url != my && w.url != pg {
					continue
				}
				ids := newHost(t).must(strings.Split(strings.ReplaceAll(strings.Join(args[1:], "\n"), "URL", w.url), "\n")...)
				if args[2] == "date-seq" && w.url == redis.URL {
					day = ids[0][:8]
				}
			}
			continue
		}
		w, ok := where[args[0]]
		if !ok {
			t.Fatalf("%q is called; want a client", args[0])
		}
		c := exec.Command(args[0], append(w.args, args[1:]...)...)
		c.Env = append(os.Environ(), "PAGER=cat", "ETCDCTL_API=3")
		out, err := c.Output()
		if got := strings.TrimSpace(trimmed(string(out))); err != nil || got != strings.TrimSpace(want) {
			t.Errorf("%s: %v\n%s\nwant\n%s", line, err, got, want)
		}
		calls++
	}
	if calls < 5 {
		t.Errorf("%d calls of clients; want more", calls)
	}
}

// address is HOST:PORT of a URL.
func address(url string) string {
	_, rest, _ := strings.Cut(url, "@")
	rest, _, _ = strings.Cut(rest, "/")
	return rest
}

// words splits a line at spaces outside of quotes.
func words(line string) (list []string) {
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			list = append(list, part)
		} else {
			list = append(list, strings.Fields(part)...)
		}
	}
	return list
}

// trimmed has no spaces at the ends of lines, which people do not see.
func trimmed(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return b.String()
}
