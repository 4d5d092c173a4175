//go:build unix

package main

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
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
	kinds := map[string][]string{ // dates, and asked order, are of registers, which all stores swap alike
		"MariaDB":    {"segment", "autoinc", "ticket"},
		"PostgreSQL": {"segment", "asked", "autoinc", "ticket", "date-seq"},
		"Redis":      {"segment", "asked", "date-seq"},
		"etcd":       {"segment", "asked", "date-seq"},
		"ZooKeeper":  {"segment"},
	}
	const what = "20 processes that are killed, a server that is killed, and a network that is cut"
	for _, store := range stores(t, what) {
		proxy, url := through(t, store.server, store.url)
		for _, kind := range kinds[store.name] {
			t.Run(store.name+" "+kind, func(t *testing.T) { storm(t, store.server, proxy, url, kind) })
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

func storm(t *testing.T, server *testserver.Server, proxy *testserver.Proxy, url, kind string) {
	key := "storm_" + strings.ReplaceAll(kind, "-", "_")
	args := call(kind, url, key)
	switch kind {
	case "date-seq":
		args = append(args, "--digits", "9", "--tz", noon())
	case "asked":
		args = call("segment", url, key, "--order", "asked")
	}
	hosts := []host{newHost(t), newHost(t)}
	all := &seen{t: t, ids: map[string]bool{}}
	all.add(hosts[0].must(append(args, "--create", "-n", "3")...))

	end := time.Now().Add(lasting)
	var mu sync.Mutex // of what follows
	var kills, failures, calls int
	why := map[string]int{}
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
				before := all.highest()
				words := slices.Concat(args, []string{"-n", fmt.Sprint(1 + r.IntN(300))})
				s := hosts[i%len(hosts)].shoot(r, 150*time.Millisecond, words...)
				all.add(s.lines)
				if kind == "asked" {
					ascending(t, before, s.lines)
				}
				mu.Lock()
				calls++
				switch {
				case s.killed:
					kills++
				case s.status == 3:
					failures++
					text, _, _ := strings.Cut(s.failed, "\n")
					why[digits.ReplaceAllString(text, "#")]++
				case s.status != 0:
					t.Errorf("%q: status %d, %s", args, s.status, s.failed)
				}
				mu.Unlock()
				if strings.Contains(s.failed, testserver.Password) || strings.Contains(s.failed, "is behind") {
					t.Errorf("%q said %s", args, s.failed)
				}
			}
		})
	}
	for _, at := range []time.Duration{1500, 3000} {
		time.Sleep(at*time.Millisecond - lasting + time.Until(end))
		proxy.Cut()
		proxy.CutReply(5)
		time.Sleep(300 * time.Millisecond)
		server.Kill()
		server.Start()
	}
	proxy.Forward()
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
	t.Logf("%d calls, %d killed, %d refused: %d ids", calls, kills, failures, len(all.ids))
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
