//go:build unix

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
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

	"idscope/gen/server/client"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// served is a server with counters, which is killed and started again.
type served struct {
	h      host
	config string
	kill   func()
	end    func() // as a service manager does
	reload func()
	socket string
}

// serve writes the file, and starts the server at a socket.
func serve(h host, text string, args ...string) *served {
	s := &served{h: h, config: filepath.Join(h.dir, "serve.toml"), socket: filepath.Join(h.dir, "s")}
	s.write(text)
	s.start(args...)
	return s
}

func (s *served) write(text string) {
	try.Works(s.h.t, os.WriteFile(s.config, []byte(text), 0o600))
}

func (s *served) start(args ...string) {
	s.h.t.Helper()
	args = append([]string{"serve", "--listen", "unix:" + s.socket, "--http", "none", "--config", s.config}, args...)
	c := s.h.command(args...)
	logs, err := c.StderrPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		s.h.t.Fatal(err)
	}
	var once sync.Once
	s.kill = func() { once.Do(func() { _ = c.Process.Kill(); _ = c.Wait() }) }
	s.end = func() { once.Do(func() { _ = c.Process.Signal(syscall.SIGTERM); _ = c.Wait() }) }
	s.reload = func() { _ = c.Process.Signal(syscall.SIGHUP) }
	s.h.t.Cleanup(s.kill)
	lines := bufio.NewScanner(logs)
	for lines.Scan() {
		if strings.Contains(lines.Text(), "msg=ready") {
			go func() {
				for lines.Scan() {
				}
			}()
			return
		}
	}
	s.h.t.Fatal("the server ended before it was ready")
}

// servedClients ask at the same time.
const servedClients = 4

// killed asks for ids of a counter with several clients while the server is killed and
// started again, and returns the numbers that were handed out, in order. Dead is called with
// those so far while the server is dead and every client has read what it was sent.
func (s *served) killed(key string, n, kills int, dead func([]int64)) []int64 {
	s.h.t.Helper()
	all := &seen{t: s.h.t, ids: map[string]bool{}}
	var clients sync.WaitGroup
	var asking sync.RWMutex
	ctx, cancel := context.WithTimeout(s.h.t.Context(), time.Minute)
	defer cancel()
	var enough atomic.Bool
	for range servedClients {
		clients.Go(func() {
			c := client.New("unix:"+s.socket, client.Options{Timeout: 10 * time.Second})
			defer c.Close()
			for !enough.Load() {
				asking.RLock()
				ids, err := c.Fetch(ctx, key, n)
				all.add(ids)
				asking.RUnlock()
				if err != nil && (ctx.Err() != nil || strings.HasPrefix(err.Error(), "ERR ")) {
					s.h.t.Error(err)
					return
				} else if err != nil {
					time.Sleep(time.Millisecond) // the server is being started again
				}
			}
		})
	}
	phase := func() { // each server hands out some
		for want := len(all.numbers()) + 20*n; all.fewer(want); {
			if ctx.Err() != nil {
				s.h.t.Fatal("a minute has passed")
			}
			time.Sleep(time.Millisecond)
		}
	}
	for range kills {
		phase()
		s.kill()
		asking.Lock()
		dead(all.numbers())
		asking.Unlock()
		s.start()
	}
	phase()
	enough.Store(true)
	clients.Wait()
	return all.numbers()
}

// numbers are the ids that were printed, in order.
func (s *seen) numbers() (list []int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id := range s.ids {
		n, err := strconv.ParseInt(id, 10, 64)
		if err != nil {
			s.t.Error(err)
		}
		list = append(list, n)
	}
	slices.Sort(list)
	return list
}

