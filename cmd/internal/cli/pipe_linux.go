package cli

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// WidenPipe makes a pipe hold 1 MiB, so that writer and reader wait for each other
// less often; what refuses stays as it is.
func WidenPipe(w io.Writer, count uint64) {
	const few = 1 << 14 // ids that a pipe of 64 KiB takes as fast
	if f, ok := raw(w).(*os.File); ok && count >= few {
		_, _ = unix.FcntlInt(f.Fd(), unix.F_SETPIPE_SZ, 1<<20)
	}
}
