//go:build unix

package main

import (
	"slices"
	"strings"
	"sync"
	"testing"

	client "github.com/redis/go-redis/v9"

	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// TestStoreForgets: host a had the only number, and another host has it since. Then the
// store is put back to the time of a. On the same ticks a would repeat what b generates.
func TestStoreForgets(t *testing.T) {
	what := "a store that is put back, and a replica that takes over"
	t.Run("Redis, a replica that lacked the last writes", func(t *testing.T) {
		t.Parallel()
		first := testserver.Redis(t, what)
		proxy := testserver.NewProxy(t, first.Addr)
		second := testserver.RedisReplica(t, what, &testserver.Server{Addr: proxy.Addr})
		direct := connect(t, second.Addr)
		ctx := t.Context()
		try.Await(t, "the replica to find its server", func() bool {
			return strings.Contains(direct.Info(ctx).Val(), "master_link_status:up")
		})
		f := &forgetting{t: t, url: first.URL, accept: []string{"--accept-best-effort"}, refusal: "the store is best effort"}
		f.run(func() (forget func()) {
			size := connect(t, first.Addr).DBSize(ctx).Val()
			try.Await(t, "the replica to copy the group", func() bool { return direct.DBSize(ctx).Val() >= size })
			proxy.Hold() // nothing is copied from here on, as on a network that is slow for a moment
			return func() {
				first.Kill()
				try.Works(t, direct.Do(ctx, "REPLICAOF", "NO", "ONE").Err())
				f.url = second.URL
			}
		})
		if lines, failed, status := f.gen(f.a, f.accept...); status != 3 || len(lines) > 0 ||
			!strings.Contains(failed, untilBegin) {
			t.Errorf("the replica, accepted: status %d, %d ids, %s; want the time from which it works", status, len(lines),
				failed)
		}
	})
	// etcd and ZooKeeper tell hosts alone that saw more, as storetest has them do
	eachStore(t, what, []string{"MariaDB", "PostgreSQL", "Redis"}, func(t *testing.T, store target) {
		f := &forgetting{t: t, url: store.url, refusal: untilBegin}
		f.run(store.server.Snapshot)
		if lines, failed, status := f.gen(newHost(t)); status != 3 || len(lines) > 0 ||
			!strings.Contains(failed, untilBegin) {
			t.Errorf("a new host: status %d, %d ids, %s; want the time from which it works", status, len(lines), failed)
		}
	})
}

const untilBegin = "no worker ID of custom can be leased in group default until "

// forgetting is a store with one number, and who had it before it was put back.
type forgetting struct {
	t       *testing.T
	url     string
	accept  []string // what calls need before
	refusal string   // of a
	a, b    host
}

var oneNumber = []string{"custom", "--layout", "time:41 worker:1 seq:12", "--tick", "1ms"}

func (f *forgetting) gen(h host, more ...string) (lines []string, failed string, status int) {
	return h.answer(slices.Concat([]string{"gen"}, oneNumber, []string{"-n", "200000", "--lease", "20s", "--store", f.url},
		more)...)
}

func (f *forgetting) run(backUp func() (forget func())) {
	t := f.t
	t.Helper()
	f.a, f.b = newHost(t), newHost(t)
	all := &seen{t: t, ids: map[string]bool{}}
	must := func(h host, args ...string) {
		t.Helper()
		if _, failed, status := h.answer(args...); status != 0 {
			t.Fatalf("%q: status %d, %s", args, status, failed)
		}
	}
	lines, failed, status := f.gen(f.a, append(f.accept, "--create", "--lease", "2s")...)
	if status != 0 {
		t.Fatal(status, failed)
	}
	all.add(lines)
	must(f.b, slices.Concat([]string{"worker", "reserve"}, oneNumber, []string{"1", "--note", "x", "--store", f.url})...)
	forget := backUp()
	must(f.b, slices.Concat([]string{"worker", "release"}, oneNumber, []string{"--worker", "0", "--store", f.url})...)
	try.Await(t, "the grant of a to end", func() bool {
		lines, failed, status = f.gen(f.b, f.accept...)
		return status == 0
	})
	all.add(lines)
	below := *f // b needs no store below its ceiling, nor the new one
	forget()
	try.Await(t, "host a to have used up what it was granted", func() bool {
		var others sync.WaitGroup
		others.Go(func() {
			lines, _, _ := below.gen(f.b)
			all.add(lines)
		})
		lines, failed, status = f.gen(f.a)
		others.Wait()
		all.add(lines)
		return status != 0 || t.Failed()
	})
	if status != 3 || !strings.Contains(failed, f.refusal) {
		t.Errorf("host a: status %d, %d ids, %s; want %q", status, len(lines), failed, f.refusal)
	}
}

func connect(t *testing.T, address string) *client.Client {
	c := client.NewClient(&client.Options{Addr: address, Password: testserver.Password})
	t.Cleanup(func() { _ = c.Close() })
	return c
}
