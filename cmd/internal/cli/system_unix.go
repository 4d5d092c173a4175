//go:build unix

package cli

import (
	"io/fs"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// replace makes this process the other program, with the same arguments.
func (a *App) replace(path string) error {
	err := syscall.Exec(path, append([]string{fullName}, a.Args...), append(os.Environ(), fullMark+"=1"))
	return Refused("%s cannot be started: %w", path, err)
}

// OutliveLimit makes a write past the limit of file sizes an error, where there
// is such a limit, instead of a signal that ends the program.
func OutliveLimit() {
	var r unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_FSIZE, &r) == nil && uint64(r.Cur) < unix.RLIM_INFINITY {
		signal.Ignore(syscall.SIGXFSZ)
	}
}

func writable(dir string) bool {
	info, err := os.Stat(dir)
	return err == nil && info.IsDir() && unix.Access(dir, unix.W_OK|unix.X_OK) == nil
}

// replaceable reports whether files of a folder can be replaced.
func replaceable(dir string) bool { return writable(dir) }

// foreign reports whether a file has another owner than what this process creates.
func foreign(file fs.FileInfo) bool {
	s, ok := file.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) != os.Geteuid()
}

func hostClaims(func(string) string) string { return "/var/tmp/idscope" }
