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
type fileLock struct {
	*flock.Flock
	marked bool // it is not empty
}

// lockFile takes the lock of an existing file if it is free.
func (system) lockFile(path string) (l *fileLock, ok bool, err error) {
	l = &fileLock{Flock: flock.New(path, flock.SetFlag(os.O_RDONLY))}
	ok, err = l.TryLock()
	return l, ok, err
}

// blockOn waits for the lock, however long that takes.
func (system) blockOn(path string) (*fileLock, error) {
	l := &fileLock{Flock: flock.New(path, flock.SetFlag(os.O_RDONLY))}
	return l, l.Lock()
}

// Fd is none: the path tells all that is asked.
func (l *fileLock) Fd() uintptr { return 0 }

// lockInode has nothing to do: a lock file that is open cannot be deleted here.
func (system) lockInode(handle) (ok bool, err error) { return true, nil }

// identity is the number of the file on its volume, and of the volume; 0 is
// unknown.
func identity(f handle, _ os.FileInfo) (device, inode uint64) {
	var info windows.ByHandleFileInformation
	if f == nil || windows.GetFileInformationByHandle(windows.Handle(f.Fd()), &info) != nil {
		return 0, 0
	}
	return uint64(info.VolumeSerialNumber), uint64(info.FileIndexHigh)<<32 | uint64(info.FileIndexLow)
}

// changed is when the inode changed last: not asked for here.
func changed(os.FileInfo) int64 { return 0 }

// sameFile reports whether two descriptions are of one file.
func sameFile(a, b os.FileInfo) bool { return os.SameFile(a, b) }

// ownerOf is not asked for here: files inherit what may be done with them.
func ownerOf(os.FileInfo) (uid, gid int) { return -1, -1 }

// syncFolder has nothing to do: the file system logs its names.
func (system) syncFolder(string) {}

// noLinks reports whether a file system has no hard links.
func noLinks(err error) bool {
	return errors.Is(err, windows.ERROR_INVALID_FUNCTION) || errors.Is(err, windows.ERROR_NOT_SUPPORTED)
}

// inherit and inheritFolder have nothing to do: new files get the rights of their
// folder.
func (system) inherit(handle)       {}
func (system) inheritFolder(string) {}

// makeAll makes a folder with all above it.
func (system) makeAll(path string) error { return os.MkdirAll(path, 0o700) }

// smallFiles is not asked for: there is no limit of the size of files.
func smallFiles(uint64) (limit uint64, small bool) { return 0, false }
