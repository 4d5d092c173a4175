//go:build unix

package main

import (
	"bufio"
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
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

// TestLeaseFaults leases worker numbers in each store, and then does to hosts, network
// and store what happens to them. No id is printed twice, and each refusal says why.
// A folder needs no server.
func TestLeaseFaults(t *testing.T) {
	stores := []target{{name: "file", url: "file:" + filepath.Join(t.TempDir(), "store")}}
	t.Run("servers", func(t *testing.T) {
		testserver.Demanded(t, "hosts that lease in each store, and are killed, stopped, cut off and restored")
	})
	if os.Getenv(testserver.Variable) == "1" {
		my, url := mariaDB(t, "leases")
		stores = append(stores, target{name: "MariaDB", url: url, server: my})
		for name, start := range map[string]func(testing.TB, string, ...string) *testserver.Server{"etcd": testserver.Etcd,
			"ZooKeeper": testserver.ZooKeeper, "Redis": testserver.Redis, "PostgreSQL": testserver.Postgres} {
			s := start(t, "leases")
			stores = append(stores, target{name: name, url: s.URL, server: s})
		}
	}
	leaseFaults(t, stores...)
}

func leaseFaults(t *testing.T, stores ...target) {
	waiting := map[string]func(*testing.T){} // what has to wait until no grant of before can be left, all of it at a time
	for _, store := range stores {
		f := newFleet(t, 3)
		t.Run(store.name+" restored", func(t *testing.T) { leaseAndRestore(t, store, f) })
		waiting[store.name+" fenced"] = func(t *testing.T) { leaseAfterFence(t, store, f) }
	}
	for _, store := range stores {
		f := newFleet(t, 4)
		t.Run(store.name+" killed", func(t *testing.T) { leaseAndKill(t, store, f) })
		waiting[store.name+" started again"] = func(t *testing.T) { leaseAfterKill(t, store, f) }
		t.Run(store.name+" stopped", func(t *testing.T) { leaseAndStop(t, store) })
		if store.server != nil {
			t.Run(store.name+" cut off", func(t *testing.T) { leaseAndCut(t, store) })
		}
	}
	t.Run("then", func(t *testing.T) {
		testserver.Demanded(t, "a minute until no grant of a store that was fenced or started again can be left")
		for name, check := range waiting {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				check(t)
			})
		}
	})
}

// fleet are hosts that lease, over several tests.
type fleet struct {
	dirs    []string // their state directories
	numbers []uint64 // that they got
	first   string   // the highest ceiling when all had one
	all     *seen
}

func newFleet(t *testing.T, n int) *fleet {
	f := &fleet{numbers: make([]uint64, n), all: &seen{t: t, ids: map[string]bool{}}}
	for range n {
		f.dirs = append(f.dirs, t.TempDir())
	}
	return f
}

// leasing is the words of a call in a group of the store.
func leasing(url, group string, more ...string) []string {
	return append([]string{"gen", "snowflake", "--store", url, "--group", group}, more...)
}

// workerOf is the number that a snowflake carries.
func workerOf(t testing.TB, line string) uint64 {
	t.Helper()
	id := try.Of(strconv.ParseUint(line, 10, 64)).Or(t)
	return id >> 12 & 1023
}

var ceiling = regexp.MustCompile(`"ceiling":"([^"]+)"`)

// highest is the latest ceiling of a group, as the store tells it.
func (h host) highest(url, group string) string {
	h.t.Helper()
	most := ""
	for _, line := range h.must("worker", "list", "--store", url, "--group", group, "--json") {
		if m := ceiling.FindStringSubmatch(line); m != nil {
			most = max(most, m[1]) // all of one form, in UTC
		}
	}
	return most
}

