//go:build unix

package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// TestCountersStorm: 20 processes of two hosts generate at once, some are killed, the
// network is cut and replies are lost, the server is killed and started again. No id is
// printed twice, and what is lost is what was promised. In asked order each
// number of a call is above all that were printed before it began.
func TestCountersStorm(t *testing.T) {
	testserver.Demanded(t, "20 processes that are killed, a server that is killed, and a network that is cut")
	my, url := mariaDB(t, "counters")
	stores := []target{{name: "file", url: "file:" + filepath.Join(t.TempDir(), "ids"), kinds: []string{"segment"}},
		{name: "MariaDB", url: url, server: my, kinds: []string{"segment", "autoinc", "ticket"}}}
	for _, store := range []struct {
		name  string
		start func(testing.TB, string, ...string) *testserver.Server
		kinds []string // dates, and asked order, are of registers, which all stores swap alike: with two of them and Redis
	}{
		{"PostgreSQL", testserver.Postgres, []string{"segment", "asked", "autoinc", "ticket", "date-seq"}},
		{"Redis", testserver.Redis, []string{"segment", "asked", "date-seq"}},
		{"etcd", testserver.Etcd, []string{"segment", "asked", "date-seq"}},
		{"ZooKeeper", testserver.ZooKeeper, []string{"segment"}},
	} {
		s := store.start(t, "counters")
		stores = append(stores, target{name: store.name, url: s.URL, server: s, kinds: store.kinds})
	}
	for _, store := range stores {
		if store.server != nil {
			store.proxy, store.url = through(t, store.server, store.url)
		}
		for _, kind := range store.kinds {
			t.Run(store.name+" "+kind, func(t *testing.T) { storm(t, store, kind) })
		}
	}
}

// processes generate at once, for that long, and until there are so many ids and kills, or a
// minute has passed since the server is there for good.
const (
	processes  = 20
	lasting    = 5 * time.Second
	enough     = 1000
	leastKills = 5
)

var digits = regexp.MustCompile("[0-9]+")

func storm(t *testing.T, store target, kind string) {
	key := "storm_" + strings.ReplaceAll(kind, "-", "_")
	args := call(kind, store.url, key)
	switch kind {
	case "date-seq":
		args = append(args, "--digits", "9", "--tz", noon())
	case "asked":
		args = call("segment", store.url, key, "--order", "asked")
	}
	hosts := []host{newHost(t), newHost(t)}
	all := &seen{t: t, ids: map[string]bool{}}
	all.add(hosts[0].must(append(args, "--create", "-n", "3")...))

	end := time.Now().Add(lasting)
	var kills, failures, calls int
	why := map[string]int{}
	var mu sync.Mutex
	few := func() bool { mu.Lock(); defer mu.Unlock(); return kills < leastKills || all.fewer(enough) }
	var back atomic.Pointer[time.Time] // when the server was started for the last time
	more := func() bool { at := back.Load(); return few() && (at == nil || time.Since(*at) < time.Minute) }
	var running sync.WaitGroup
	defer func() { // also where the server does not start again: they use t
		back.CompareAndSwap(nil, new(time.Time))
		running.Wait()
	}()
	for i := range processes {
		running.Go(func() {
			r := rand.New(rand.NewPCG(uint64(i), 7))
			for time.Now().Before(end) || more() {
				before := int64(0)
				if kind == "asked" {
					before = all.highest()
				}
				c := hosts[i%len(hosts)].command(append(args, "-n", fmt.Sprint(1+r.IntN(300)))...)
				var out, failed bytes.Buffer
				c.Stdout, c.Stderr = &out, &failed
				if err := c.Start(); err != nil {
					t.Error(err)
					return
				}
				kill := r.IntN(4) == 0
				if kill {
					time.Sleep(time.Duration(r.IntN(150)) * time.Millisecond)
					_ = c.Process.Kill()
				}
				_ = c.Wait()
				lines := complete(out.String())
				all.add(lines)
				if kind == "asked" {
					ascending(t, before, lines)
				}
				status := c.ProcessState.Sys().(syscall.WaitStatus)
				mu.Lock()
				calls++
				if status.Signaled() {
					kills++
				} else if code := status.ExitStatus(); code == 3 {
					failures++
					text, _, _ := strings.Cut(failed.String(), "\n")
					why[digits.ReplaceAllString(text, "#")]++
				} else if code != 0 {
					t.Errorf("%q: status %d, %s", c.Args[1:], code, failed.String())
				}
				mu.Unlock()
				if text := failed.String(); strings.Contains(text, testserver.Password) || strings.Contains(text, "is behind") {
					t.Errorf("%q said %s", c.Args[1:], text)
				}
			}
		})
	}
	crashes := 0
	if store.server != nil {
		for _, at := range []time.Duration{1500, 3000} {
			time.Sleep(at*time.Millisecond - lasting + time.Until(end))
			store.proxy.Cut()
			store.proxy.CutReply(5)
			time.Sleep(300 * time.Millisecond)
			store.server.Kill()
			crashes++
			store.server.Start()
		}
		store.proxy.Forward()
	}
	now := time.Now()
	back.Store(&now)
	running.Wait()
	for _, h := range hosts {
		lines := h.must(append(args, "-n", "5")...)
		if kind == "asked" {
			ascending(t, all.highest(), lines)
		}
		all.add(lines)
	}
	t.Logf("%d calls, %d killed, %d refused, %d crashes of the server: %d ids", calls, kills, failures, crashes,
		len(all.ids))
	for text, n := range why {
		t.Logf("%d times: %s", n, text)
	}
	if few() {
		t.Errorf("%d ids and %d kills; want more, or nothing is tested", len(all.ids), kills)
	}
	gaps(t, kind, all, len(hosts), kills+failures)
}

// ascending wants numbers that increase, above one that was printed before.
func ascending(t *testing.T, before int64, lines []string) {
	for _, line := range lines {
		n, err := strconv.ParseInt(line, 10, 64)
		if err != nil || n <= before {
			t.Errorf("%q was printed after %d; want more", line, before)
		}
		before = n
	}
}

// gaps measures which numbers were never printed, and wants no more of them than what
// was interrupted may lose.
func gaps(t *testing.T, kind string, all *seen, hosts, interrupted int) {
	most := uint64(0)
	for id := range all.ids {
		var n uint64
		text := id
		if kind == "date-seq" {
			text = id[8:]
		}
		try.Of(fmt.Sscan(strings.TrimLeft(text, "0"), &n)).Or(t)
		most = max(most, n)
	}
	lost := most - uint64(len(all.ids))
	each := uint64(1 + 256 + 32) // a statement under way, a batch that was not written, what PostgreSQL logs ahead
	switch kind {
	case "segment":
		each = 2 * 1_000_000 // two segments, however long they grew
	case "date-seq", "asked":
		each = 300
	}
	t.Logf("highest number %d, %d numbers were lost: %.1f for each of %d calls that were interrupted", most, lost,
		float64(lost)/float64(max(1, interrupted)), interrupted)
	if bound := each * uint64(interrupted+2*hosts); lost > bound {
		t.Errorf("%d numbers were lost; want at most %d", lost, bound)
	}
}
