package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"golang.org/x/sys/unix"
)

// stdoutClosed reports whether a shell closed stdout (>&-). Before any of our code runs,
// the Go runtime opens /dev/null for reading and writing in its place, so that no other
// file gets its number. Programs in other languages discard output in the same way, which
// is no error. Shells do not: they open /dev/null for writing alone.
func stdoutClosed() bool {
	flags, err := unix.FcntlInt(1, unix.F_GETFL, 0)
	if err != nil || flags&unix.O_ACCMODE != unix.O_RDWR {
		return err != nil
	}
	var s unix.Stat_t
	if unix.Fstat(1, &s) != nil || s.Mode&unix.S_IFMT != unix.S_IFCHR || s.Rdev != unix.Mkdev(1, 3) {
		return false
	}
	parent := "/proc/" + strconv.Itoa(os.Getppid())
	program, err := os.Readlink(parent + "/exe")
	if err != nil || !slices.Contains(shells[:], filepath.Base(program)) {
		return false
	}
	its, err := os.Readlink(parent + "/fd/1")
	return os.IsNotExist(err) || err == nil && its != os.DevNull
}

// shells are the names of programs that close stdout where they are told to.
var shells = [...]string{"sh", "bash", "dash", "zsh", "ksh", "ksh93", "mksh", "ash", "busybox", "fish"}