// leaseAndKill lets four hosts make one-shot calls, of which some are killed, while the
// server is killed and started again.
func leaseAndKill(t *testing.T, store target, f *fleet) {
	const wide, each, lasting = 3, 30, 2500 * time.Millisecond
	all, numbers := f.all, f.numbers
	var list []host
	newHost(t).must("worker", "reserve", "snowflake", "1023", "--note", "the group", "--store", store.url, "--group",
		"killed", "--create")
	var acquiring sync.WaitGroup // beside each other: a grant of 2 s may be gone before the fourth
	for i, dir := range f.dirs {
		h := host{t, dir}
		list = append(list, h)
		acquiring.Go(func() {
			ids, text, status := h.answer(leasing(store.url, "killed", "--lease", "2s")...)
			if all.add(ids); status != 0 || text != "" {
				t.Errorf("host %d: status %d, %s", i, status, text)
				return
			}
			numbers[i] = workerOf(t, ids[0])
		})
	}
	acquiring.Wait()
	if n := len(slices.Compact(slices.Sorted(slices.Values(numbers)))); n < len(list) {
		t.Fatalf("%d hosts have the numbers %d", len(list), numbers)
	}
	f.first = list[0].highest(store.url, "killed")
	var calls, kills, failures, late atomic.Int64
	var over atomic.Bool
	var running sync.WaitGroup
	for i, h := range list {
		var left atomic.Int64
		left.Store(each)
		for j := range wide {
			running.Go(func() {
				r := rand.New(rand.NewPCG(uint64(i), uint64(j)))
				for left.Add(-1) >= 0 || !over.Load() {
					calls.Add(1)
					c := h.command(leasing(store.url, "killed", "--lease", "2s")...)
					var out, failed bytes.Buffer
					c.Stdout, c.Stderr = &out, &failed
					if err := c.Start(); err != nil {
						t.Error(err)
						return
					}
					if r.IntN(4) == 0 {
						time.Sleep(time.Duration(r.IntN(60)) * time.Millisecond)
						_ = c.Process.Kill()
					}
					_ = c.Wait()
					lines := complete(out.String())
					all.add(lines)
					for _, id := range lines {
						if n := workerOf(t, id); n != numbers[i] {
							t.Errorf("host %d has number %d, after %d", i, n, numbers[i])
						}
					}
					status := c.ProcessState.Sys().(syscall.WaitStatus)
					switch text := failed.String(); {
					case strings.Contains(text, testserver.Password):
						t.Errorf("%q said %s", c.Args[1:], text)
					case status.Signaled():
						kills.Add(1)
					case status.ExitStatus() == 0 && len(lines) == 1:
						if text != "" {
							late.Add(1) // what is left of the grant is used while the store fails
						}
					case status.ExitStatus() == 3 && out.Len() == 0 && strings.Count(text, "idscope: error: ") == 1:
						failures.Add(1)
						time.Sleep(100 * time.Millisecond) // or the calls take the machine that the server starts on
					default:
						t.Errorf("%q: status %d, %q, %s", c.Args[1:], status.ExitStatus(), out.String(), text)
					}
				}
			})
		}
	}
	defer func() { over.Store(true); running.Wait() }() // also where the server does not start
	time.Sleep(lasting / 3)
	if store.server != nil {
		store.server.Kill()
	}
	time.Sleep(lasting) // grants end meanwhile
	if store.server != nil {
		store.server.Start()
	}
	over.Store(true)
	running.Wait()
	t.Logf("%d calls, %d killed, %d refused, %d without the store: %d ids", calls.Load(), kills.Load(), failures.Load(),
		late.Load(), len(all.ids))
	if kills.Load() < 3 {
		t.Errorf("%d kills; want more, or nothing is tested", kills.Load())
	}
}

// leaseAfterKill: when no grant of before can be left, each host generates with its number.
func leaseAfterKill(t *testing.T, store target, f *fleet) {
	for i, dir := range f.dirs {
		ids, text, status := host{t, dir}.afterBegin(leasing(store.url, "killed", "--lease", "2s"))
		if f.all.add(ids); status != 0 || len(ids) != 1 {
			t.Fatalf("in the end: status %d, %q, %s", status, ids, text)
		}
		if n := workerOf(t, ids[0]); n != f.numbers[i] {
			t.Errorf("host %d has number %d in the end; it had %d", i, n, f.numbers[i])
		}
	}
	if last := (host{t, f.dirs[0]}).highest(store.url, "killed"); last <= f.first {
		t.Errorf("grants went to %s, then to %s; want renewals, or nothing is tested", f.first, last)
	}
}

