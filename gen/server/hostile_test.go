package server

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"

	"idscope/gen"
	"idscope/gen/internal/pool"
	"idscope/gen/testing/try"
)

// inUse is the memory that is used, in MiB.
func inUse() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int((m.HeapInuse + m.StackInuse) >> 20)
}

// TestNoRequest: what cannot become a request, as its length of 1 GiB, is refused before anything of it is kept; what
// speaks another protocol is closed without a word.
func TestNoRequest(t *testing.T) {
	r := start(t, "")
	before := inUse()
	for text, want := range map[string]string{
		"*1\r\n$1073741824\r\n":      "-ERR Protocol error: ",
		"*1073741824\r\n":            "-ERR Protocol error: ",
		strings.Repeat("a", 100_000): "-ERR Protocol error: ",
		"POST / HTTP/1.1\r\nHost: localhost\r\n\r\nINCR snowflake\r\n": "",
		"Host: localhost\r\n\r\n":                                      "",
	} {
		w := r.dial()
		go func() { _, _ = w.Write([]byte(text)); _, _ = w.Write(bytes.Repeat([]byte("x"), 1<<20)) }()
		said, err := w.ends()
		if err != nil || said != "" && (want == "" || !strings.HasPrefix(said, want)) {
			t.Errorf("to %.30q the server says %q, %v; want %q and the end", text, said, err, want)
		}
	}
	if grown := inUse() - before; grown > 16 {
		t.Errorf("%d MiB more are used; want at most 16", grown)
	}
	try.Equal(t, r.stats.broken.Load(), 3, "such connections are counted:")
	try.Equal(t, r.stats.foreign.Load(), 2, "those of another protocol:")
	try.Equal(t, r.dial().ask("PING"), "PONG", "then PING =")
}

// TestSlowReaders: clients that ask for much and take nothing get no more memory each
// than what is on its way to them, and others are served meanwhile.
func TestSlowReaders(t *testing.T) {
	r := start(t, "")
	const slow = 24
	before := inUse()
	request := bytes.Repeat(encodeRequest("ID.MGET", "uuidv4", "65536"), 100) // 280 MiB of replies each
	for range slow {
		w := r.dial()
		try.Of(w.Write(request)).Or(t)
	}
	w := r.dial()
	for range 100 {
		if id := w.ask("INCR", "snowflake"); strings.HasPrefix(id, "-") {
			t.Fatal(id)
		}
	}
	if grown := inUse() - before; grown > slow/2+6 {
		t.Errorf("%d MiB are used by %d slow clients; want at most 0.5 MiB each", grown, slow)
	}
}

// TestStalled: a request that stays incomplete, and a reply that nobody takes, end the
// connection; one that is idle stays.
func TestStalled(t *testing.T) {
	r := start(t, "")
	idle := r.dial()
	idle.ask("PING")
	many := bytes.Repeat(encodeRequest("ID.MGET", "uuidv4", "65536"), 100)
	gone := r.dial()
	_, _ = gone.Write(many)
	gone.Close()
	try.Await(t, "its end", func() bool { return r.stats.connections.Load() == 2 && r.stats.open.Load() == 1 })
	try.Equal(t, r.stats.stalled.Load(), 0, "a client that is gone is slow:")
	r.bounds.Store(&limits{connections: 10, stalled: time.Millisecond})
	w := r.dial()
	_, _ = w.Write([]byte("\r\n*0\r\n*2\r\n$4\r\nINCR\r\n$9\r\nsnow"))
	try.Of(w.ends()).Is(t, "", "requests for nothing, and half of one, end with")
	greedy := r.dial()
	_, _ = greedy.Write(many)
	try.Await(t, "the connection that takes nothing to end", func() bool { return r.stats.stalled.Load() == 2 })
	r.bounds.Store((&file{}).limits()) // or the reply below may come too late for the server itself
	try.Equal(t, idle.ask("PING"), "PONG", "the idle connection says")
	ours, _ := net.Pipe()
	trickled := &session{server: r.Server, conn: ours, in: []byte("*"), since: time.Unix(9, 0)}
	trickled.read()
	try.Equal(t, trickled.since, time.Unix(9, 0), "with more of it, a request began at")
	r.draining.Store(true)
	try.Of(r.newSession(ours, false)).Says(t, "the server is about to end", "at its end")
}

