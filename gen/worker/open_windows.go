package worker

import (
	"errors"
	"os"

	"github.com/gofrs/flock"
	"golang.org/x/sys/windows"
)

const openFlags = 0

func open(path string, flag int, mode os.FileMode) (*os.File, error) {
	return os.OpenFile(path, flag, mode)
}

// fileLock is an exclusive lock on a file.
type fileLock struct{ *flock.Flock }

// lockFile takes the lock of an existing file if it is free.
func lockFile(path string) (l *fileLock, ok bool, err error) {
	l = &fileLock{flock.New(path, flock.SetFlag(os.O_RDONLY))}
	ok, err = l.TryLock()
	return l, ok, err
}

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
