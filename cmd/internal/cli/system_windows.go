package cli

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// replace runs the other program and passes its status on.
func (a *App) replace(path string) error {
	c := exec.Command(path, a.Args...)
	c.Stdin, c.Stdout, c.Stderr = a.In, raw(a.Out), a.Err
	c.Env = append(os.Environ(), fullMark+"=1")
	err := c.Run()
	if err == nil {
		return nil
	}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return &Failure{Status: exit.ExitCode()}
	}
	return Refused("%s cannot be started: %w", path, err)
}

// OutliveLimit has nothing to do: file sizes have no limit.
func OutliveLimit() {}

// writable is false: the host-wide folder of the state is a path of Unix.
func writable(string) bool { return false }

func replaceable(string) bool { return true }

func foreign(fs.FileInfo) bool { return false }

// hostClaims is below the folder of all users' data. A path that is not absolute
// would be another one in each folder, so such a value counts as none.
func hostClaims(getenv func(string) string) string {
	known, _ := windows.KnownFolderPath(windows.FOLDERID_ProgramData, 0)
	for _, dir := range []string{getenv("ProgramData"), known} {
		if filepath.IsAbs(dir) {
			return filepath.Join(dir, "idscope", "claims")
		}
	}
	return `C:\ProgramData\idscope\claims`
}
