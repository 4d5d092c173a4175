//go:build unix

package main

import (
	"fmt"
	"maps"
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

// TestCountersStorm: 12 processes of two hosts generate at once, some are killed, the
// network is cut and replies are lost, the server is killed and started again. No id is
// printed twice, and what is lost is what was promised. In asked order each
// number of a call is above all that were printed before it began.
func TestCountersStorm(t *testing.T) {
	kinds := map[string][]string{ // dates, and asked order, are of registers, which all stores swap alike
		"MariaDB":    {"segment", "autoinc", "ticket"},
		"PostgreSQL": {"segment", "asked", "autoinc", "ticket"},
		"Redis":      {"segment", "asked", "date-seq"},
		"etcd":       {"segment", "date-seq"},
		"ZooKeeper":  {"segment"},
	}
	const what = "12 processes that are killed, a server that is killed, and a network that is cut"
	eachStore(t, what, slices.Sorted(maps.Keys(kinds)), func(t *testing.T, store target) {
		proxy, url := through(t, store.server, store.url)
		for _, kind := range kinds[store.name] {
			t.Run(kind, func(t *testing.T) { storm(t, store.server, proxy, url, kind) })
		}
	})
}

// processes generate at once. After each of the rounds but the last, which has so many ids and kills, the network is
// cut and the server is killed.
const (
	processes  = 12
	rounds     = 3
	enough     = 300
	leastKills = 2
)

var digits = regexp.MustCompile("[0-9]+")

func storm(t *testing.T, server *testserver.Server, proxy *testserver.Proxy, url, kind string) {
	key := "storm_" + strings.ReplaceAll(kind, "-", "_")
	args, create, most := call(kind, url, key), []string{"--create", "-n", "3"}, 40 // ids of a call
	switch kind {
	case "segment": // of which the store has a part alone
		create, most = append(create, "--step", "50"), 300
	case "date-seq":
		args = append(args, "--digits", "9", "--tz", noon())
	case "asked":
		args = call("segment", url, key, "--order", "asked")
	}
	hosts := []host{newHost(t), newHost(t)}
	all := &seen{t: t, ids: map[string]bool{}}
	all.add(hosts[0].must(slices.Concat(args, create)...))

	var mu sync.Mutex // of what follows
	var kills, failures, calls int
	why := map[string]int{}
	few := func(round int) bool {
		mu.Lock()
		defer mu.Unlock()
		return kills < round*leastKills || all.fewer(round*enough)
	}
	var over atomic.Bool
	var running sync.WaitGroup
	defer func() { over.Store(true); running.Wait() }() // also where the server does not start again: they use t
	for i := range processes {
		running.Go(func() {
			for r := rand.New(rand.NewPCG(uint64(i), 7)); !over.Load(); {
				before := all.highest()
				words := slices.Concat(args, []string{"-n", fmt.Sprint(1 + r.IntN(most))})
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
				if s.status == 3 {
					time.Sleep(500 * time.Millisecond) // or the calls take the machine that the server starts on
				}
			}
		})
	}
	for round := range rounds {
		try.Await(t, fmt.Sprintf("ids and kills, %d times before this,", round), func() bool { return !few(round + 1) })
		if round+1 < rounds {
			proxy.Cut()
			proxy.CutReply(5)
			try.Await(t, "a reply to be lost", func() bool { return proxy.Cuts() > 0 })
			server.Kill()
			server.Start()
		}
	}
	over.Store(true)
	running.Wait()
	for _, h := range hosts {
		lines, failed, status := h.answer(append(args, "-n", "5")...) // it may warn that the store is slow
		if status != 0 || len(lines) != 5 {
			t.Errorf("in the end: status %d, %q, %s; want 5 ids", status, lines, failed)
		}
		if kind == "asked" {
			ascending(t, all.highest(), lines)
		}
		all.add(lines)
	}
	t.Logf("%d calls, %d killed, %d refused: %d ids", calls, kills, failures, len(all.ids))
	for text, n := range why {
		t.Logf("%d times: %s", n, text)
	}
	gaps(t, kind, all, uint64(most), kills+failures+2*len(hosts))
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
func gaps(t *testing.T, kind string, all *seen, each uint64, interrupted int) {
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
	switch kind { // beside what a call asks for
	case "segment":
		each = 2 * 1_000_000 // two segments, however long they grew
	case "autoinc", "ticket":
		each += 32 // what PostgreSQL logs ahead
	}
	t.Logf("highest number %d, %d numbers were lost: %.1f for each of %d calls that were interrupted", most, lost,
		float64(lost)/float64(interrupted), interrupted)
	if bound := each * uint64(interrupted); lost > bound {
		t.Errorf("%d numbers were lost; want at most %d", lost, bound)
	}
}
