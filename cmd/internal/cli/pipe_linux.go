package cli

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// PipeRoom is what a pipe that can be written to takes at once (PIPE_BUF).
const PipeRoom = 4096

// WidenPipe makes a pipe hold 1 MiB, so that writer and reader wait for each other
// less often; what refuses stays as it is.
func WidenPipe(w io.Writer, count uint64) {
	const few = 1 << 14 // ids that a pipe of 64 KiB takes as fast
	if f, ok := raw(w).(*os.File); ok && count >= few {
		_, _ = unix.FcntlInt(f.Fd(), unix.F_SETPIPE_SZ, 1<<20)
	}
}

// AwaitRoom waits until a pipe has room for PipeRoom bytes: so many can be written
// without another wait.
func AwaitRoom(w io.Writer) {
	f, ok := raw(w).(*os.File)
	if !ok {
		return
	}
	list := []unix.PollFd{{Fd: int32(f.Fd()), Events: unix.POLLOUT}}
	for {
		if _, err := unix.Poll(list, -1); err != unix.EINTR {
			return
		}
	}
}
