// Package testserver starts database servers of the distribution for tests, each
// with a folder and a port of its own, and stops them at the end.
//
// It does so only where IDSCOPE_TEST_SERVERS is 1; elsewhere the test is skipped
// and says what it leaves out. A server that is wanted and cannot be started
// fails the test.
package testserver

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Variable is the environment variable that says that servers may be started.
const Variable = "IDSCOPE_TEST_SERVERS"

// Password is that of the servers' users: a test may look for it where it must not be.
const Password = "s3cret-w0rd"

// patience is how long a server may take to start; CI machines are slow.
const patience = 2 * time.Minute

// wanted skips the test where no servers are to be started, and says what is not
// tested for that.
func wanted(t testing.TB, server, what string) {
	t.Helper()
	if os.Getenv(Variable) != "1" {
		t.Skipf("left out, in a %s of its own: %s; %s=1 runs it", server, what, Variable)
	}
}

// server is a process, and what it takes to stop it.
type server struct {
	t       testing.TB
	dir     string
	account account
}

// newServer makes a folder that belongs to the account that the server runs under:
// servers refuse to be root.
func newServer(t testing.TB, users ...string) *server {
	t.Helper()
	dir, err := os.MkdirTemp("", "idscope-server-") // t.TempDir is inside a folder of root's
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	s := &server{t: t, dir: dir}
	if s.account, err = lookup(users...); err != nil {
		t.Fatal(err)
	}
	if err := s.account.own(dir); err != nil {
		t.Fatal(err)
	}
	return s
}

// path of a file in the server's folder.
func (s *server) path(name string) string { return filepath.Join(s.dir, name) }

// write makes a file that the server can read.
func (s *server) write(name, text string) string {
	s.t.Helper()
	err := os.WriteFile(s.path(name), []byte(text), 0o600)
	if err == nil {
		err = s.account.own(s.path(name))
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return s.path(name)
}

// command is a program as the server's account.
func (s *server) command(program string, args ...string) *exec.Cmd {
	c := exec.Command(program, args...)
	c.Dir = s.dir
	c.Env = []string{"HOME=" + s.dir, "TMPDIR=" + s.dir, "PATH=" + os.Getenv("PATH"), "LC_ALL=C"}
	s.account.assume(c)
	return c
}

// run runs a program to its end.
func (s *server) run(program string, args ...string) {
	s.t.Helper()
	if out, err := s.command(program, args...).CombinedOutput(); err != nil {
		s.t.Fatalf("%s: %v\n%s", program, err, out)
	}
}

// start runs the server until the end of the test, and returns when it has said
// that it is ready.
func (s *server) start(c *exec.Cmd, ready string, stop os.Signal) {
	s.t.Helper()
	log, err := c.StderrPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		s.t.Fatal(err)
	}
	said := make(chan error, 1)
	done := make(chan struct{})
	go func() {
		defer close(done)
		var lines strings.Builder
		for in := bufio.NewScanner(log); in.Scan(); {
			lines.WriteString(in.Text() + "\n")
			if strings.Contains(in.Text(), ready) {
				said <- nil
				_, _ = io.Copy(io.Discard, log) // else a full pipe stops it
				return
			}
		}
		said <- errors.New("it ended:\n" + lines.String())
	}()
	s.t.Cleanup(func() {
		_ = c.Process.Signal(stop)
		late := time.AfterFunc(patience, func() { _ = c.Process.Kill() })
		<-done // the pipe is read to its end before Wait closes it
		_ = c.Wait()
		late.Stop()
	})
	select {
	case err = <-said:
	case <-time.After(patience):
		err = fmt.Errorf("it was not ready within %s", patience)
	}
	if err != nil {
		s.t.Fatalf("%s: %v", c.Path, err)
	}
}

// freePort is a port of the loopback interface that nobody listens to now.
func freePort(t testing.TB) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// program finds a program on PATH or in one of the folders, by pattern; of several
// versions the last.
func program(t testing.TB, name string, folders ...string) string {
	t.Helper()
	if path, err := exec.LookPath(name); err == nil {
		return path
	}
	for _, folder := range folders {
		if list, _ := filepath.Glob(filepath.Join(folder, name)); len(list) > 0 {
			return list[len(list)-1]
		}
	}
	t.Fatalf("%s is not installed, and %s=1 wants it; apt-get install postgresql mariadb-server", name, Variable)
	return ""
}
