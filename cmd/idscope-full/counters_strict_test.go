//go:build unix

package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"idscope/gen/server/client"
	"idscope/gen/store/testserver"
)

// TestStrictOrder: on every store one host at a time writes a counter, the other one is
// told who does, and goes on with greater numbers when it was given back.
func TestStrictOrder(t *testing.T) {
	t.Parallel()
	testserver.Demanded(t, "writers of a counter in strict order")
	_, my := mariaDB(t, "strict order")
	for name, url := range map[string]string{
		"file": "file:" + filepath.Join(t.TempDir(), "ids"), "MariaDB": my,
		"PostgreSQL": testserver.Postgres(t, "strict order").URL, "Redis": testserver.Redis(t, "strict order").URL,
		"etcd": testserver.Etcd(t, "strict order").URL, "ZooKeeper": testserver.ZooKeeper(t, "strict order").URL,
	} {
		t.Run(name, func(t *testing.T) {
			a, b := newHost(t), newHost(t)
			args := call("segment", url, "orders/ü", "--order", "strict")
			last := 0
			above := func(lines []string) {
				t.Helper()
				for _, line := range lines {
					n, err := strconv.Atoi(line)
					if err != nil || n <= last {
						t.Fatalf("%q after %d; want more", line, last)
					}
					last = n
				}
			}
			above(a.must(append(args, "--create", "-n", "5000")...))
			for range 3 {
				above(a.must(args...))
				b.refused(3, args, "is written by host", "want one writer at a time in strict order", "hint: --max-wait")
			}
			for range 2 {
				if out := strings.Join(a.must("counter", "release", "--store", url, "--key", "orders/ü"),
					"\n"); !strings.Contains(out, "gave back the lease") {
					t.Errorf("release said %q", out)
				}
				above(b.must(append(args, "-n", "3000")...))
				a, b = b, a
			}
		})
	}
}

// TestPausedWriter: a writer that is stopped in the middle prints nothing more when it goes
// on after another host began, but for what was under way, of which it tells.
func TestPausedWriter(t *testing.T) {
	t.Parallel()
	testserver.Demanded(t, "a writer that is stopped for longer than its lease, and for the tolerance of clocks")
	url := testserver.Redis(t, "a writer that is stopped").URL                   // a file: would stay locked by the one that is stopped
	args := call("segment", url, "orders", "--order", "strict", "--lease", "5s") // or a slow machine loses it before
	c := newHost(t).command(append(args, "--create", "-n", "1000000000")...)
	var failed said
	c.Stderr = &failed
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Signal(syscall.SIGCONT); _ = c.Process.Signal(os.Interrupt) })
	var mu sync.Mutex
	printed, last := 0, 0
	so := func() (count, highest int) { mu.Lock(); defer mu.Unlock(); return printed, last }
	read := make(chan struct{})
	go func() {
		defer close(read)
		for in := bufio.NewScanner(out); in.Scan(); {
			n, err := strconv.Atoi(in.Text())
			mu.Lock()
			if err != nil || n <= last {
				t.Errorf("%q after %d; want more", in.Text(), last)
			}
			printed, last = printed+1, n
			mu.Unlock()
		}
	}()
	await(t, "the first numbers", func() bool { count, _ := so(); return count > 10000 })
	_ = c.Process.Signal(syscall.SIGSTOP)
	ids := newHost(t).succeeds(append(args, "--max-wait", "1m", "-n", "3"))
	before, highest := so()
	if first, err := strconv.Atoi(ids[0]); err != nil || len(ids) != 3 || first <= highest {
		t.Errorf("the other host printed %q after %d; want more", ids, highest)
	}
	_ = c.Process.Signal(syscall.SIGCONT)
	<-read
	_ = c.Wait()
	more := printed - before
	t.Logf("%d numbers, then %d of the other host, then %d late ones: %s", before, len(ids), more, failed.String())
	late := strings.Contains(failed.String(), "ended while the last numbers were printed")
	if c.ProcessState.ExitCode() != 3 || !strings.Contains(failed.String(), "ended") &&
		!strings.Contains(failed.String(), "is written by") || more > 0 && !late || more > 10000 {
		t.Errorf("the first one went on with %d numbers, status %d: %s; want none, or those under way and word of them",
			more, c.ProcessState.ExitCode(), failed.String())
	}
}

// TestServeStrict: of two hosts that serve a counter in strict order one writes. Its server is
// killed in the midst of requests and started again, told to end, and killed for good: there is
// no number twice, and each is above all that were answered before it was asked for.
func TestServeStrict(t *testing.T) {
	t.Parallel()
	testserver.Demanded(t, "servers of two hosts that write a counter in turn, and the tolerance of clocks")
	store := testserver.Postgres(t, "servers that write in strict order").URL
	text := fmt.Sprintf("[generators.orders]\nscheme = \"segment\"\norder = \"strict\"\nlease = \"1s\"\n"+
		"create = true\nstore = %q\n", store)
	a, b := serve(newHost(t), text), serve(newHost(t), text)
	all := &seen{t: t, ids: map[string]bool{}}
	var mu sync.Mutex
	last, got := 0, 0
	read := func() (int, int) { mu.Lock(); defer mu.Unlock(); return last, got }
	var clients sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	ask := func(s *served) {
		c := client.New("unix:"+s.socket, client.Options{})
		defer c.Close()
		for ctx.Err() == nil {
			before, _ := read()
			ids, err := c.Fetch(ctx, "orders", 3)
			all.add(ids)
			for _, id := range ids {
				n, e := strconv.Atoi(id)
				if e != nil || n <= before {
					t.Errorf("%q was answered after %d; want more", id, before)
				}
				mu.Lock()
				last, got = max(last, n), got+1
				mu.Unlock()
			}
			if err != nil { // it is being started, or does not write
				time.Sleep(5 * time.Millisecond)
			}
		}
	}
	for _, s := range []*served{a, a, b, b} {
		clients.Go(func() { ask(s) })
	}
	more := func(what string, most time.Duration) {
		t.Helper()
		_, before := read()
		begun := time.Now()
		await(t, what, func() bool { _, got := read(); return got > before+300 })
		if took := time.Since(begun); took > most {
			t.Errorf("%s took %s; want at most %s", what, took, most)
		}
		t.Logf("%s: 300 more after %s", what, time.Since(begun).Round(time.Millisecond))
	}
	more("numbers of the one that writes", time.Minute)
	for range 3 {
		a.kill()
		a.start()
		more("numbers after a crash of the server", 10*time.Second)
	}
	a.end()
	more("numbers of the other host, when the server was told to end", 5*time.Second)
	a.start()
	b.kill()
	more("numbers of the first host, after a crash of the other", 30*time.Second)
	stop()
	clients.Wait()
}

// succeeds runs a call that has to succeed, whatever it says on stderr.
func (h host) succeeds(args []string) []string {
	h.t.Helper()
	lines, failed, status := h.run(args...)
	if status != 0 {
		h.t.Fatalf("%q: status %d, %s", args, status, failed)
	}
	return lines
}
