//go:build unix

package cmd

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"idscope/cmd/internal/cli"
	"idscope/gen/testing/try"
)

// TestServe starts the server as people do, asks it with gen --via, lets it read its file
// again, and ends it.
func TestServe(t *testing.T) {
	dir := t.TempDir()
	vars := private(dir)
	path := filepath.Join(dir, "serve.toml")
	write := func(text string) {
		try.Works(t, os.WriteFile(path, []byte(text), 0o600))
	}
	write("[generators.orders]\nscheme = \"snowflake\"\nworker = 7\n")
	c, lines := serving(t, dir, "idscope-full", "serve", "--listen", "127.0.0.1:0", "--http", "none", "--config", path)
	until := func(what string) string { return logged(t, lines, what) }
	address := regexp.MustCompile(`redis=(\S+)`).FindStringSubmatch(until("msg=ready"))[1]
	via := func(args ...string) result {
		return call(t, func(e *Environment) { e.Getenv = func(name string) string { return vars[name] } }, args...)
	}
	if got := via("gen", "orders", "-n", "2500", "--via", address); got.status != cli.StatusDone ||
		len(strings.Fields(got.out)) != 2500 {
		t.Errorf("gen --via %s: %d, %d ids, %s", address, got.status, len(strings.Fields(got.out)), got.err)
	}
	if got := via("gen", "orders", "--via", "state"); got.status != cli.StatusDone ||
		len(strings.TrimSpace(got.out)) != 19 {
		t.Errorf("gen --via state: %d, %q, %s", got.status, got.out, got.err)
	}
	if got := via("gen", "snowflake", "--via", "auto", "--worker", "3"); got.status != cli.StatusDone ||
		!strings.Contains(via("inspect", strings.TrimSpace(got.out), "--as", "snowflake", "--json").out, `"value":"3"`) {
		t.Errorf("gen --via auto --worker 3: %d, %q, %s", got.status, got.out, got.err)
	}
	if got := via("gen", "snowflake", "-n", "3", "--via", "auto"); got.status != cli.StatusDone ||
		len(strings.Fields(got.out)) != 3 {
		t.Errorf("gen --via auto: %d, %q, %s", got.status, got.out, got.err)
	}
	if line := until("generator=snowflake"); !strings.Contains(line, "generator opened") { // and not by --worker 3
		t.Errorf("gen --via auto does not ask the server that listens: %s", line)
	}
	if got := via("gen", "events", "--via", "state"); got.status != cli.StatusRefused ||
		!strings.Contains(got.err, `the server refused: ERR no generator "events"`) {
		t.Errorf("gen of a generator that is not there: %d, %q, %s", got.status, got.out, got.err)
	}
	write("[generators.orders]\nscheme = \"snowflake\"\nworker = 7\n[generators.events]\nscheme = \"ulid\"\n")
	try.Works(t, c.Process.Signal(syscall.SIGHUP))
	until(`msg="read again"`)
	if got := via("gen", "events", "--via", "state"); got.status != cli.StatusDone ||
		len(strings.TrimSpace(got.out)) != 26 {
		t.Errorf("gen of a generator that was added: %d, %q, %s", got.status, got.out, got.err)
	}
	for _, age := range []string{"5ms", "7ms"} { // another generator takes the place of one that has no requests
		write("max_age = \"" + age + "\"\n[generators.more]\nscheme = \"snowflake\"\n")
		try.Works(t, c.Process.Signal(syscall.SIGHUP))
		for line := ""; !strings.Contains(line, `msg="read again"`); {
			if line = until("msg="); strings.Contains(line, "was not closed") {
				t.Error(line)
			}
		}
		if got := via("gen", "more", "--via", "state"); got.status != cli.StatusDone {
			t.Errorf("after max_age changed: %d, %s", got.status, got.err)
		}
	}
	try.Works(t, c.Process.Signal(syscall.SIGTERM))
	until("msg=ended")
	readOut(lines)
	if err := c.Wait(); err != nil {
		t.Errorf("after SIGTERM the server ends with %v; want status 0", err)
	}
	if _, err := os.Lstat(filepath.Join(vars["IDSCOPE_STATE"], "serve.sock")); err == nil {
		t.Error("the socket beside the records is left behind")
	}
	vars["IDSCOPE_VIA"] = "auto"
	if got := via("gen", "snowflake"); got.status != cli.StatusDone || len(strings.TrimSpace(got.out)) != 19 {
		t.Errorf("$IDSCOPE_VIA auto without a server: %d, %q, %s", got.status, got.out, got.err)
	}
}

