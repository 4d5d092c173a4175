package cli

import (
	"crypto/rand"
	"io"
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

// WidenPipe makes a pipe hold 1 MiB, so that writer and reader wait for each other
// less often; what refuses stays as it is.
func WidenPipe(w io.Writer, count uint64) {
	const few = 1 << 14 // ids that a pipe of 64 KiB takes as fast
	if f, ok := raw(w).(*os.File); ok && count >= few {
		_, _ = unix.FcntlInt(f.Fd(), unix.F_SETPIPE_SZ, 1<<20)
	}
}

// SystemRandom is the source of random bits for a call that makes so many ids; nil
// is the library's own. For few it is getrandom(2), which crypto/rand draws from
// too: the first read of that one starts a timer, the poller and the state of the
// vDSO with it, 3 % of a call that makes one id.
func SystemRandom(count uint64) io.Reader {
	if count > 64 {
		return nil
	}
	return kernel{}
}

type kernel struct{}

// Read fills p; where the kernel does not, crypto/rand does.
func (kernel) Read(p []byte) (int, error) {
	if n, err := unix.Getrandom(p, 0); err == nil && n == len(p) {
		return n, nil
	}
	return rand.Read(p)
}