// TestConnections: as many as the limit are served, the next is told why not, and memory
// for those that are idle is small.
func TestConnections(t *testing.T) {
	r := start(t, "")
	const most, uuid = 500, "00000000-0000-0000-0000-000000000000"
	r.bounds.Store(&limits{connections: most, stalled: time.Minute})
	before := inUse()
	list := make([]*wire, most)
	for i := range list {
		list[i] = &wire{t: t}
		c := try.Of(net.Dial("tcp", r.resp)).Or(t)
		defer c.Close()
		list[i].Conn = c
		try.Of(c.Write(encodeRequest("ID.MGET", "uuidv4", "1000"))).Or(t)
		try.Of(io.CopyN(io.Discard, c, int64(len("*1000\r\n")+1000*len("$36\r\n"+uuid+"\r\n")))).Or(t)
	}
	try.Within(t, inUse()-before, -999, 8, "MiB of %d idle connections:", most)
	try.Of(r.dial().ends()).Is(t, "-ERR max number of clients reached\r\n", "one more is told")
}

// userFile is a user of a file, with a hash that takes no time.
func userFile(t *testing.T, name, password, rights string) string {
	t.Helper()
	hash := try.Of(bcrypt.GenerateFromPassword([]byte(password), bcrypt.MinCost)).Or(t)
	return fmt.Sprintf("[users.%s]\npassword = %q\n%s\n", name, hash, rights)
}