// TestServeSockets passes a listening socket to the server, as systemd does.
func TestServeSockets(t *testing.T) {
	dir := t.TempDir()
	l := try.Of(net.Listen("tcp", "127.0.0.1:0")).Or(t)
	defer l.Close()
	f := try.Of(l.(*net.TCPListener).File()).Or(t)
	defer f.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	passed := func(names string, files ...*os.File) *exec.Cmd {
		c := exec.CommandContext(ctx, "sh", "-c", "LISTEN_PID=$$ exec idscope-full serve")
		c.Env = append(environ(private(dir)), fmt.Sprint("LISTEN_FDS=", len(files)), "LISTEN_FDNAMES="+names)
		c.ExtraFiles = files // from number 3
		return c
	}
	for names, want := range map[string]string{
		"redis:http:http": "systemd has two sockets for http: use one",
		"http":            "systemd has a socket for http only",
	} {
		c := passed(names, []*os.File{f, f, f}[:1+strings.Count(names, ":")]...)
		if said, err := c.CombinedOutput(); err == nil || !strings.Contains(string(said), want) {
			t.Errorf("with sockets %s: %v, %s; want %q", names, err, said, want)
		}
	}
	c := passed("redis", f)
	try.Works(t, c.Start())
	t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	got := call(t, nil, "gen", "uuidv7", "--via", l.Addr().String()) // waits in the socket until the server is there
	if got.status != cli.StatusDone || len(strings.TrimSpace(got.out)) != 36 {
		t.Errorf("through a socket of systemd: %d, %q, %s", got.status, got.out, got.err)
	}
}

// TestServeStore leases a number in a store, and measures it.
func TestServeStore(t *testing.T) {
	dir := t.TempDir()
	vars := private(dir)
	_, lines := serving(t, dir, "idscope-full", "serve", "--listen", "unix:"+filepath.Join(dir, "s"),
		"--http", "127.0.0.1:0", "--store", "file:"+filepath.Join(dir, "store"), "--create")
	web := regexp.MustCompile(`http=(\S+)`).FindStringSubmatch(logged(t, lines, "msg=ready"))[1]
	go readOut(lines)
	got := call(t, func(e *Environment) { e.Getenv = func(name string) string { return vars[name] } }, "gen", "snowflake",
		"--via", "state")
	if got.status != cli.StatusDone {
		t.Fatalf("gen --via state: %d, %s", got.status, got.err)
	}
	answer := try.Of(http.Get("http://" + web + "/metrics")).Or(t)
	defer answer.Body.Close()
	text := try.Of(io.ReadAll(answer.Body)).Or(t)
	const labels = `\{generator="snowflake",scheme="snowflake"`
	for _, want := range []string{`idscope_store_seconds_count` + labels + `\} [1-9]`,
		`idscope_store_seconds_bucket` + labels + `,le="5"\} [1-9]`, `idscope_store_failures_total` + labels + `\} 0`,
		`idscope_clock_difference_seconds` + labels + `\} -?\d`, `idscope_granted_seconds` + labels + `\} [1-9]`} {
		if !regexp.MustCompile(`(?m)^` + want).Match(text) {
			t.Errorf("/metrics has no %s", want)
		}
	}
}
