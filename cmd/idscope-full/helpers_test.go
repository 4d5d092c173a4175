//go:build unix

package main

import (
	"bytes"
	"context"
	"database/sql"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	_ "github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"

	"idscope/cmd"
	"idscope/gen"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// dir is where the program of all tests is.
var dir string

// TestMain runs more tests at a time than there are processors: most wait for servers.
func TestMain(m *testing.M) {
	var err error
	if dir, err = os.MkdirTemp("", "idscope-full-"); err != nil {
		panic(err)
	}
	_ = flag.Set("test.parallel", "4")
	status := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(status)
}

// program is idscope-full, built once.
var program = sync.OnceValues(func() (string, error) {
	path := filepath.Join(dir, "idscope-full")
	return path, try.Build(".", path)
})

// host is a machine as far as the tool can tell: a state folder and a folder of claims.
type host struct {
	t   testing.TB
	dir string
}

func newHost(t testing.TB) host { return host{t, t.TempDir()} }

func (h host) command(args ...string) *exec.Cmd {
	path := try.Of(program()).Or(h.t)
	ctx, cancel := context.WithCancel(context.Background())
	if t, ok := h.t.(*testing.T); ok {
		if end, ok := t.Deadline(); ok { // of all tests: how long a process takes depends on the machine
			ctx, cancel = context.WithDeadline(ctx, end.Add(-10*time.Second))
		}
	}
	h.t.Cleanup(cancel)
	c := exec.CommandContext(ctx, path, args...)
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGQUIT) } // says where it hangs
	c.Env = append(os.Environ(), "IDSCOPE_STATE="+filepath.Join(h.dir, "state"), "HOME="+h.dir, "NO_COLOR=1",
		"IDSCOPE_CLAIMS="+filepath.Join(h.dir, "claims"))
	return c
}

// run runs a call to its end: the lines of stdout, stderr, and the exit status.
func (h host) run(args ...string) (lines []string, errors string, status int) {
	c := h.command(args...)
	var out, failed bytes.Buffer
	c.Stdout, c.Stderr = &out, &failed
	err := c.Run()
	if c.ProcessState == nil {
		h.t.Fatal(err)
	}
	return complete(out.String()), failed.String(), c.ProcessState.ExitCode()
}

// must runs a call that has to succeed, with nothing on stderr.
func (h host) must(args ...string) []string {
	h.t.Helper()
	lines, failed, status := h.run(args...)
	if status != 0 || failed != "" {
		h.t.Fatalf("%q: status %d, %s", args, status, failed)
	}
	return lines
}

// answer runs a call until the store answers it: one that a busy machine keeps from that
// for its few seconds is refused, has to print nothing, and is made again.
func (h host) answer(args ...string) (lines []string, failed string, status int) {
	for end := time.Now().Add(time.Minute); ; {
		lines, failed, status = h.run(args...)
		if status != 3 || len(lines) > 0 || !strings.Contains(failed, "no answer in time") || time.Now().After(end) {
			return lines, failed, status
		}
	}
}

// shot is what a call left behind, which may have been killed.
type shot struct {
	lines  []string
	failed string
	status int
	killed bool
}

// shoot runs a call, and kills one of four within a while.
func (h host) shoot(r *rand.Rand, within time.Duration, args ...string) (s shot) {
	c := h.command(args...)
	var out, failed bytes.Buffer
	c.Stdout, c.Stderr = &out, &failed
	if err := c.Start(); err != nil {
		h.t.Error(err)
		return s
	}
	if r.IntN(4) == 0 {
		time.Sleep(time.Duration(r.Int64N(int64(within))))
		_ = c.Process.Kill()
	}
	_ = c.Wait()
	status := c.ProcessState.Sys().(syscall.WaitStatus)
	return shot{complete(out.String()), failed.String(), status.ExitStatus(), status.Signaled()}
}

// inside runs a call in the process of the test.
func (h host) inside(args ...string) (lines []string, failed string, status int) {
	var out, errors bytes.Buffer
	vars := map[string]string{"IDSCOPE_STATE": filepath.Join(h.dir, "state"), "HOME": h.dir,
		"IDSCOPE_CLAIMS": filepath.Join(h.dir, "claims")}
	for ; strings.Contains(args[0], "="); args = args[1:] { // variables
		name, value, _ := strings.Cut(args[0], "=")
		vars[name] = value
	}
	env := cmd.Environment{Args: args, In: strings.NewReader(""), Out: &out, Err: &errors, Clock: gen.SystemClock(),
		Engines: engines(), Getenv: func(name string) string { return vars[name] }}
	status = cmd.Main(env)
	return complete(out.String()), errors.String(), status
}

