package server

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"idscope/gen/store/storetest/memory"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// Clients of Redis work unchanged: the tests below use those that people use.

// program finds one. Without it the test is left out, unless the servers and programs
// of CI are asked for.
func program(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	switch {
	case err == nil:
		return path
	case os.Getenv("IDSCOPE_TEST_SERVERS") != "":
		t.Fatalf("%s is not installed: whether it works with the server", name)
	default:
		t.Skipf("left out, %s is not installed: whether it works with the server", name)
	}
	return ""
}

func run(t *testing.T, path string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	text, err := exec.CommandContext(ctx, path, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", path, args, err, text)
	}
	return string(text)
}

func (r *running) port() string { return r.resp[strings.LastIndexByte(r.resp, ':')+1:] }

func TestRedisCLI(t *testing.T) {
	cli := program(t, "redis-cli")
	r := start(t, userFile(t, "app", "geheim", "generate = [\"*\"]\n"))
	for _, version := range []string{"-2", "-3"} {
		base := []string{version, "-p", r.port(), "--user", "app", "--pass", "geheim", "--no-auth-warning"}
		if got := run(t, cli, append(base, "INCR", "snowflake")...); !regexp.MustCompile(`^\d{19}\n$`).MatchString(got) {
			t.Errorf("redis-cli %s INCR = %q", version, got)
		}
		got := run(t, cli, append(base, "ID.MGET", "ulid", "3")...)
		if !regexp.MustCompile(`^(\w{26}\n){3}$`).MatchString(got) {
			t.Errorf("redis-cli %s ID.MGET = %q", version, got)
		}
	}
}

func TestGoRedis(t *testing.T) {
	r := start(t, userFile(t, "app", "geheim", "generate = [\"*\"]\n"))
	for _, version := range []int{2, 3} {
		c := redis.NewClient(&redis.Options{Addr: r.resp, Protocol: version, Username: "app", Password: "geheim",
			ClientName: "test", ReadTimeout: patience}) // hashing is slow where the machine does much else
		ctx := t.Context()
		first := try.Of(c.Incr(ctx, "snowflake").Result()).Or(t)
		last, err := c.IncrBy(ctx, "snowflake", 100).Result()
		if err != nil || last < first+100 {
			t.Errorf("IncrBy = %d, %v; want more than %d", last, err, first+100)
		}
		try.Of(c.Get(ctx, "snowflake").Int64()).Is(t, last, "Get =")
		ids, err := c.Do(ctx, "ID.MGET", "uuidv7", 1000).StringSlice()
		if err != nil || len(ids) != 1000 || len(ids[0]) != 36 {
			t.Errorf("ID.MGET = %d ids, %v", len(ids), err)
		}
		pipe := c.Pipeline()
		var all []*redis.IntCmd
		for range 100 {
			all = append(all, pipe.Incr(ctx, "snowflake"))
		}
		try.Of(pipe.Exec(ctx)).Or(t)
		for i, one := range all[1:] {
			if one.Val() <= all[i].Val() {
				t.Errorf("in a pipeline %d follows %d", one.Val(), all[i].Val())
			}
		}
		_, err = c.TxPipelined(ctx, func(p redis.Pipeliner) error { return p.Incr(ctx, "snowflake").Err() })
		try.Says(t, err, "MULTI is refused", "a transaction says")
		c.Close()
	}
}

// ioredis installs that library in a folder, and returns the program that runs scripts there.
func ioredis(t *testing.T) (node, dir string) {
	t.Helper()
	testserver.Demanded(t, "whether ioredis, which npm fetches, works with the server")
	npm, node := program(t, "npm"), program(t, "node")
	dir = t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute) // it fetches
	defer cancel()
	install := exec.CommandContext(ctx, npm, "install", "--ignore-scripts", "--no-audit", "--no-fund", "ioredis@5.8.2")
	install.Dir = dir
	install.Env = append(os.Environ(), "npm_config_cache="+filepath.Join(dir, "cache")) // not at home
	if text, err := install.CombinedOutput(); err != nil {
		t.Fatalf("ioredis cannot be installed: %v\n%s", err, text)
	}
	return node, dir
}