// TestHalfHTTP: requests by HTTP that stay incomplete are ended, and those that are longer than
// they may be are refused, without keeping much of them, and others are served.
func TestHalfHTTP(t *testing.T) {
	const body = "POST /v1/ids?generator=ulid HTTP/1.1\r\nHost: localhost\r\n" +
		"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1073741824\r\n\r\n"
	for limits, tests := range map[string][]struct{ name, text, want string }{
		"[limits]\nstalled = \"4s\"\n": { // a request that is whole comes sooner on any machine
			{"half a head", "POST /v1/ids HTTP/1.1\r\nHost: local", ""},
			{"nothing but a line", "GET / HTTP/1.1\r\n", ""},
			{"a body of 1 GiB that does not come", body + "n=", "400"},
		},
		"": { // which is refused before a time has passed
			{"a long body", body + strings.Repeat("n=1&", 64<<10), "400"},
			{"a long head", "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("x", 32<<10), "431"},
			{"no HTTP", strings.Repeat("*1\r\n$1073741824\r\n", 10_000), "400"},
		},
	} {
		r := start(t, limits)
		before := inUse()
		var all []*wire // whose times pass together
		for _, test := range tests {
			w := dial(t, r.web)
			go func() { _, _ = w.Write([]byte(test.text)) }()
			all = append(all, w)
		}
		for i, test := range tests {
			said, err := all[i].ends()
			if status := strings.TrimPrefix(said, "HTTP/1.1 "); err != nil || !strings.HasPrefix(status, test.want) ||
				test.want == "" && said != "" {
				t.Errorf("%s: %.60q, %v; want %q and the end", test.name, said, err, test.want)
			}
			try.Equal(t, get(t, r, "/healthz"), "200 ok\n", "%s: then /healthz =", test.name)
		}
		if grown := inUse() - before; grown > 16 {
			t.Errorf("%d MiB more are used; want at most 16", grown)
		}
	}
}

// TestBucketsBounded: many clients take no more memory than the bound; the ones that asked longest ago are forgotten,
// and no other gets a new second.
func TestBucketsBounded(t *testing.T) {
	l := newLimiter(1, 0)
	now := time.Unix(0, 0)
	for _, client := range []string{"old", "busy"} {
		if err := l.take(client, 1, now); err != nil { // of a type of its own: no error in an interface
			t.Fatal(err)
		}
	}
	for i := range 3 * mostBuckets {
		_ = l.take(fmt.Sprint(i), 1, now)
		if n := l.buckets.Len(); n > mostBuckets {
			t.Fatalf("%d clients are kept", n)
		}
		if l.take("busy", 1, now) == nil {
			t.Fatalf("a client that has used its second up has another after %d others came", i+1)
		}
	}
	try.Equal(t, l.take("old", 1, now), nil, "the client that asked longest ago is remembered, and others are not:")
}

// TestDrain: a server that is told to end answers what it was sent before, many requests and long replies too: what
// was not read yet, as the first request had to wait, is answered, and replies are whole.
func TestDrain(t *testing.T) {
	const few = "[generators.few]\nlayout = \"time:41 worker:8 seq:2\"\ntick = \"100ms\"\n"
	ping := encodeRequest("PING")
	pings := 3 * maxRequest / len(ping) // more than is read at a time, less than a socket takes
	r := start(t, few)
	w, idle := r.dial(), r.dial()
	try.Equal(t, idle.ask("PING"), "PONG", "PING =")
	w.ask("ID.NEXT", "few")
	long := strings.Repeat("x", maxBulk) // and more than is kept for an idle connection
	try.Equal(t, w.ask("ECHO", long) == long, true, "a long text comes back:")
	text := encodeRequest("ID.MGET", "few", "20") // which takes half a second
	text = append(text, bytes.Repeat(ping, pings)...)
	text = append(text, encodeRequest("ID.MGET", "uuidv4", "65536")...)
	try.Of(w.Write(text)).Or(t)
	r.cancel()
	try.Equal(t, len(words(w.reply())), 20, "ids:")
	for i := range pings {
		try.Need(t, try.Of(readReply(w.r, "")).Or(t), "PONG", "request %d says", i)
	}
	try.Equal(t, len(words(w.reply())), 65536, "ids:")
	try.Of(w.ends()).Is(t, "", "the connection is told")
	try.Of(idle.ends()).Is(t, "", "an idle connection is told")
	try.Works(t, r.stop())
	try.Equal(t, strings.Contains(r.log.String(), "cut off"), false, "connections are cut off:")
}

// TestDrainReadsOn: what was sent before comes in parts, as records of TLS: the server reads until nothing comes.
func TestDrainReadsOn(t *testing.T) {
	withTimeOfItsOwn(t, func(t *testing.T) {
		s := bareServer(t)
		here, there := net.Pipe()
		go s.serveConn(t.Context(), there, false)
		r := bufio.NewReader(here)
		for range 5 {
			try.Of(here.Write(encodeRequest("PING"))).Or(t)
			try.Of(readReply(r, "")).Is(t, "PONG", "PING =")
			s.draining.Store(true)
			time.Sleep(lastRead / 2)
		}
		try.Of(readReply(r, "")).Fails(t, io.EOF, "then the connection has")
	})
}

// retiring is a generator that a new file closes while it is asked.
type retiring struct {
	Generator
	by func()
}

func (r retiring) Fill(context.Context, []gen.ID) (int, error) {
	r.by()
	return 0, pool.ErrClosed
}

// TestRetired: a request whose generator a new file closes is made again, of that file's.
func TestRetired(t *testing.T) {
	s := bareServer(t)
	ulid := try.Of(schemeOf("ulid", noOverride)).Or(t)
	with := func(g Generator) *table { return &table{sources: map[string]*source{"a": newSource("a", ulid, g)}} }
	now := with(&local{Generator: try.Of(gen.New(ulid, gen.Options{})).Or(t)})
	was := with(retiring{by: func() { s.table.Store(now) }})
	for _, words := range []string{"ID.NEXT a", "ID.MGET a 1", "INCR a"} {
		s.table.Store(was)
		c := try.Of(s.newSession(&sink{}, false)).Or(t)
		c.run(t.Context(), encodeRequest(strings.Fields(words)...))
		try.Contains(t, string(c.out), "$26\r\n", "%s =", words)
	}
	s.table.Store(was)
	w := httptest.NewRecorder()
	s.handler().ServeHTTP(w, httptest.NewRequest("POST", "http://localhost/v1/ids?generator=a", nil))
	try.Equal(t, w.Code, http.StatusOK, "by HTTP the status is")
}

// TestDrainCuts: what waits for a clock when the time is over is cut off.
func TestDrainCuts(t *testing.T) {
	r := newRunningIn(t, t.TempDir(), "[generators.rare]\nlayout = \"time:31 worker:8 seq:2\"\ntick = \"1s\"\n")
	ctx, cut := context.WithCancel(t.Context())
	var clients sync.WaitGroup
	go r.accept(ctx, r.Running.resp[0], &clients)
	w := r.dial()
	w.send("ID.MGET", "rare", "65536")
	rare := r.table.Load().sources["rare"].from
	try.Await(t, "the request to wait", func() bool { return rare.reservations().waits > 0 })
	r.drain(&http.Server{}, &clients, cut, 0)
	try.Contains(t, r.log.String(), `level=WARN msg="connections are cut off" number=1`, "the log is")
	_, _ = w.ends()
	clients.Wait()
	try.Works(t, r.close())
}
