package server

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"idscope/gen/server/service"
	"idscope/gen/store"
	"idscope/gen/store/storetest/memory"
	"idscope/gen/testing/try"
	"idscope/gen/worker"
)

// memoryDriver opens one store in memory, whatever the URL says.
type memoryDriver struct{ *memory.Store }

func (memoryDriver) Schemes() []string { return []string{"memory"} }

func (d memoryDriver) Open(context.Context, *url.URL, bool) (store.Store, error) { return d, nil }

func (memoryDriver) Close() error { return nil }

// inMemory is a server whose counters are in a store of this test.
func inMemory(t *testing.T, dir, text string, s *memory.Store) *running {
	return startIn(t, dir, text, func(o *service.Options) {
		o.Stores, o.Store = []store.Driver{memoryDriver{s}}, "memory://here"
	})
}

const counterFile = `
[generators.orders]
scheme = "segment"
create = true
[generators.strict]
scheme = "segment"
order = "asked"
create = true
[generators.notes]
scheme = "date-seq"
digits = 4
create = true
[generators.long]
scheme = "date-seq"
digits = 15
create = true
`

// TestCounters asks for numbers of counters by every command and path.
func TestCounters(t *testing.T) {
	at := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	r := inMemory(t, t.TempDir(), counterFile, &memory.Store{Clock: func() time.Time { return at }})
	w := r.dial()
	for _, test := range []struct{ ask, want string }{
		{"INCR orders", "1"},
		{"ID.NEXT orders", "2"},
		{"GET orders", "2"},
		{"INCRBY orders 10", "12"},
		{"ID.RANGE orders 5", "[13 5]"},
		{"ID.MGET orders 3", "[18 19 20]"},
		{"INCRBY orders 65536", "65556"},
		{"INCR strict", "1"},
		{"ID.MGET strict 3", "[2 3 4]"},
		{"INCRBY strict 1000", "1004"},
		{"INCR notes", "202611220001"},
		{"ID.MGET notes 2", "[202611220002 202611220003]"},
		{"INCRBY notes 2", "202611220005"},
		{"INCR long", "20261122000000000000001"}, // does not fit int64
		{"INCR segment", `-ERR no generator "segment": segment is counted in a store: use a generator with scheme = ` +
			`"segment" and its store in serve.toml`},
	} {
		try.Equal(t, w.ask(strings.Fields(test.ask)...), test.want, "%s =", test.ask)
	}
	for _, n := range []string{"10000", "9995"} { // more than a day has, and more than it has left
		try.Begins(t, w.ask("INCRBY", "notes", n), "-EXHAUSTED counter notes: ", "INCRBY notes %s =", n)
	}
	for _, test := range []struct{ path, want string }{
		{"/api/segment/get/orders", `200 65557`},
		{"/api/segment/get/notes", `503 .*"exhausted".*`},
		{"/api/segment/get/nothing", `404 .*"no_counter".*`},
		{"/api/segment/get/snowflake", `404 .*"no_counter".*`},
		{"/tinyid/id/nextIdSimple?bizType=orders&batchSize=3", `200 65558,65559,65560`},
		{"/tinyid/id/nextId?bizType=orders&batchSize=2", `404 .*"not_found".*`},
	} {
		if got := strings.TrimSpace(get(t, r, test.path)); !regexp.MustCompile("^(?:" + test.want + ")$").MatchString(got) {
			t.Errorf("%s = %s; want %s", test.path, got, test.want)
		}
	}
	answer := try.Of(http.Post("http://"+r.web+"/v1/ids?generator=orders&n=2&format=text", "", nil)).Or(t)
	answer.Body.Close()
	metrics := get(t, r, "/metrics")
	for _, want := range []string{`idscope_store_failures_total{generator="orders",scheme="segment"} 0`,
		`idscope_store_seconds_count{generator="orders",scheme="segment"}`} {
		if !strings.Contains(metrics, want) {
			t.Errorf("/metrics has no %s", want)
		}
	}
}

// TestCountersRestart: a server that ends gives back what it took ahead, and one that is
// cut off repeats nothing.
func TestCountersRestart(t *testing.T) {
	s, dir := &memory.Store{}, t.TempDir()
	first := inMemory(t, dir, counterFile, s)
	for want := 1; want <= 100; want++ {
		if got := first.dial().ask("INCR", "orders"); got != strconv.Itoa(want) {
			t.Fatalf("INCR = %s; want %d", got, want)
		}
	}
	try.Works(t, first.stop())
	second := inMemory(t, dir, counterFile, s)
	try.Equal(t, second.dial().ask("INCR", "orders"), "101", "after a restart INCR =")
	third := inMemory(t, dir, counterFile, s) // beside it, as after a kill: what the second has in memory is lost
	n, err := strconv.Atoi(third.dial().ask("INCR", "orders"))
	if err != nil || n <= 101 || n > 101+1000 {
		t.Errorf("beside another server INCR = %d, %v; want more than 101, and little of it", n, err)
	}
}