// leaseAndCut cuts a host off for longer than its grant: it goes on to the ceiling, then
// one error says until when and why; healed, it goes on with its number.
func leaseAndCut(t *testing.T, store target) {
	for name, cut := range map[string]func(*testserver.Proxy){
		"refuses": (*testserver.Proxy).Refuse, "holds": (*testserver.Proxy).Hold,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			proxy, url := through(t, store.server, store.url)
			h, all := newHost(t), &seen{t: t, ids: map[string]bool{}}
			args := leasing(url, "cut-"+name, "--lease", "2s")
			last := h.leased(append(args, "--create")...)[0]
			all.add([]string{last})
			until := h.highest(store.url, "cut-"+name)
			cut(proxy)
			calls := 0
			for end := time.Now().Add(time.Minute); ; calls++ {
				lines, text, status := h.run(args...)
				if status == 0 && len(lines) == 1 && time.Now().Before(end) {
					all.add(lines)
					last = lines[0]
					continue
				}
				want := "number " + strconv.FormatUint(workerOf(t, last), 10) + " of snowflake was granted until " + until
				if status != 3 || len(lines) > 0 || strings.Count(text, "idscope: error: ") != 1 ||
					!strings.Contains(text, want) || !strings.Contains(text, proxy.Addr) {
					t.Errorf("cut off: status %d, %q, %s; want %q, the address, and nothing printed", status, lines, text, want)
				}
				t.Logf("%d calls, then: %s", calls, strings.TrimSpace(text))
				break
			}
			proxy.Forward()
			id := h.leased(args...)[0]
			all.add([]string{id})
			if len(id) < len(last) || len(id) == len(last) && id <= last || workerOf(t, id) != workerOf(t, last) {
				t.Errorf("%s follows %s; want a later one of the same number", id, last)
			}
		})
	}
}

// leaseAndStop stops a long run beyond its grant, lets another host take its number,
// and wakes it: nothing that it still prints is the other one's.
func leaseAndStop(t *testing.T, store target) {
	layout := []string{"custom", "--layout", "time:41 worker:1 seq:10"}
	args := func(words []string, more ...string) []string {
		return slices.Concat(words, layout, []string{"--store", store.url, "--group", "stopped"}, more)
	}
	gen := []string{"gen"}
	a, b, c, all := newHost(t), newHost(t), newHost(t), &seen{t: t, ids: map[string]bool{}}
	all.add(b.leased(args(gen, "--create", "--worker", "1")...))
	p := a.command(args(gen, "--worker", "0", "--lease", "1s", "-n", "2000000")...)
	var failed bytes.Buffer
	p.Stderr = &failed
	out, err := p.StdoutPipe()
	if err == nil {
		err = p.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = p.Process.Kill() }()
	in := bufio.NewScanner(out)
	if !in.Scan() {
		t.Fatalf("the long run prints nothing: %s", failed.String())
	}
	lines := []string{in.Text()}
	var until time.Time
	for n := 0; until.IsZero(); n++ { // again where it stops with the lock of a store in files
		try.Works(t, p.Process.Signal(syscall.SIGCONT))
		time.Sleep(time.Duration(n) * 100 * time.Millisecond)     // until it gives the lock up, and renews
		if err := p.Process.Signal(syscall.SIGSTOP); err != nil { // a full pipe keeps it from its end
			t.Fatal(err)
		}
		lines, text, status := c.run(args([]string{"worker", "show"}, "--worker", "0", "--json")...)
		m := ceiling.FindStringSubmatch(strings.Join(lines, "\n"))
		if m != nil {
			until, err = time.Parse(time.RFC3339Nano, m[1])
		}
		if n == 9 || err != nil {
			t.Fatalf("number 0 is not granted: status %d, %q, %s, %v", status, lines, text, err)
		}
	}
	c.nothingFree(args(gen), "no number of custom is free", "2 taken") // also seconds after that: the skew of clocks
	c.must(args([]string{"worker", "release"}, "--worker", "0")...)
	for end := time.Now().Add(time.Minute); ; {
		ids, text, status := c.run(args(gen, "--worker", "0", "-n", "2000")...)
		all.add(ids)
		if status == 0 {
			break
		}
		if status != 3 || len(ids) > 0 || time.Now().After(end) {
			t.Fatalf("another host does not get the number: status %d, %s", status, text)
		}
	}
	time.Sleep(time.Until(until)) // before that, what it prints is below its ceiling
	var beside sync.WaitGroup     // in the same ticks, where nothing but the number keeps them apart
	beside.Go(func() {
		ids, text, status := c.run(args(gen, "--worker", "0", "-n", "1000000")...)
		if all.add(ids); status != 0 || len(ids) != 1000000 {
			t.Errorf("the host that has the number now: status %d, %d ids, %s", status, len(ids), text)
		}
	})
	try.Works(t, p.Process.Signal(syscall.SIGCONT))
	for in.Scan() {
		lines = append(lines, in.Text())
	}
	all.add(lines)
	_ = p.Wait()
	if p.ProcessState.ExitCode() != 3 || strings.Count(failed.String(), "idscope: error: ") != 1 {
		t.Errorf("the run that was stopped: %v, %s; want it fenced", p.ProcessState, failed.String())
	}
	t.Logf("%d ids, then: %s", len(lines), strings.TrimSpace(failed.String()))
	beside.Wait()
}

