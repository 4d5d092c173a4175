package guard

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

const OpenFlags = 0

// Open is that of package os.
func (System) Open(path string, flag int, mode os.FileMode) (File, error) {
	f, err := os.OpenFile(path, flag, mode)
	if err != nil {
		return nil, err // not a File that is a nil *os.File
	}
	return f, nil
}

// lockedByte is which bytes of a file are locked: none that is ever written, for a lock keeps others from reading what
// it covers.
const lockedByte = 1 << 30 // times 4 GiB

// Lock takes the exclusive lock of an open file.
func (System) Lock(f File, wait bool) (ok bool, err error) {
	flags := uint32(windows.LOCKFILE_EXCLUSIVE_LOCK)
	if !wait {
		flags |= windows.LOCKFILE_FAIL_IMMEDIATELY
	}
	at := windows.Overlapped{OffsetHigh: lockedByte}
	err = windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return false, nil
	}
	return err == nil, err
}

// Identify tells a file from others; when it changed is not asked for here.
func Identify(f File, _ os.FileInfo) ID {
	var info windows.ByHandleFileInformation
	if f == nil || windows.GetFileInformationByHandle(windows.Handle(f.Fd()), &info) != nil {
		return ID{}
	}
	inode := uint64(info.FileIndexHigh)<<32 | uint64(info.FileIndexLow)
	return ID{Device: uint64(info.VolumeSerialNumber), Inode: inode}
}

// SameFile reports whether two descriptions are of one file.
func SameFile(a, b os.FileInfo) bool { return os.SameFile(a, b) }

// OwnerOf is not asked for here: files inherit what may be done with them.
func OwnerOf(os.FileInfo) (uid, gid int) { return -1, -1 }

// SyncFolder has nothing to do: the file system logs its names.
func (System) SyncFolder(string) error { return nil }

// noLinks reports whether a file system has no hard links.
func noLinks(err error) bool {
	return errors.Is(err, windows.ERROR_INVALID_FUNCTION) || errors.Is(err, windows.ERROR_NOT_SUPPORTED)
}

// Inherit has nothing to do: new files get the rights of their folder.
func (System) Inherit(File) {}
