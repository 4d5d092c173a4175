package testserver

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"idscope/gen/testing/try"
)

// patience is how long a server may take to start or to answer: only one that hangs takes that
// long, also on a machine that does much else.
const patience = 3 * time.Minute

// Server is a server that runs for one test.
type Server struct {
	Addr string // HOST:PORT where it listens
	URL  string // of a user with all rights, with the password if there is one

	t       testing.TB
	dir     string
	account account
	program string
	args    []string
	env     []string
	ready   string // what it writes when it is
	said    chan error
	stop    syscall.Signal

	process *exec.Cmd // nil when it does not run
	done    chan struct{}
}

// newServer makes a folder that belongs to the account that the server runs under:
// some servers refuse to be root.
func newServer(t testing.TB, users ...string) *Server {
	t.Helper()
	dir, err := os.MkdirTemp("", "idscope-server-") // t.TempDir is inside a folder of root's
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{t: t, dir: dir, Addr: FreeAddress(t), stop: syscall.SIGTERM}
	t.Cleanup(func() { s.Stop(); _ = os.RemoveAll(dir) })
	if s.account, err = lookup(users...); err != nil {
		t.Fatal(err)
	}
	try.Works(t, s.account.own(dir))
	return s
}

// path of a file in the server's folder.
func (s *Server) path(name string) string { return filepath.Join(s.dir, name) }

// write makes a file that the server can read.
func (s *Server) write(name, text string) string {
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
func (s *Server) command(program string, args ...string) *exec.Cmd {
	c := exec.Command(program, args...)
	c.Dir = s.dir
	c.Env = append([]string{"HOME=" + s.dir, "TMPDIR=" + s.dir, "PATH=" + os.Getenv("PATH"), "LC_ALL=C"}, s.env...)
	s.account.assume(c)
	return c
}

// run runs a program to its end.
func (s *Server) run(program string, args ...string) {
	s.t.Helper()
	if out, err := s.command(program, args...).CombinedOutput(); err != nil {
		s.t.Fatalf("%s: %v\n%s", program, err, out)
	}
}

// Start starts the server, the first time or with the data that it had, and returns
// when it is ready.
func (s *Server) Start(args ...string) {
	s.t.Helper()
	s.StartOnly(args...)
	s.WaitReady()
}

// StartOnly starts the server and does not wait: members of a cluster are ready
// together. Further arguments hold for this start.
func (s *Server) StartOnly(args ...string) {
	s.t.Helper()
	c := s.command(s.program, append(append([]string{}, s.args...), args...)...)
	r, w, err := os.Pipe()
	if err != nil {
		s.t.Fatal(err)
	}
	c.Stdout, c.Stderr = w, w
	err = c.Start()
	_ = w.Close()
	if err != nil {
		_ = r.Close()
		s.t.Fatal(err)
	}
	s.process, s.done, s.said = c, make(chan struct{}), make(chan error, 1)
	go s.follow(r)
}

// follow reads what the server writes, to its end: a full pipe would stop it.
func (s *Server) follow(r io.ReadCloser) {
	defer close(s.done)
	defer r.Close()
	var lines strings.Builder
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		lines.WriteString(in.Text() + "\n")
		if strings.Contains(in.Text(), s.ready) {
			s.said <- nil
			_, _ = io.Copy(io.Discard, r)
			return
		}
	}
	s.said <- fmt.Errorf("it ended:\n%s", lines.String())
}

// WaitReady returns when the server has said that it is ready.
func (s *Server) WaitReady() {
	s.t.Helper()
	var err error
	select {
	case err = <-s.said:
	case <-time.After(patience):
		err = fmt.Errorf("it was not ready within %s", patience)
	}
	if err != nil {
		s.t.Fatalf("%s: %v", s.program, err)
	}
}

// Stop ends the server as its user would, if it runs.
func (s *Server) Stop() { s.end(s.stop) }

// Kill ends the server and its children at once: kill -9.
func (s *Server) Kill() { s.end(syscall.SIGKILL) }

func (s *Server) end(signal syscall.Signal) {
	if s.process == nil {
		return
	}
	c := s.process
	s.process = nil
	var children []int
	if signal == syscall.SIGKILL {
		freeze(c.Process.Pid) // or it has another child when they are listed
		children = childrenOf(c.Process.Pid)
	}
	_ = c.Process.Signal(signal)
	for _, pid := range children {
		if p, err := os.FindProcess(pid); err == nil {
			_ = p.Kill()
		}
	}
	ended := make(chan struct{})
	go func() { _ = c.Wait(); close(ended) }()
	for tries := 0; ; tries++ {
		select {
		case <-ended:
			select {
			case <-s.done:
			case <-time.After(patience):
				s.t.Errorf("%s ended, and a child of it goes on", s.program)
			}
			return
		case <-time.After(2 * time.Second): // Redis refuses to stop while it writes its first file
			if tries > 10 {
				signal = syscall.SIGKILL
			}
			_ = c.Process.Signal(signal)
		}
	}
}

// Backup stops the server, copies its data, and starts it again. What it returns puts
// that copy in place of the data, while the server is stopped, and starts it on it.
func (s *Server) Backup() (restore func()) {
	s.t.Helper()
	kept := filepath.Join(s.t.TempDir(), "data")
	s.Stop()
	s.copy(s.dir, kept)
	s.Start()
	return s.putBack(kept)
}

// Snapshot copies the data of the server while it is frozen for a moment, as a snapshot
// of its disk would, and returns what [Server.Backup] returns.
func (s *Server) Snapshot() (restore func()) {
	s.t.Helper()
	kept := filepath.Join(s.t.TempDir(), "data")
	freeze(s.process.Process.Pid)
	all := append(childrenOf(s.process.Process.Pid), s.process.Process.Pid)
	for _, pid := range all {
		freeze(pid)
	}
	s.copy(s.dir, kept)
	for _, pid := range all {
		thaw(pid)
	}
	return s.putBack(kept)
}

func (s *Server) putBack(kept string) func() {
	return func() {
		s.t.Helper()
		s.Stop()
		list := try.Of(filepath.Glob(filepath.Join(s.dir, "*"))).Or(s.t)
		for _, path := range list {
			try.Works(s.t, os.RemoveAll(path))
		}
		s.copy(kept+"/.", s.dir)
		s.Start()
	}
}

// copy copies a folder with the owners of its files, as root does.
func (s *Server) copy(from, to string) {
	s.t.Helper()
	if out, err := exec.Command("cp", "-pR", from, to).CombinedOutput(); err != nil {
		s.t.Fatalf("cp: %v\n%s", err, out)
	}
}
