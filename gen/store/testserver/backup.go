package testserver

import (
	"os"
	"os/exec"
	"path/filepath"
)

// Backup stops the server, copies its data, and starts it again. What it returns puts
// that copy in place of the data, while the server is stopped, and starts it on it.
func (s *Server) Backup() (restore func()) {
	s.t.Helper()
	kept := filepath.Join(s.t.TempDir(), "data")
	s.Stop()
	s.copy(s.dir, kept)
	s.Start()
	return func() {
		s.t.Helper()
		s.Stop()
		list, err := filepath.Glob(filepath.Join(s.dir, "*"))
		if err != nil {
			s.t.Fatal(err)
		}
		for _, path := range list {
			if err := os.RemoveAll(path); err != nil {
				s.t.Fatal(err)
			}
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
