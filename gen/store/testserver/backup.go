package testserver

import (
	"os"
	"os/exec"
	"path/filepath"

	"idscope/gen/testing/try"
)

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

// Snapshot copies the data of the server while it stands still for a moment, as a snapshot
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
