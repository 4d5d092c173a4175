//go:build unix

package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/lease"
	"idscope/gen/scheme"
	"idscope/gen/store"
	"idscope/gen/store/etcd"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
	"idscope/gen/worker"
)

// BenchmarkRenewal is a second of 64 hosts that renew every second: how much of a core etcd
// takes for them. Beside it stand as many writes of the same size, and nothing else.
func BenchmarkRenewal(b *testing.B) {
	testserver.Demanded(b, "what renewals of leases cost")
	const hosts = 64
	b.Run("renewals", func(b *testing.B) {
		server := testserver.Etcd(b, "what renewals of leases cost")
		etcdLoad(b, server, hosts, func(ctx context.Context, n int) func() error {
			l := leaseOf(b, server.URL, n)
			return func() error { return l.Renew(ctx) }
		})
	})
	b.Run("writes", func(b *testing.B) {
		server := testserver.Etcd(b, "what writes cost")
		etcdLoad(b, server, hosts, func(ctx context.Context, n int) func() error {
			s, err := store.Open(b.Context(), []store.Driver{etcd.Driver{}}, server.URL, true)
			if err != nil {
				b.Fatal(err)
			}
			b.Cleanup(func() { _ = s.Close() })
			return func() error {
				_ = gen.SystemClock().Sleep(ctx, time.Duration(n)*time.Second/hosts) // each in a moment of its own
				for version := store.Version(""); ctx.Err() == nil; {
					if version, err = s.Swap(ctx, fmt.Sprint("x/", n), version, make([]byte, 300)); err != nil {
						return err
					}
					_ = gen.SystemClock().Sleep(ctx, time.Second)
				}
				return ctx.Err()
			}
		})
	})
}

// leaseOf is that of another host, which is renewed when half of 2 s are left.
func leaseOf(b *testing.B, url string, n int) *lease.Lease {
	s, _ := scheme.Get("snowflake")
	terms := try.Of(lease.ConfigOf(s, worker.Key(s), lease.WorkerField, s.Lead(), 2*time.Second)).Or(b)
	dir := b.TempDir()
	folder := worker.Folder{State: filepath.Join(dir, "state"), Claims: filepath.Join(dir, "claims")}
	keeper := try.Of(folder.Grant(s, "", "renewals", "the group of a benchmark")).Or(b)
	host := &lease.Lease{Name: "renewals", Config: terms, Keeper: keeper, Create: n == 0,
		Owner: func() lease.Owner { return lease.Owner{Host: fmt.Sprint("host", n), PID: os.Getpid(), Home: dir} },
		Open: func(ctx context.Context) (store.Store, error) {
			return store.Open(ctx, []store.Driver{etcd.Driver{}}, url, true)
		}}
	try.Works(b, host.Acquire(b.Context()))
	return host
}

// etcdLoad lets hosts write once a second, and tells what the server takes for it.
func etcdLoad(b *testing.B, server *testserver.Server, hosts int, host func(context.Context, int) func() error) {
	ctx, end := context.WithCancel(b.Context())
	var all sync.WaitGroup
	defer func() { end(); all.Wait() }()
	for n := range hosts {
		run := host(ctx, n)
		all.Go(func() {
			if err := run(); ctx.Err() == nil {
				b.Error(err)
			}
		})
	}
	used, writes := etcdUse(b, server.Addr)
	start := time.Now()
	for b.Loop() {
		time.Sleep(time.Second)
	}
	took := time.Since(start).Seconds()
	nowUsed, nowWrites := etcdUse(b, server.Addr)
	used, writes = nowUsed-used, nowWrites-writes
	if writes < float64(hosts)/2*took {
		b.Fatalf("%.0f writes in %.1f s; want %d a second", writes, took, hosts)
	}
	b.ReportMetric(100*used/took, "%-of-a-core")
	b.ReportMetric(writes/took, "writes/s")
	b.ReportMetric(1000*used/writes, "ms/write")
}

// etcdUse is how many seconds of a processor an etcd took, and how often it was written to.
func etcdUse(b *testing.B, address string) (used, writes float64) {
	answer := try.Of(http.Get("http://" + address + "/metrics")).Or(b)
	defer answer.Body.Close()
	text := try.Of(io.ReadAll(answer.Body)).Or(b)
	value := func(name string) float64 {
		found := regexp.MustCompile(`(?m)^` + name + ` (\S+)$`).FindSubmatch(text)
		if found == nil {
			b.Fatalf("etcd does not tell %s", name)
		}
		v := try.Of(strconv.ParseFloat(string(found[1]), 64)).Or(b)
		return v
	}
	return value("process_cpu_seconds_total"), value("etcd_mvcc_put_total")
}
