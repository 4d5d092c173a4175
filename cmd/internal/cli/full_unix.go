//go:build unix

package cli

import (
	"os"
	"syscall"
)

// replace makes this process the other program, with the same arguments.
func (a *App) replace(path string) error {
	err := syscall.Exec(path, append([]string{fullName}, a.Args...), append(os.Environ(), fullMark+"=1"))
	return Refused("%s cannot be started: %w", path, err)
}
