//go:build !unix

package cli

import (
	"errors"
	"os"
	"os/exec"
)

// replace runs the other program and passes its status on.
func (a *App) replace(path string) error {
	c := exec.Command(path, a.Args...)
	c.Stdin, c.Stdout, c.Stderr = a.In, raw(a.Out), a.Err
	c.Env = append(os.Environ(), fullMark+"=1")
	err := c.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &exit):
		return &Failure{Status: exit.ExitCode()}
	}
	return Refused("%s cannot be started: %w", path, err)
}