// TestParseRequest reads testdata/requests.txt.
func TestParseRequest(t *testing.T) {
	try.Lines(t, "testdata/requests.txt", func(given string) string {
		in := strings.NewReplacer("LONG", strings.Repeat("a", maxBulk+1), "FULL", strings.Repeat("a", maxBulk),
			"MANY", strings.Repeat("a ", maxArgs)).Replace(try.Of(strconv.Unquote(given)).Or(t))
		args, n, err := parseRequest([]byte(in), nil)
		return fmt.Sprintf("%q %d %v", args, n, err)
	})
}

// FuzzParseRequest: nothing panics; what is read is within the text; a request that was
// read is the same however it arrives, and written again and read again.
func FuzzParseRequest(f *testing.F) {
	for _, seed := range []string{"*2\r\n$4\r\nINCR\r\n$1\r\na\r\n", "PING\r\n", "*1\r\n$1073741824\r\n", "*-1\r\n",
		"\r\n", "POST / HTTP/1.1\r\n", "*1\r\n$0\r\n\r\n", "*256\r\n$4096\r\n",
		"*256\r\n" + strings.Repeat("$4000\r\n"+strings.Repeat("a", 4000)+"\r\n", 1+2*maxRequest/4000),
		"*5\r\n" + strings.Repeat("$4000\r\n"+strings.Repeat("a", 4000)+"\r\n", 5), // whole, and too long
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		args, n, err := parseRequest(in, nil)
		if n < 0 || n > len(in) || err != nil && n != 0 || n == 0 && len(args) > 0 {
			t.Fatalf("parseRequest(%q) = %q, %d, %v", in, args, n, err)
		}
		if n == 0 {
			if err == nil && len(in) >= 2*maxRequest {
				t.Fatalf("%d bytes are no request yet; want at most %d", len(in), maxRequest)
			}
			return
		}
		var words []string
		for _, a := range args {
			words = append(words, string(a))
		}
		for k := range n {
			if _, m, err := parseRequest(in[:k], nil); m != 0 || err != nil {
				t.Fatalf("the first %d bytes of %q are read as %d bytes, %v", k, in[:n], m, err)
			}
		}
		if len(args) == 0 {
			return
		}
		again, m, err := parseRequest(encodeRequest(words...), nil)
		same := slices.EqualFunc(args, again, func(a, b []byte) bool { return bytes.Equal(a, b) })
		if err != nil || !same {
			t.Fatalf("%q is written and read as %q, %d, %v", words, again, m, err)
		}
	})
}

// FuzzSession: whatever comes over a connection, in whichever parts, nothing panics, no
// more is kept than the bounds, and every reply is one of the protocol.
func FuzzSession(f *testing.F) {
	s := bareServer(f)
	for _, seed := range []string{
		"*2\r\n$4\r\nINCR\r\n$6\r\nuuidv4\r\n", "INCR snowflake\r\nGET snowflake\r\nID.PARSE 1541815603606036480\r\n",
		"*3\r\n$7\r\nID.MGET\r\n$6\r\nuuidv4\r\n$5\r\n65536\r\n", "*1\r\n$1073741824\r\n", "*1073741824\r\n",
		"*2\r\n$4\r\nINCR\r\n$6\r\nuui", "HELLO 3\r\nHELLO 3 SETNAME a\r\nCLIENT LIST\r\nCLIENT KILL ID 1\r\nINFO\r\n",
		"MULTI\r\nECHO \x00\r\n", "POST / HTTP/1.1\r\n", "ID.MGET nanoid 3\r\nINCRBY uuidv4 2\r\nID.RANGE snowflake 3\r\n",
		"ID.MGET uuidv2 65536\r\nPING\r\n",
		string(bytes.Repeat(encodeRequest("ECHO", strings.Repeat("a", maxBulk)), 2*outMost/maxBulk+8)),
		"AUTH a b\r\nCLUSTER SLOTS\r\nCOMMAND\r\nCOMMAND COUNT\r\nSELECT 0\r\nQUIT\r\n", "ID.NEXT nothing\r\nPING\r\n",
	} {
		f.Add([]byte(seed), 5)
	}
	f.Fuzz(func(t *testing.T, in []byte, cut int) {
		out := &sink{}
		c := try.Of(s.newSession(out, false)).Or(t)
		defer s.closeSession(c)
		// Some schemes have few IDs in minutes: a client that asks for more waits until it leaves.
		ctx, leave := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer leave()
		feed := func(buf []byte) []byte {
			buf = buf[c.run(ctx, buf):]
			if len(c.out) > 2*outMost+maxRequest {
				t.Fatalf("%d bytes are kept of replies", len(c.out))
			}
			c.flush()
			return buf
		}
		cut = min(max(cut, 0), len(in))
		rest := feed(in[:cut])
		if len(rest) > 2*maxRequest {
			t.Fatalf("%d bytes are kept of a request", len(rest))
		}
		feed(append(bytes.Clone(rest), in[cut:]...))
		if out.Len() >= 1<<20 {
			return // and more is to come
		}
		for r := bufio.NewReader(strings.NewReader(out.String())); ; {
			if _, err := readReply(r, ""); errors.Is(err, io.EOF) {
				return
			} else if err != nil {
				t.Fatalf("%q is answered with %q: %v", in, out, err)
			}
		}
	})
}

