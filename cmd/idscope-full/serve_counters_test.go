//go:build unix

package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"idscope/gen/server/client"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// served is a server at a socket, which is killed and started again.
type served struct {
	h              host
	socket, config string
	process        *exec.Cmd
}

// serve writes the file, and starts the server.
func serve(h host, text string, args ...string) *served {
	s := &served{h: h, config: filepath.Join(h.dir, "serve.toml"), socket: filepath.Join(h.dir, "s")}
	s.write(text)
	h.t.Cleanup(func() { s.kill() })
	s.start(args...)
	return s
}

func (s *served) write(text string) {
	try.Works(s.h.t, os.WriteFile(s.config, []byte(text), 0o600))
}

func (s *served) start(args ...string) {
	s.h.t.Helper()
	args = append([]string{"serve", "--listen", "unix:" + s.socket, "--http", "none", "--config", s.config}, args...)
	s.process = s.h.command(args...)
	logs := try.Of(s.process.StderrPipe()).Or(s.h.t)
	try.Works(s.h.t, s.process.Start())
	lines := bufio.NewScanner(logs)
	for lines.Scan() {
		if strings.Contains(lines.Text(), "msg=ready") {
			go func() { _, _ = io.Copy(io.Discard, logs) }()
			return
		}
	}
	s.h.t.Fatal("the server ended before it was ready")
}

func (s *served) kill() { _ = s.process.Process.Kill(); _ = s.process.Wait() }

// TestServeCountersMariaDB: with every kind of counter in MariaDB a server that is killed repeats no number. Without
// the database the error says so, and when it is back numbers come again.
func TestServeCountersMariaDB(t *testing.T) {
	t.Parallel()
	testserver.Demanded(t, "counters behind the server over a database that is killed")
	db, url := mariaDB(t, "counters of a server")
	h := newHost(t)
	text := ""
	for _, kind := range kinds {
		text += fmt.Sprintf("[generators.%s]\nscheme = %q\nstore = %q\ncreate = true\nkey = %q\n", "of-"+kind, kind, url,
			regexp.MustCompile(`\W`).ReplaceAllString("t_"+kind, "_"))
	}
	s := serve(h, text)
	c := client.New("unix:"+s.socket, client.Options{Timeout: 20 * time.Second})
	defer c.Close()
	all := map[string]*seen{}
	for range 3 {
		for _, kind := range kinds {
			if all[kind] == nil {
				all[kind] = &seen{t: t, ids: map[string]bool{}}
			}
			for range 20 {
				all[kind].add(try.Of(c.Fetch(t.Context(), "of-"+kind, "", 3)).Or(t))
			}
		}
		s.kill()
		s.start()
	}
	db.Kill()
	if _, err := c.Fetch(t.Context(), "of-ticket", "", 1); err == nil || !strings.HasPrefix(err.Error(), "UNAVAILABLE ") ||
		strings.Contains(err.Error(), testserver.Password) {
		t.Errorf("without the database a ticket is %v; want UNAVAILABLE, and no password", err)
	}
	db.Start()
	try.Await(t, "tickets of the database that is back", func() bool {
		ids, err := c.Fetch(t.Context(), "of-ticket", "", 2)
		return err == nil && len(ids) == 2
	})
}
