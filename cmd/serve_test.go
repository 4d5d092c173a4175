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
	"testing"
	"time"

	"idscope/cmd/internal/cli"
	"idscope/gen/testing/try"
)

// TestServeSockets passes a listening socket to the server, as systemd does.
func TestServeSockets(t *testing.T) {
	dir := t.TempDir()
	l, web := try.Of(net.Listen("tcp", "127.0.0.1:0")).Or(t), try.Of(net.Listen("tcp", "127.0.0.1:0")).Or(t)
	defer l.Close()
	defer web.Close()
	f, w := try.Of(l.(*net.TCPListener).File()).Or(t), try.Of(web.(*net.TCPListener).File()).Or(t)
	defer f.Close()
	defer w.Close()
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
		"a:b:c:d":         "a socket of systemd does not listen: use ListenStream=",
		"http":            "systemd has a socket for http only",
	} {
		c := passed(names, []*os.File{f, f, f, os.Stdin}[:1+strings.Count(names, ":")]...)
		if said, err := c.CombinedOutput(); err == nil || !strings.Contains(string(said), want) {
			t.Errorf("with sockets %s: %v, %s; want %q", names, err, said, want)
		}
	}
	c := passed("http:redis", w, f)
	try.Works(t, c.Start())
	t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	got := call(t, nil, "gen", "uuidv7", "--via", l.Addr().String()) // waits in the socket until the server is there
	try.Equal(t, len(strings.TrimSpace(got.out)), 36, "through a socket of systemd, %s: as long", got.err)
	answer := try.Of(http.Get("http://" + web.Addr().String() + "/readyz")).Or(t)
	defer answer.Body.Close()
	try.Equal(t, string(try.Of(io.ReadAll(answer.Body)).Or(t)), "ready\n", "through its socket for http")
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
	try.Need(t, got.status, cli.StatusDone, "gen --via state, %s: status", got.err)
	answer := try.Of(http.Get("http://" + web + "/metrics")).Or(t)
	defer answer.Body.Close()
	text := try.Of(io.ReadAll(answer.Body)).Or(t)
	want := strings.ReplaceAll(`(?ms)^idscope_clock_difference_secondsL\} -?\d.*^idscope_granted_secondsL\} [1-9].*`+
		`^idscope_store_failures_totalL\} 0.*^idscope_store_seconds_bucketL,le="5"\} [1-9].*`+
		`^idscope_store_seconds_countL\} [1-9]`, "L", `\{generator="snowflake",scheme="snowflake"`)
	if !regexp.MustCompile(want).Match(text) {
		t.Errorf("/metrics has no %s:\n%s", want, text)
	}
}
