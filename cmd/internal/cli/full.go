package cli

import (
	"os"
	"os/exec"
	"path/filepath"
)

// fullName is the program with every engine linked in.
const fullName = "idscope-full"

// RunFull runs the same call in idscope-full, and does not return where that works:
// the program replaces itself, or passes the other's status on. need is what
// this program has not.
func (a *App) RunFull(need string) error {
	path, ok := a.FindFull()
	if !ok || a.Getenv(fullMark) != "" {
		return Refused("%s needs %s, which is not beside this program nor on PATH", need, fullName).
			Hinted("go install ./... installs both")
	}
	return a.replace(path)
}

// fullMark keeps two programs that both lack an engine from calling each other.
const fullMark = "IDSCOPE_FULL"

// FindFull looks beside this program, then on PATH.
func (a *App) FindFull() (string, bool) {
	if own, err := os.Executable(); err == nil {
		if real, err := filepath.EvalSymlinks(own); err == nil {
			own = real
		}
		if path, err := exec.LookPath(filepath.Join(filepath.Dir(own), fullName)); err == nil {
			return path, true
		}
	}
	path, err := exec.LookPath(fullName)
	return path, err == nil
}
