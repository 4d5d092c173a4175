//go:build unix

package guard

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// OpenFlags are those of every file of ours: no link is followed.
const OpenFlags = syscall.O_NOFOLLOW

// Open opens a file as package os does, but without its poller: to start that costs a process 50 us, and regular files
// have no use for it.
func (System) Open(path string, flag int, mode os.FileMode) (File, error) {
	for {
		fd, err := unix.Open(path, flag|unix.O_CLOEXEC, uint32(mode.Perm()))
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return nil, &os.PathError{Op: "open", Path: path, Err: err}
		}
		return os.NewFile(uintptr(fd), path), nil
	}
}

// Lock takes the exclusive lock of an open file: BSD's, which goes with the file's description and so with the process.
func (System) Lock(f File, wait bool) (ok bool, err error) {
	how := unix.LOCK_EX | unix.LOCK_NB
	if wait {
		how = unix.LOCK_EX
	}
	for {
		switch err := unix.Flock(int(f.Fd()), how); {
		case err == nil:
			return true, nil
		case errors.Is(err, unix.EWOULDBLOCK):
			return false, nil
		case err != unix.EINTR:
			return false, err
		}
	}
}

// Identify tells a file from others, and from itself before a change.
func Identify(_ File, info os.FileInfo) ID {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return ID{uint64(s.Dev), uint64(s.Ino), changed(s)}
	}
	return ID{}
}

// SameFile reports whether two descriptions are of one file.
func SameFile(a, b os.FileInfo) bool {
	x, y := Identify(nil, a), Identify(nil, b)
	return x.Device == y.Device && x.Inode == y.Inode
}

// OwnerOf is the user and the group of a file.
func OwnerOf(info os.FileInfo) (uid, gid int) {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(s.Uid), int(s.Gid)
	}
	return -1, -1
}

// SyncFolder makes the names in a folder survive a loss of power. A file system that cannot sync a folder says EINVAL,
// and does it by itself.
func (s System) SyncFolder(path string) error {
	d, err := s.Open(path, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); !errors.Is(err, unix.EINVAL) {
		return err
	}
	return nil
}

// noLinks reports whether a file system has no hard links.
func noLinks(err error) bool {
	return errors.Is(err, unix.EPERM) || errors.Is(err, unix.ENOTSUP) || errors.Is(err, unix.ENOSYS) ||
		errors.Is(err, unix.EMLINK)
}
