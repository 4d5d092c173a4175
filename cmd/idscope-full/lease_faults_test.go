//go:build unix

package main

import (
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

// TestLeaseFaults leases worker numbers in each store. Calls of four hosts are killed, and so is the server, which
// is started again when grants have ended. No id is printed twice, each host keeps its number, also when no grant of
// before can be left, and each refusal is one error.
func TestLeaseFaults(t *testing.T) {
	const what = "hosts that lease in each store, and are killed with it"
	names := []string{"MariaDB", "PostgreSQL", "Redis", "etcd", "ZooKeeper"}
	eachStore(t, what, names, func(t *testing.T, store target) {
		f := &fleet{t: t, args: []string{"gen", "snowflake", "--store", store.url, "--lease", "2s"},
			all: &seen{t: t, ids: map[string]bool{}}}
		newHost(t).must("worker", "reserve", "snowflake", "1023", "--note", "the group", "--store", store.url, "--create")
		f.acquire(4)
		first := f.ceiling(store.url)
		f.storm(store.server)
		f.goOn()
		if last := f.ceiling(store.url); last <= first {
			t.Errorf("grants went to %s, then to %s; want renewals, or nothing is tested", first, last)
		}
	})
}

// fleet are hosts that lease, each with the number that it got.
type fleet struct {
	t       *testing.T
	args    []string // of a call
	hosts   []host
	numbers []uint64
	all     *seen
}

// acquire has n hosts take numbers, beside each other: a grant of 2 s may be gone before the last one.
func (f *fleet) acquire(n int) {
	f.numbers = make([]uint64, n)
	var acquiring sync.WaitGroup
	for i := range n {
		h := newHost(f.t)
		f.hosts = append(f.hosts, h)
		acquiring.Go(func() {
			ids, text, status := h.answer(f.args...)
			if f.all.add(ids); status != 0 || text != "" {
				f.t.Errorf("host %d: status %d, %s", i, status, text)
				return
			}
			f.numbers[i] = workerOf(f.t, ids[0])
		})
	}
	acquiring.Wait()
	if got := slices.Compact(slices.Sorted(slices.Values(f.numbers))); len(got) < n {
		f.t.Fatalf("%d hosts have the numbers %d", n, f.numbers)
	}
}

// workerOf is the number that a snowflake carries.
func workerOf(t testing.TB, line string) uint64 {
	t.Helper()
	id := try.Of(strconv.ParseUint(line, 10, 64)).Or(t)
	return id >> 12 & 1023
}

var ceiling = regexp.MustCompile(`"ceiling":"([^"]+)"`)

// ceiling is the latest of the group, as the store tells it.
func (f *fleet) ceiling(url string) (most string) {
	f.t.Helper()
	for _, line := range f.hosts[0].must("worker", "list", "--store", url, "--json") {
		if m := ceiling.FindStringSubmatch(line); m != nil {
			most = max(most, m[1]) // all of one form, in UTC
		}
	}
	return most
}

// storm lets three processes of each host make calls, of which some are killed, while the server is killed and started
// again.
func (f *fleet) storm(server *testserver.Server) {
	const wide, lasting = 3, 2500 * time.Millisecond
	var calls, kills, failures atomic.Int64
	var over atomic.Bool
	var running sync.WaitGroup
	for i, h := range f.hosts {
		for j := range wide {
			running.Go(func() {
				for r := rand.New(rand.NewPCG(uint64(i), uint64(j))); !over.Load(); calls.Add(1) {
					s := h.shoot(r, 60*time.Millisecond, f.args...)
					f.all.add(s.lines)
					for _, id := range s.lines {
						try.Equal(f.t, workerOf(f.t, id), f.numbers[i], "host %d has number", i)
					}
					switch {
					case strings.Contains(s.failed, testserver.Password):
						f.t.Errorf("%q said %s", f.args, s.failed)
					case s.killed:
						kills.Add(1)
					case s.status == 0 && len(s.lines) == 1: // it may say that it goes on with the grant
					case s.status == 3 && len(s.lines) == 0 && strings.Count(s.failed, "idscope: error: ") == 1:
						failures.Add(1)
						time.Sleep(500 * time.Millisecond) // or the calls take the machine that the server starts on
					default:
						f.t.Errorf("%q: status %d, %q, %s", f.args, s.status, s.lines, s.failed)
					}
				}
			})
		}
	}
	defer func() { over.Store(true); running.Wait() }() // also where the server does not start
	time.Sleep(lasting / 3)
	server.Kill()
	time.Sleep(lasting) // grants end meanwhile
	server.Start()
	try.Await(f.t, "calls that were killed", func() bool { return kills.Load() >= 3 }) // or nothing is tested
	over.Store(true)
	running.Wait()
	f.t.Logf("%d calls, %d killed, %d refused: %d ids", calls.Load(), kills.Load(), failures.Load(), len(f.all.ids))
}

var freeAt = regexp.MustCompile(`(?:the next one is free at|can be leased in group \S+ until) (\S+Z)`)

// goOn has each host generate with its number, once more after the time that a refusal names: a store that was started
// again may have forgotten what was granted up to then.
func (f *fleet) goOn() {
	for i, h := range f.hosts {
		ids, text, status := h.answer(f.args...)
		if m := freeAt.FindStringSubmatch(text); status == 3 && m != nil {
			at := try.Of(time.Parse(time.RFC3339, m[1])).Or(f.t)
			time.Sleep(time.Until(at.Add(time.Second))) // it is said in whole seconds
			ids, text, status = h.answer(f.args...)
		}
		if f.all.add(ids); status != 0 || len(ids) != 1 {
			f.t.Fatalf("in the end: status %d, %q, %s", status, ids, text)
		}
		try.Equal(f.t, workerOf(f.t, ids[0]), f.numbers[i], "in the end host %d has number", i)
	}
}
