//go:build !unix

package cli

import (
	"path/filepath"
	"syscall"
)

// errNotDirectory says that a part of a path is a file.
const errNotDirectory = syscall.ENOTDIR

// writable is false: the host-wide folder of the state is a path of Unix.
func writable(string) bool { return false }

func hostClaims(getenv func(string) string) string {
	return filepath.Join(getenv("ProgramData"), "idscope", "claims")
}
