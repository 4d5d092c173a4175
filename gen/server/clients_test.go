package server

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

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

func TestRedisBenchmark(t *testing.T) {
	r := start(t, "")
	got := run(
		t,
		program(t, "redis-benchmark"),
		"-p",
		r.port(),
		"-n",
		"2000",
		"-c",
		"50",
		"-P",
		"16",
		"-q",
		"INCR",
		"snowflake",
	)
	if !strings.Contains(got, "requests per second") || strings.Contains(got, "Error") {
		t.Errorf("redis-benchmark says %q", got)
	}
	w := r.dial()
	try.Contains(t, w.ask("INFO", "generators"), "ids=2000,requests=2000,failures=0", "INFO says")
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
		if _, err := pipe.Exec(ctx); err != nil {
			t.Error(err)
		}
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

// TestIORedis asks with ioredis, also without its setting for numbers above 2^53.
func TestIORedis(t *testing.T) {
	node, dir := ioredis(t)
	r := start(t, userFile(t, "app", "geheim", "generate = [\"*\"]\n"))
	writeFileText(t, filepath.Join(dir, "ask.js"), `
const Redis = require("ioredis");
(async () => {
  const c = new Redis({ port: +process.argv[2], username: "app", password: "geheim", stringNumbers: true,
    connectionName: "test" });
  const one = await c.incr("snowflake");
  const many = await c.call("ID.MGET", "uuidv7", "100");
  const piped = await c.pipeline().incr("snowflake").incr("snowflake").exec();
  console.log(one, many.length, piped.map((p) => p[1]).join(" "));
  const plain = new Redis({ port: +process.argv[2], username: "app", password: "geheim" });
  const next = await plain.call("ID.NEXT", "snowflake");
  const both = await plain.call("ID.MGET", "snowflake", "2");
  console.log([next, ...both].map((id) => typeof id + ":" + id).join(" "), await plain.get("snowflake"));
  await plain.quit();
  await c.quit();
})().catch((e) => { console.error(e); process.exit(1); });
`)
	got := strings.Fields(run(t, node, filepath.Join(dir, "ask.js"), r.port()))
	if len(got) != 8 || len(got[0]) != 19 || got[1] != "100" || got[2] <= got[0] || got[3] <= got[2] {
		t.Fatalf("ioredis says %q; want an id, 100, two greater ids, and four", got)
	}
	if next, last := "string:"+got[3], "string:"+got[7]; got[4] <= next || got[5] <= got[4] || got[6] != last {
		t.Errorf("ioredis without settings says %q; want texts of ids, the last of them %s", got[4:7], got[7])
	}
	if _, err := strconv.ParseUint(got[0], 10, 64); err != nil {
		t.Error(err)
	}
}
