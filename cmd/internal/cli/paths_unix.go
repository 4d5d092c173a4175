//go:build unix

package cli

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// errNotDirectory says that a part of a path is a file.
const errNotDirectory = syscall.ENOTDIR

func writable(dir string) bool { return isDir(dir) && unix.Access(dir, unix.W_OK|unix.X_OK) == nil }

func hostClaims(func(string) string) string { return "/var/tmp/idscope" }
