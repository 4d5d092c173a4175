package server

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"idscope/gen/testing/try"
)

// inUse is the memory that is used, in MiB.
func inUse() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int((m.HeapInuse + m.StackInuse) >> 20)
}

// TestLongLengths: a length of 1 GiB is refused before anything of it is kept.
func TestLongLengths(t *testing.T) {
	r := start(t, "")
	before := inUse()
	for _, text := range []string{"*1\r\n$1073741824\r\n", "*1073741824\r\n", strings.Repeat("a", 100_000)} {
		w := r.dial()
		go func() { _, _ = w.Write([]byte(text)); _, _ = w.Write(bytes.Repeat([]byte("x"), 1<<20)) }()
		said, err := w.ends()
		if err != nil || !strings.HasPrefix(said, "-ERR Protocol error: ") && said != "" {
			t.Errorf("to %.30q the server says %q, %v; want an error and the end", text, said, err)
		}
	}
	if grown := inUse() - before; grown > 16 {
		t.Errorf("%d MiB more are used; want at most 16", grown)
	}
	if n := r.stats.broken.Load(); n != 3 {
		t.Errorf("%d such connections are counted; want 3", n)
	}
	try.Equal(t, r.dial().ask("PING"), "PONG", "then PING =")
}

// TestSlowReaders: clients that ask for much and take nothing get no more memory each
// than what is on its way to them, and others are served meanwhile.
func TestSlowReaders(t *testing.T) {
	r := start(t, "")
	const slow = 64
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
	if grown := inUse() - before; grown > slow/2+16 {
		t.Errorf("%d MiB are used by %d slow clients; want at most 0.5 MiB each", grown, slow)
	}
}

// TestStalled: a request that stays incomplete, and a reply that nobody takes, end the
// connection; one that is idle stays.
func TestStalled(t *testing.T) {
	r := start(t, "")
	idle := r.dial()
	idle.ask("PING")
	r.bounds.Store(&limits{connections: 10, stalled: time.Millisecond})
	w := r.dial()
	_, _ = w.Write([]byte("*2\r\n$4\r\nINCR\r\n$9\r\nsnow"))
	try.Of(w.ends()).Is(t, "", "half a request ends with")
	greedy := r.dial()
	_, _ = greedy.Write(bytes.Repeat(encodeRequest("ID.MGET", "uuidv4", "65536"), 100))
	for r.stats.stalled.Load() < 2 {
		time.Sleep(time.Millisecond) // the test ends at the deadline of all tests where it does not come
	}
	r.bounds.Store(defaultLimits()) // or the reply below may come too late for the server itself
	try.Equal(t, idle.ask("PING"), "PONG", "the idle connection says")
}

// TestConnections: as many as the limit are served, the next is told why not, and memory
// for those that are idle is small.
func TestConnections(t *testing.T) {
	r := start(t, "")
	const most, uuid = 1000, "00000000-0000-0000-0000-000000000000"
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
	if grown := inUse() - before; grown > 16 {
		t.Errorf("%d idle connections use %d MiB; want at most 16", most, grown)
	}
	try.Of(r.dial().ends()).Is(t, "-ERR max number of clients reached\r\n", "one more is told")
}

// TestPerAddress: one address gets no more connections than its limit.
func TestPerAddress(t *testing.T) {
	r := start(t, "[limits]\nper_address = 2\n")
	first, second := r.dial(), r.dial()
	first.ask("PING")
	second.ask("PING")
	if said, err := r.dial().ends(); err != nil || !strings.Contains(said, "max number of clients") {
		t.Errorf("a third is told %q, %v", said, err)
	}
	first.Close()
	for r.stats.open.Load() > 1 {
		time.Sleep(time.Millisecond)
	}
	try.Equal(t, r.dial().ask("PING"), "PONG", "when one has gone PING =")
}

// TestWrongPasswords: however many are sent, few are hashed, and who is connected, or has
// been before, is served.
func TestWrongPasswords(t *testing.T) {
	r := start(t, userFile(t, "app", "geheim", `generate = ["*"]`))
	app := r.dial()
	if got := app.ask("AUTH", "app", "geheim"); got != "OK" {
		t.Fatal(got)
	}
	guesser := r.dial()
	const guesses = 2000
	var text []byte
	for i := range guesses {
		text = append(text, encodeRequest("AUTH", "app", "guess"+strconv.Itoa(i))...)
	}
	go func() { _, _ = guesser.Write(text) }()
	if id := app.ask("INCR", "snowflake"); strings.HasPrefix(id, "-") {
		t.Error(id)
	}
	hashed := 0
	for range guesses {
		switch got := guesser.reply(); {
		case strings.HasPrefix(got, "-WRONGPASS"):
			hashed++
		case !strings.HasPrefix(got, "-ERR too many wrong passwords"):
			t.Fatalf("a guess says %s", got)
		}
	}
	if hashed > guesses/10 {
		t.Errorf("%d of %d guesses were hashed; want few", hashed, guesses)
	}
	try.Equal(t, r.dial().ask("AUTH", "app", "geheim"), "OK", "the right password after that says")
}

func userFile(t *testing.T, name, password, rights string) string {
	t.Helper()
	hash := try.Of(hashPassword([]byte(password))).Or(t)
	return fmt.Sprintf("[users.%s]\npassword = %q\n%s\n", name, hash, rights)
}

// TestHalfHTTP: requests by HTTP that stay incomplete are ended, and those that are longer than
// they may be are refused, without keeping much of them, and others are served.
func TestHalfHTTP(t *testing.T) {
	const body = "POST /v1/ids?generator=ulid HTTP/1.1\r\nHost: localhost\r\n" +
		"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1073741824\r\n\r\n"
	for limits, tests := range map[string][]struct{ name, text, want string }{
		"[limits]\nstalled = \"2s\"\n": {
			{"half a head", "POST /v1/ids HTTP/1.1\r\nHost: local", ""},
			{"nothing but a line", "GET / HTTP/1.1\r\n", ""},
			{"a body of 1 GiB that does not come", body + "n=", "400"},
		},
		"": { // which is refused before a time has passed
			{"a long body", body + strings.Repeat("n=1&", 64<<10), "400"},
			{"a long head", "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("x", 1<<20), "431"},
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