// sink is a connection of which only what is written to it matters: a MiB at most.
type sink struct {
	net.Conn
	strings.Builder
}

func (s *sink) Write(b []byte) (int, error) {
	if s.Builder.Write(b); s.Len() >= 1<<20 {
		return 0, io.ErrShortWrite
	}
	return len(b), nil
}

func (*sink) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

func (*sink) SetReadDeadline(time.Time) error { return nil }

func (*sink) SetWriteDeadline(time.Time) error { return nil }

// TestOtherBytes: words of a request may have bytes that replies cannot.
func TestOtherBytes(t *testing.T) {
	w := start(t, "").dial()
	try.Equal(t, w.ask("a\r\nb\x1f"), "-ERR unknown command 'a  b '", "a command of two lines:")
	for _, name := range []string{"a b", "a\nb", "\x7f"} {
		try.Equal(t, w.ask("CLIENT", "SETNAME", name), "-"+badClientName.Error(), "the name %q:", name)
	}
}

// TestKilled: a connection that is killed answers nothing more of what it was sent.
func TestKilled(t *testing.T) {
	s := bareServer(t)
	a, b := try.Of(s.newSession(&sink{}, false)).Or(t), try.Of(s.newSession(&sink{}, false)).Or(t)
	a.run(t.Context(), encodeRequest("CLIENT", "KILL", "ID", "2"))
	try.Equal(t, b.run(t.Context(), encodeRequest("PING")), 0, "bytes that are answered:")
	try.Equal(t, string(b.out), "", "the answer is")
	try.Equal(t, b.over, true, "the connection ends:")
}

// TestBulkFrom: a bulk string that is made where its text is has the head of any other.
func TestBulkFrom(t *testing.T) {
	for _, n := range []int{0, 1, 9, 10, 99, 100, 10_000} {
		text := strings.Repeat("a", n)
		try.Equal(t, string(bulkFrom([]byte("b"+bulkRoom+text), 1)), string(appendBulk([]byte("b"), text)), "it is")
	}
	try.Equal(t, string(appendReply(nil, 1.5, false)), "-ERR a reply cannot be a float64\r\n", "what cannot be sent is")
}

// TestRequestsAllocate: requests for ids leave nothing to collect, or collecting would
// delay others.
func TestRequestsAllocate(t *testing.T) {
	s := inMemory(t, t.TempDir(), counterFile, &memory.Store{})
	c := try.Of(s.newSession(&sink{}, false)).Or(t)
	for _, words := range []string{"INCR snowflake", "INCR orders", "ID.NEXT uuidv7", "ID.MGET snowflake 100",
		"INCRBY march 10", "GET snowflake", "INCR nanoid", "ID.MGET nanoid 100", "PING"} {
		request := bytes.Repeat(encodeRequest(strings.Fields(words)...), 16)
		run := func() {
			c.out = c.out[:0]
			if n := c.run(t.Context(), request); n != len(request) || c.over {
				t.Fatalf("%s: %d of %d bytes, %q", words, n, len(request), c.out)
			}
		}
		run() // opens the generator, and makes room
		try.Equal(t, leastAllocations(run), 0, "16 times %s has allocations:", words)
	}
}
