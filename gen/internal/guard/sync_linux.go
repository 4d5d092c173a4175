package guard

import (
	"os"

	"golang.org/x/sys/unix"
)

// SyncData makes the content of a file survive a loss of power.
func (System) SyncData(f File) error {
	for {
		err := unix.Fdatasync(int(f.Fd()))
		if err == nil {
			return nil
		}
		if err != unix.EINTR {
			return &os.PathError{Op: "fdatasync", Path: f.Name(), Err: err}
		}
	}
}
