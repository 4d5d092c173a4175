package guard

import (
	"os"

	"golang.org/x/sys/unix"
)

// SyncData makes the content of a file survive a loss of power.
func (System) SyncData(f File) error {
	for {
		if err := unix.Fdatasync(int(f.Fd())); err != unix.EINTR {
			return os.NewSyscallError("fdatasync", err)
		}
	}
}
