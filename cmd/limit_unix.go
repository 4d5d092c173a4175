//go:build unix

package cmd

import (
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// outliveLimit makes a write past the limit of file sizes an error, where there
// is such a limit, instead of a signal that ends the program.
func outliveLimit() {
	var r unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_FSIZE, &r) == nil && uint64(r.Cur) < unix.RLIM_INFINITY {
		signal.Ignore(syscall.SIGXFSZ)
	}
}
