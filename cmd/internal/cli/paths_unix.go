//go:build unix

package cli

import (
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

func writable(dir string) bool { return isDir(dir) && unix.Access(dir, unix.W_OK|unix.X_OK) == nil }

// replaceable reports whether files of a folder can be replaced.
func replaceable(dir string) bool { return writable(dir) }

// foreign reports whether a file has another owner than what this process creates.
func foreign(file fs.FileInfo) bool {
	s, ok := file.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) != os.Geteuid()
}

func hostClaims(func(string) string) string { return "/var/tmp/idscope" }
