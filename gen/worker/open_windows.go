package worker

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

const openFlags = 0

// lockInode has nothing to do: a lock file that is open can not be deleted here.
func lockInode(*os.File) (ok bool, err error) { return true, nil }

// inode is the number of the file on its volume.
func inode(f *os.File, _ os.FileInfo) uint64 {
	var info windows.ByHandleFileInformation
	if err := windows.GetFileInformationByHandle(windows.Handle(f.Fd()), &info); err != nil {
		return 0
	}
	return uint64(info.FileIndexHigh)<<32 | uint64(info.FileIndexLow)
}

// syncFolder has nothing to do: the file system logs its names.
func syncFolder(string) {}

// noLinks reports whether a file system has no hard links.
func noLinks(err error) bool {
	return errors.Is(err, windows.ERROR_INVALID_FUNCTION) || errors.Is(err, windows.ERROR_NOT_SUPPORTED)
}
