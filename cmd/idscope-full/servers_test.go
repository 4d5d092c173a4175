//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	client "github.com/redis/go-redis/v9"

	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// TestServersOfReadme: the lines of the server's page make a group of two servers, at addresses of the test's.
// Whichever is asked, numbers grow, also when the one that leads is killed.
func TestServersOfReadme(t *testing.T) {
	t.Parallel()
	etcd := testserver.Etcd(t, "the servers that a page of the documentation starts")
	text := try.Of(os.ReadFile(filepath.Join("..", "..", "gen", "server", "README.md"))).Or(t)
	kill := map[string]func() error{}
	var addresses []string
	listen := regexp.MustCompile(`127\.0\.0\.1:70\d\d`)
	for _, line := range regexp.MustCompile(`(?m)^idscope (serve --cluster .*) &$`).FindAllStringSubmatch(string(text),
		-1) {
		address := testserver.FreeAddress(t)
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
		kill[address], addresses = c.Process.Kill, append(addresses, address)
	}
	try.Need(t, len(addresses), 2, "servers that the page starts:")
	all := client.NewClusterClient(&client.ClusterOptions{Addrs: addresses, ClusterStateReloadInterval: time.Second})
	defer all.Close()
	last := int64(0)
	more := func() {
		t.Helper()
		try.Await(t, "a number", func() bool {
			n, err := all.Incr(t.Context(), "sequence").Result()
			if err == nil && n <= last {
				t.Errorf("%d follows %d", n, last)
			}
			last = max(last, n)
			return err == nil
		})
	}
	for range 40 {
		more()
	}
	first := try.Of(all.ClusterShards(t.Context()).Result()).Or(t)[0].Nodes[0] // is the one that leads
	leader := fmt.Sprintf("%s:%d", first.IP, first.Port)
	if !slices.Contains(addresses, leader) {
		t.Fatalf("%s leads; want one of %q", leader, addresses)
	}
	try.Works(t, kill[leader]())
	more()
}