// TestServeCountersKilled: a server that is killed in the midst repeats no number, with the
// counter in a folder. It loses those that were asked for and not answered, and of a segment what
// it had taken ahead: at most 16, and twice what it had handed out. Where it was killed while it
// wrote the host's file, the rest of the host's segments is lost, up to the next number of the store.
// A segment that was on its way from the store to the file is lost too: numbers jump over it later.
func TestServeCountersKilled(t *testing.T) {
	h := newHost(t)
	store := "file:" + filepath.Join(h.dir, "ids")
	s := serve(h, fmt.Sprintf("[generators.orders]\nscheme = \"segment\"\nstore = %q\ncreate = true\n"+
		"[generators.notes]\nscheme = \"date-seq\"\ndigits = 9\ntz = %q\nstore = %q\ncreate = true\n", store, noon(), store))
	const n = 7
	var highest, next []int64 // when the server was dead
	ids := s.killed("orders", n, 6, func(ids []int64) {
		highest, next = append(highest, ids[len(ids)-1]), append(next, nextOf(h, store, "orders"))
	})
	const step = 1000                          // segments are multiples of it
	onItsWay := func(end int64) (size int64) { // the segment before end, where no number of it was handed out
		for ; end-size > step; size += step {
			if k, _ := slices.BinarySearch(ids, end-size-step); k < len(ids) && ids[k] < end-size {
				break
			}
		}
		return size
	}
	from := int64(0) // up to there all is accounted for
	// jumped is how many numbers from there up to first were on their way at the first kills.
	jumped := func(kills int, first int64) (lost int64) {
		end := int64(0) // of the last such segment: two kills may each lose one
		for j := range kills {
			begin := max(next[j]-onItsWay(next[j]), end)
			if begin < next[j] && begin > from && next[j] <= first {
				t.Logf("kill %d lost the %d numbers before %d on their way", j+1, next[j]-begin, next[j])
				lost, end = lost+next[j]-begin, next[j]
			}
		}
		return lost
	}
	for i := range highest {
		k, _ := slices.BinarySearch(ids, highest[i]+1)
		before, _ := slices.BinarySearch(ids, from+1)
		first, handed := ids[k], int64(k-before)
		lost := first - 1 - from - handed - jumped(i, first)
		asked := int64(servedClients * n)
		bound := asked + 16 + 2*(handed+asked)
		t.Logf("segment: %d numbers up to %d, then %d: %d were lost; at most %d, or all up to %d", handed, highest[i], first,
			lost, bound, next[i])
		if lost > bound && first != next[i] || first > next[i] {
			t.Errorf("kill %d lost %d numbers, and the next is %d; want at most %d lost, or %d", i+1, lost, first, bound,
				next[i])
		}
		from = first - 1
	}
	k, _ := slices.BinarySearch(ids, from+1)
	last := ids[len(ids)-1]
	if lost := last - from - int64(len(ids)-k) - jumped(len(next), last); lost != 0 {
		t.Errorf("%d numbers were lost after the last kill; want none", lost)
	}

	ids = s.killed("notes", 3, 1, func([]int64) {})
	lost := ids[len(ids)-1]%1e9 - int64(len(ids))
	t.Logf("date-seq: %d numbers, %d were lost", len(ids), lost)
	if lost > servedClients*3 {
		t.Errorf("%d numbers of a day were lost by a kill; want at most the %d under way", lost, servedClients*3)
	}
}

// nextOf is the next number that a store will give out.
func nextOf(h host, store, key string) int64 {
	h.t.Helper()
	for _, line := range h.must("counter", "list", "--store", store, "--json") {
		var c struct {
			Key  string
			Next int64 `json:",string"`
		}
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			h.t.Fatalf("%v: %s", err, line)
		}
		if c.Key == key {
			return c.Next
		}
	}
	h.t.Fatalf("the store has no counter %q", key)
	return 0
}

// TestServeCountersMariaDB is the same with every kind of counter in MariaDB, which is
// killed as well.
func TestServeCountersMariaDB(t *testing.T) {
	testserver.Demanded(t, "counters behind the server over a database that is killed")
	db, url := mariaDB(t, "counters of a server")
	h := newHost(t)
	text := ""
	for _, kind := range []string{"segment", "ticket", "autoinc", "date-seq"} {
		text += fmt.Sprintf("[generators.%s]\nscheme = %q\nstore = %q\ncreate = true\nkey = %q\n", "of-"+kind, kind, url,
			regexp.MustCompile(`\W`).ReplaceAllString("t_"+kind, "_"))
	}
	s := serve(h, text)
	for _, kind := range []string{"segment", "ticket", "autoinc", "date-seq"} {
		ids := s.killed("of-"+kind, 3, 1, func([]int64) {})
		t.Logf("%s: %d numbers, the highest is %d", kind, len(ids), ids[len(ids)-1])
	}
	db.Kill()
	c := client.New("unix:"+s.socket, client.Options{Timeout: 20 * time.Second})
	defer c.Close()
	if _, err := c.Fetch(t.Context(), "of-ticket", 1); err == nil || !strings.HasPrefix(err.Error(), "UNAVAILABLE ") ||
		strings.Contains(err.Error(), testserver.Password) {
		t.Errorf("without the database a ticket is %v; want UNAVAILABLE, and no password", err)
	}
	db.Start()
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		ids, err := c.Fetch(t.Context(), "of-ticket", 2)
		if err == nil && len(ids) == 2 {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("30 s after the database is back a ticket is %v", err)
		}
	}
}