// leaseAndRestore puts a store back to an older state: the hosts that saw more refuse
// it, and after a fence they wait until no grant of that store can be left. hosts are
// the folders of three, of which the last never saw the store.
func leaseAndRestore(t *testing.T, store target, f *fleet) {
	hosts, all := f.dirs, f.all
	a, b := host{t, hosts[0]}, host{t, hosts[1]}
	args := leasing(store.url, "restored", "--lease", "500ms")
	all.add(a.leased(append(args, "--create")...))
	restore := backup(t, store)
	all.add(b.leased(args...))
	before := a.highest(store.url, "restored")
	for end := time.Now().Add(time.Minute); a.highest(store.url, "restored") <= before; {
		all.add(a.leased(args...))
		if time.Now().After(end) {
			t.Fatal("no grant is renewed")
		}
	}
	restore()
	for i, h := range []host{a, b} {
		for end := time.Now().Add(time.Minute); ; { // what was granted can still be used
			lines, text, status := h.answer(args...)
			all.add(lines)
			if status == 0 && time.Now().Before(end) {
				continue
			}
			forgot := strings.Contains(text, "the store forgot what it had confirmed") &&
				strings.Contains(text, "idscope worker fence") || freeAt.MatchString(text)
			if status != 3 || len(lines) > 0 || !forgot {
				t.Errorf("host %d on a store that was restored: status %d, %q, %s; want it refused", i, status, lines, text)
			}
			break
		}
	}
	a.must("worker", "fence", "--store", store.url, "--group", "restored")
	for _, dir := range hosts {
		h := host{t, dir}
		lines, text, status := h.answer(args...)
		for end := time.Now().Add(time.Minute); status == 0 && time.Now().Before(end); { // below its ceiling
			all.add(lines)
			lines, text, status = h.answer(args...)
		}
		if status != 3 || len(lines) > 0 || !freeAt.MatchString(text) || strings.Contains(text, testserver.Password) {
			t.Errorf("after the fence: status %d, %q, %s; want the time from which it works", status, lines, text)
		}
	}
}

// nothingFree makes a call that has to be refused by the store, in these words, no password
// among them.
func (h host) nothingFree(args []string, words ...string) {
	h.t.Helper()
	lines, text, status := h.answer(args...)
	said := strings.Count(text, "idscope: error: ") == 1 && !strings.Contains(text, testserver.Password)
	for _, w := range words {
		said = said && strings.Contains(text, w)
	}
	if status != 3 || len(lines) > 0 || !said {
		h.t.Errorf("%q: status %d, %q, %s; want it refused with %q", args, status, lines, text, words)
	}
}

var freeAt = regexp.MustCompile(`(?:the next one is free at|can be leased in group \S+ until) (\S+Z)`)

// afterBegin makes a call, once more after the time that a refusal names: a store that was
// started again, or fenced, may have forgotten what was granted up to then.
func (h host) afterBegin(args []string) (lines []string, text string, status int) {
	h.t.Helper()
	lines, text, status = h.answer(args...)
	m := freeAt.FindStringSubmatch(text)
	if status != 3 || m == nil {
		return lines, text, status
	}
	at := try.Of(time.Parse(time.RFC3339, m[1])).Or(h.t)
	time.Sleep(time.Until(at.Add(time.Second))) // it is said in whole seconds
	return h.answer(args...)
}

// leaseAfterFence waits for the begin that a fence gave the numbers, and generates.
func leaseAfterFence(t *testing.T, store target, f *fleet) {
	args := leasing(store.url, "restored", "--lease", "2s", "-n", "3")
	numbers := map[uint64]bool{}
	for _, dir := range f.dirs {
		h := host{t, dir}
		lines, text, status := h.afterBegin(args)
		if f.all.add(lines); status != 0 || len(lines) != 3 {
			t.Fatalf("after the fence: status %d, %q, %s", status, lines, text)
		}
		numbers[workerOf(t, lines[0])] = true
	}
	if len(numbers) != len(f.dirs) {
		t.Errorf("after the fence %d hosts have the numbers %v", len(f.dirs), numbers)
	}
}

// backup copies a store as it is; restore puts the copy back.
func backup(t *testing.T, store target) (restore func()) {
	if store.server != nil {
		return store.server.Snapshot()
	}
	dir, kept := strings.TrimPrefix(store.url, "file:"), filepath.Join(t.TempDir(), "kept")
	run := func(words ...string) {
		if out, err := exec.Command(words[0], words[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%q: %v\n%s", words, err, out)
		}
	}
	run("cp", "-pR", dir, kept)
	return func() { run("rm", "-r", dir); run("mv", kept, dir) }
}
