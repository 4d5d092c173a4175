//go:build unix

package cli

import (
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// OutliveLimit makes a write past the limit of file sizes an error, where there
// is such a limit, instead of a signal that ends the program.
func OutliveLimit() {
	var r unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_FSIZE, &r) == nil && uint64(r.Cur) < unix.RLIM_INFINITY {
		signal.Ignore(syscall.SIGXFSZ)
	}
}
