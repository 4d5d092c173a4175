package server

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"idscope/gen"
	"idscope/gen/server/service"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// TestCommands asks each command, over a connection, and compares its reply.
func TestCommands(t *testing.T) {
	r := start(t, "")
	w := r.dial()
	const uuid = `[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`
	for _, test := range []struct{ ask, want string }{
		{"PING", "PONG"},
		{"ping hello", "hello"},
		{"ECHO a", "a"},
		{"GET snowflake", `\(nil\)`},
		{"INCR snowflake", `\d{19}`},
		{"ID.NEXT snowflake", `\d{19}`},
		{"ID.NEXT Snow_Flake", `\d{19}`},
		{"INCR uuidv7", uuid},
		{"ID.NEXT tsid", `[0-9A-Z]{13}`},
		{"INCR tsid", `\d{18}`},
		{"ID.NEXT nanoid", `[\w-]{21}`},
		{"ID.NEXT typeid", `[a-z_]*[0-9a-z]{26}`},
		{"ID.MGET uuidv4 2", `\[` + uuid + " " + uuid + `\]`},
		{"ID.MGET nanoid 2", `\[[\w-]{21} [\w-]{21}\]`},
		{"INCRBY snowflake 100", `\d{19}`},
		{"ID.RANGE snowflake 4096", `\[\d{19} 4096\]`},
		{"ID.RANGE march 65536", `\[\d+ 65536\]`},
		{"ID.RANGE snowflake 4097", `-ERR 4097 ids of snowflake are not consecutive integers; use ID.MGET snowflake 4097`},
		{"INCRBY uuidv4 2", `-ERR 2 ids of uuidv4 are not consecutive integers; use ID.MGET uuidv4 2`},
		{"INCRBY nanoid 2", `-ERR 2 ids of nanoid are not consecutive integers; use ID.MGET nanoid 2`},
		{"ID.MGET snowflake 65537", `-ERR 65537 ids are too many or too few; use 1 to 65536`},
		{"ID.MGET snowflake 0", `-ERR 0 ids .*`},
		{"ID.MGET snowflake x", `-ERR value is not an integer or out of range`},
		{"INCR", `-ERR wrong number of arguments for 'incr' command`},
		{"INCR nothing", `-ERR no generator "nothing": scheme "nothing" is unknown`},
		{"INCR uuidv5", `-ERR no generator "uuidv5": .*from a name.*`},
		{"INCR github", `-ERR no generator .* is only read: .*`},
		{"INCR " + strings.Repeat("a", 100), `-ERR no generator "a+\.\.\.": the name is too long`},
		{"ID.PARSE 1541815603606036480 snowflake", `\{"schema":1.*"scheme":"snowflake".*\}`},
		{"ID.PARSE hello!", `-ERR "hello!" is not an id`},
		{"ID.PARSE 1 nothing", `-ERR no generator "nothing": no such scheme`},
		{"SELECT 0", "OK"},
		{"SELECT 1", "-ERR DB index is out of range"},
		{"MULTI", "-ERR MULTI is refused.*"},
		{"SET a b", "-ERR unknown command 'SET'"},
		{"CLUSTER SLOTS", "-ERR This instance has cluster support disabled"},
		{"COMMAND COUNT", `\d+`},
		{"COMMAND DOCS incr nothing", `\[incr \[summary one ID, .* group generic syntax INCR g\]\]`},
		{"COMMAND DOCS", `\[.*get \[summary the last ID .* group generic syntax GET g\] .*\]`},
		{"COMMAND", `\[.*\[auth -2 \[noscript fast no_auth\] 0 0 0\] .*\[incr 2 \[write fast\] 1 1 1\].*`},
		{"CLIENT HELP", `\[.*CLIENT KILL \[ID n \| ADDR address\]: end another connection.*\]`},
		{"CLIENT NOTHING", `-ERR unknown subcommand 'NOTHING'. Try CLIENT HELP.`},
		{"CLIENT", `-ERR wrong number of arguments for 'client' command`},
		{"READONLY", "-ERR This instance has cluster support disabled"},
		{"INFO generators", `(?s).*generator_tsid:scheme=tsid,ids=2,requests=2,failures=0.*`},
		{"INFO server", "# Server\r\n(?s).*redis_version.*"},
		{"CLIENT SETNAME me", "OK"},
		{"CLIENT GETNAME", "me"},
		{"CLIENT ID", `\d+`},
		{"CLIENT KILL ID 4711", "0"},
		{"CLIENT LIST", "(?s)id=.*"},
		{"AUTH geheim", "-ERR AUTH <password> called without any password configured.*"},
		{"AUTH somebody geheim", "-WRONGPASS .*"},
		{"HELLO 4", "-NOPROTO unsupported protocol version"},
		{"HELLO 3 SETNAME you", `\[server idscope .* proto 3 id \d+ .*\]`},
		{"CLIENT GETNAME", "you"},
		{"GET objectid", `\(nil\)`},
		{"QUIT", "OK"},
	} {
		got := w.ask(strings.Fields(test.ask)...)
		if !regexp.MustCompile("^(?:" + test.want + ")$").MatchString(got) {
			t.Errorf("%s = %q; want %s", test.ask, got, test.want)
		}
	}
	if _, err := w.r.ReadByte(); err != io.EOF {
		t.Errorf("after QUIT the connection says %v; want its end", err)
	}
}