// TestCountersUnique: clients of two servers on one host, and of a third on another, get
// no number twice, and each sees those of its server increase.
func TestCountersUnique(t *testing.T) {
	s, here := &memory.Store{}, t.TempDir()
	servers := []*running{inMemory(t, here, counterFile, s), inMemory(t, here, counterFile, s),
		inMemory(t, t.TempDir(), counterFile, s)}
	var all collected
	var clients sync.WaitGroup
	for i := range 6 {
		r := servers[i%len(servers)]
		clients.Add(1)
		go func() {
			defer clients.Done()
			w, last := r.dial(), 0
			for k := range 300 {
				asked := []string{"ID.MGET", "orders", strconv.Itoa(1 + k%70)}
				if k%10 == 9 {
					asked = []string{"INCRBY", "orders", strconv.Itoa(1 + k)}
				}
				reply := w.ask(asked...)
				list := words(reply)
				if asked[0] == "INCRBY" {
					end, _ := strconv.Atoi(reply)
					list = nil
					for n := end - k; n <= end; n++ {
						list = append(list, strconv.Itoa(n))
					}
				}
				for _, id := range list {
					n, err := strconv.Atoi(id)
					if err != nil || n <= last {
						t.Errorf("%s after %d; want a larger number", id, last)
					}
					last = n
				}
				all.add(t, list...)
			}
		}()
	}
	clients.Wait()
}

// TestCountersReload: counters come and go with the file.
func TestCountersReload(t *testing.T) {
	s := &memory.Store{}
	r := inMemory(t, t.TempDir(), counterFile, s)
	w := r.dial()
	first := w.ask("INCR", "orders")
	writeFileText(t, r.options.File, counterFile+"[generators.more]\nscheme = \"segment\"\ncreate = true\nstep = 5\n")
	r.Running.reload(t.Context())
	try.Equal(t, w.ask("INCR", "more"), "1", "a counter that was added says")
	if got := w.ask("INCR", "orders"); first != "1" || got != "2" {
		t.Errorf("one that stayed says %s, then %s", first, got)
	}
	writeFileText(t, r.options.File, strings.Replace(counterFile, "orders", "others", 1))
	r.Running.reload(t.Context())
	try.Begins(t, w.ask("INCR", "more"), "-ERR no generator", "one that was taken out says")
	writeFileText(t, r.options.File, counterFile)
	r.Running.reload(t.Context())
	try.Equal(t, w.ask("INCR", "orders"), "3", "one that is back says")
}

// BenchmarkCounter is what one number of a segment costs within the server.
func BenchmarkCounter(b *testing.B) {
	g := storedIn(b, &memory.Store{})
	for b.Loop() {
		try.Of(g.Next(b.Context())).Or(b)
	}
}

func storedIn(t testing.TB, s *memory.Store) *storeCounter { return storedBy(t, memoryDriver{s}) }

// storedBy is a counter in the store that a driver opens.
func storedBy(t testing.TB, d store.Driver) *storeCounter {
	t.Helper()
	g := storedAs(t, t.TempDir(), d, &fileCounter{Create: true})
	t.Cleanup(func() {
		if err := g.Close(); err != nil {
			t.Error(fmt.Errorf("close: %w", err))
		}
	})
	return g
}

// storedAs is a counter of a server whose records are in a folder. Who calls it closes it.
func storedAs(t testing.TB, dir string, d store.Driver, f *fileCounter) *storeCounter {
	t.Helper()
	g := try.Of(openStored(dir, d, f)).Or(t)
	return g
}

func openStored(dir string, d store.Driver, f *fileCounter) (*storeCounter, error) {
	server := newServer(optionsOf(&running{log: &lockedBuffer{}}, dir), quiet(), time.Now)
	server.options.Stores, server.options.Store = []store.Driver{d}, "memory://here"
	server.options.Folder = func() (worker.Folder, error) {
		folder := testFolder(dir)
		folder.Host.Uptime = func() (time.Duration, bool) { return time.Since(timeZero), true } // where time is a test's too
		return folder, nil
	}
	scheme, _ := schemeOf("segment", noOverride)
	src, err := server.openCounter(context.Background(), "orders", scheme, f)
	if err != nil {
		return nil, err
	}
	return src.from.(*storeCounter), nil
}
