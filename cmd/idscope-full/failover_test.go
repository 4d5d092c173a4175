//go:build unix

package main

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	client "github.com/redis/go-redis/v9"

	"idscope/gen/store/testserver"
)

// TestFailoverRepeats shows what a Redis with a replica is worth: a replica that takes
// over has not seen the last grant, grants the number again, and two hosts generate the
// same ids. So the doctor says best effort, and gen refuses it unless told otherwise.
func TestFailoverRepeats(t *testing.T) {
	what := "the duplicates of a lost fail-over"
	first := testserver.Redis(t, what)
	proxy := testserver.NewProxy(t, first.Addr)
	second := testserver.RedisReplica(t, what, &testserver.Server{Addr: proxy.Addr})
	direct := connect(t, second.Addr)
	linked := func() bool { return strings.Contains(direct.Info(t.Context()).Val(), "master_link_status:up") }
	await(t, "the replica to find its server", linked)
	// Ticks of an hour: both hosts count in one tick. Which host has which number does not
	// depend on the time.
	layout := []string{"custom", "--layout", "time:31 worker:10 seq:22", "--tick", "1h", "--epoch", "2020-01-01"}
	gen := func(h host, url string, more ...string) (lines []string, failed string, status int) {
		return h.run(slices.Concat([]string{"gen"}, layout, []string{"-n", "5", "--store", url}, more)...)
	}
	accept := "--accept-best-effort"
	a, b, c := newHost(t), newHost(t), newHost(t)

	if _, failed, status := gen(a, first.URL, "--create"); status != 3 || !strings.Contains(failed, "best effort") {
		t.Fatalf("a server with a replica: status %d, %s; want it refused as best effort", status, failed)
	}
	out, failed, status := a.run("worker", "doctor", "--store", first.URL)
	if status != 1 || !strings.Contains(strings.Join(out, "\n"), "best effort: replication is asynchronous") {
		t.Errorf("the doctor: status %d, %q, %s; want best effort for its replica", status, out, failed)
	}

	// The group, and number 0, are copied in time.
	if _, failed, status := gen(c, first.URL, "--create", accept); status != 0 {
		t.Fatal(status, failed)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	size := connect(t, first.Addr).DBSize(ctx).Val()
	await(t, "the replica to copy the group", func() bool { return direct.DBSize(ctx).Val() >= size })
	proxy.Hold() // nothing is copied from here on, as on a network that is slow for a moment
	granted, failed, status := gen(a, first.URL, accept)
	if status != 0 {
		t.Fatal(status, failed)
	}
	first.Kill()
	if err := direct.Do(ctx, "REPLICAOF", "NO", "ONE").Err(); err != nil {
		t.Fatal(err)
	}
	if _, failed, status := gen(b, second.URL); status != 3 || !strings.Contains(failed, "best effort") {
		t.Errorf("the replica that took over: status %d, %s; want it refused as best effort", status, failed)
	}
	again, failed, status := gen(b, second.URL, accept)
	if status != 0 {
		t.Fatal(status, failed)
	}
	if !slices.Equal(granted, again) {
		t.Errorf("before the fail-over %q, after it %q; want the same ids: the grant was lost with the server", granted,
			again)
	}
}

// await asks again until it is so.
func await(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited a minute for %s", what)
		}
	}
}

func connect(t *testing.T, address string) *client.Client {
	c := client.NewClient(&client.Options{Addr: address, Password: testserver.Password})
	t.Cleanup(func() { _ = c.Close() })
	return c
}