// TestKill: CLIENT KILL ends the connection that it names, and no other.
func TestKill(t *testing.T) {
	r := start(t, "")
	boss, other := r.dial(), r.dial()
	other.ask("PING")
	for _, test := range []struct {
		name func(w *wire) []string
		want string
	}{
		{func(w *wire) []string { return []string{"ID", w.ask("CLIENT", "ID")} }, "1"},
		{func(w *wire) []string { return []string{"ADDR", w.LocalAddr().String()} }, "1"},
		{func(w *wire) []string { return []string{w.LocalAddr().String()} }, "OK"},
	} {
		w, last := r.dial(), r.dial()
		w.ask("PING")
		last.ask("PING")
		words := append([]string{"CLIENT", "KILL"}, test.name(w)...)
		try.Need(t, boss.ask(words...), test.want, "%q =", words)
		if _, err := w.ends(); err != nil {
			t.Fatalf("%q ends another connection: %v", words, err)
		}
		for _, w := range []*wire{other, last} {
			try.Equal(t, w.ask("PING"), "PONG", "after %q another connection says", words)
		}
	}
}

// TestNumbers: INCR and what is counted answer with integers where they fit int64; all else
// answers with bulk strings, which no client reads as doubles.
func TestNumbers(t *testing.T) {
	w := start(t, "[generators.wide]\nlayout = \"time:42 worker:8 seq:14\"\n").dial()
	for ask, want := range map[string]string{"INCR wide": ":", "INCR uuidv7": "$", "INCRBY wide 2": ":",
		"ID.NEXT wide":      "$",
		"ID.NEXT snowflake": "$", "ID.MGET snowflake 2": "*2\r\n$", "ID.RANGE wide 2": "*2\r\n:", "GET wide": "$"} {
		w.send(strings.Fields(ask)...)
		if got, _ := w.r.Peek(len(want)); string(got) != want {
			t.Errorf("the reply of %s begins with %q; want %q", ask, got, want)
		}
		w.reply()
	}
	last := try.Of(strconv.ParseUint(w.ask("INCRBY", "wide", "1000"), 10, 64)).Or(t)
	if got := w.ask("GET", "wide"); got != strconv.FormatUint(last, 10) {
		t.Errorf("GET = %s; want %d, the last", got, last)
	}
}

// TestPipeline: replies come in the order of the requests, however many are sent at once.
func TestPipeline(t *testing.T) {
	w := start(t, "").dial()
	const n = 20_000
	var text []byte
	for i := range n {
		text = append(text, encodeRequest("ECHO", strconv.Itoa(i))...)
		text = append(text, encodeRequest("INCR", "snowflake")...)
	}
	go func() { _, _ = w.Write(text) }()
	last := uint64(0)
	for i := range n {
		try.Need(t, w.reply(), strconv.Itoa(i), "reply %d is", i)
		id, err := strconv.ParseUint(w.reply(), 10, 64)
		if err != nil || id <= last {
			t.Fatalf("id %d follows %d, %v; want it greater", id, last, err)
		}
		last = id
	}
}

// TestManyIDs: a reply of the largest count is whole, from schemes of each kind.
func TestManyIDs(t *testing.T) {
	w := start(t, "").dial()
	for _, name := range []string{"snowflake", "uuidv7", "nanoid", "tsid"} {
		var all collected
		list := words(w.ask("ID.MGET", name, strconv.Itoa(mostIDs)))
		if all.add(t, list...); len(all.seen) != mostIDs {
			t.Errorf("%s: %d ids; want %d", name, len(all.seen), mostIDs)
		}
	}
}

// TestLike: ids are handed out in place of those of idscope gen only where they are the same
// kind: of a scheme by its name, with the same layout.
func TestLike(t *testing.T) {
	plain, _ := schemeOf("snowflake", noOverride)
	other, _ := schemeOf("mastodon", noOverride)
	const no = "-ERR snowflake is not the scheme of that name as the client has it"
	w := start(t, "").dial()
	if got := words(w.ask("ID.MGET", "snowflake", "2", "LIKE", service.Form(plain))); len(got) != 2 {
		t.Errorf("the same scheme says %q", got)
	}
	try.Equal(t, w.ask("ID.MGET", "snowflake", "2", "LIKE", service.Form(other)), no, "another scheme says")
	try.Begins(t, w.ask("ID.MGET", "snowflake", "2", "UNLIKE", "x"), "-ERR wrong number", "another word says")
	w = start(t, "[generators.snowflake]\nscheme = \"snowflake\"\nworker = 7\n").dial()
	try.Equal(t, w.ask("ID.MGET", "snowflake", "2", "LIKE", service.Form(plain)), no, "a generator of the file says")
}

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
		c := redis.NewClient(
			&redis.Options{Addr: r.resp, Protocol: version, Username: "app", Password: "geheim", ClientName: "test",
				ReadTimeout: patience}, // hashing is slow where the machine does much else
		)
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

// TestAliasIsKept: another name of a scheme is looked for once, for that reads schemes.toml; it is the same generator.
func TestAliasIsKept(t *testing.T) {
	s := bareServer(t)
	asked, schemeOf := 0, s.options.Scheme
	s.options.Scheme = func(name string, o service.Override) (*gen.Scheme, error) {
		asked++
		return schemeOf(name, o)
	}
	find := func(name string) *source {
		return try.Of(s.find(t.Context(), s.table.Load(), everyone(), []byte(name))).Or(t)
	}
	first := find("uuidv7")
	for range 3 {
		if find("uuid7") != first || find("UUIDv7") != first {
			t.Error("two names of a scheme are two generators")
		}
	}
	try.Equal(t, asked, 3, "names that were looked for:")
	try.Equal(t, strings.Join(s.table.Load().names(), " "), "uuidv7", "generators:")
}
