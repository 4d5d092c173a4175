//go:build unix

package cmd

import (
	"os"
	"syscall"
)

// replace makes this process the other program, with the same arguments.
func (a *app) replace(path string) error {
	err := syscall.Exec(path, append([]string{fullName}, a.Args...), append(os.Environ(), fullMark+"=1"))
	return refused("%s can not be started: %w", path, err)
}