// complete are the lines that end.
func complete(text string) []string {
	lines := strings.Split(text, "\n")
	return lines[:len(lines)-1]
}

// noon is a zone in which it is about noon: no day of a counter ends during a test.
func noon() string { return fmt.Sprintf("Etc/GMT%+d", time.Now().UTC().Hour()-12) }

// seen is all ids that were printed.
type seen struct {
	t    testing.TB
	mu   sync.Mutex
	ids  map[string]bool
	most int64 // of those that are numbers
}

func (s *seen) add(lines []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range lines {
		if s.ids[id] {
			s.t.Errorf("%s was printed twice", id)
		}
		s.ids[id] = true
		if n, err := strconv.ParseInt(id, 10, 64); err == nil {
			s.most = max(s.most, n)
		}
	}
}

// highest is the highest number that was printed.
func (s *seen) highest() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.most
}

// fewer reports whether there are fewer ids than that.
func (s *seen) fewer(n int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.ids) < n
}

// target is a store, and the server that keeps it.
type target struct {
	name   string
	url    string
	server *testserver.Server
}

// eachStore runs a test in a server of each kind that is named, beside others.
func eachStore(t *testing.T, what string, names []string, test func(*testing.T, target)) {
	testserver.Demanded(t, what)
	start := map[string]func(testing.TB, string, ...string) *testserver.Server{"PostgreSQL": testserver.Postgres,
		"Redis": testserver.Redis, "etcd": testserver.Etcd, "ZooKeeper": testserver.ZooKeeper}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name == "MariaDB" {
				s, url := mariaDB(t, what)
				test(t, target{name, url, s})
				return
			}
			s := start[name](t, what)
			test(t, target{name, s.URL, s})
		})
	}
}

// through returns the URL with the proxy's address in place of the server's.
func through(t testing.TB, s *testserver.Server, url string) (*testserver.Proxy, string) {
	p := testserver.NewProxy(t, s.Addr)
	return p, strings.Replace(url, s.Addr, p.Addr, 1)
}

func mariaDB(t testing.TB, what string, options ...string) (*testserver.Server, string) {
	s := testserver.MariaDB(t, what, options...)
	execute(t, s.URL, "CREATE DATABASE ids")
	return s, s.URL + "ids"
}

// dsn is a URL as the client of MySQL reads it.
func dsn(url string) string {
	rest, _ := strings.CutPrefix(url, "mysql://")
	login, rest, _ := strings.Cut(rest, "@")
	address, name, _ := strings.Cut(rest, "/")
	return login + "@tcp(" + address + ")/" + name
}

// execute runs a statement as a client of its own.
func execute(t testing.TB, url, statement string) {
	t.Helper()
	c := try.Of(sql.Open("mysql", dsn(url))).Or(t)
	defer c.Close()
	if _, err := c.Exec(statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// query runs a statement in PostgreSQL as a client of its own.
func query(t testing.TB, url, statement string) {
	t.Helper()
	c := try.Of(pgx.Connect(context.Background(), url)).Or(t)
	defer c.Close(context.Background())
	if _, err := c.Exec(context.Background(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// refused expects a call to print nothing, and one error in a line that says all of the
// words, with its hint.
func (h host) refused(status int, args []string, words ...string) {
	h.t.Helper()
	lines, text, got := h.run(args...)
	if got != status || len(lines) > 0 {
		h.t.Errorf("%q: status %d, %q; want %d and nothing", args, got, lines, status)
	}
	if n := strings.Count(text, "idscope: error: "); n != 1 || strings.Count(text, "\n") > 2 || strings.Contains(text,
		testserver.Password) {
		h.t.Errorf("%q said %s; want one error, a hint at most, and no password", args, text)
	}
	for _, w := range words {
		if !strings.Contains(text, w) {
			h.t.Errorf("%q said %s; want %q in it", args, text, w)
		}
	}
}

func call(kind, url, key string, more ...string) []string {
	return append([]string{"gen", kind, "--store", url, "--key", key}, more...)
}
