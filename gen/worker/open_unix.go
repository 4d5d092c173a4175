//go:build unix

package worker

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// openFlags are those of every file of ours: no link is followed, and a FIFO in
// its place does not block.
const openFlags = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// open opens a file as package os does, but without its poller: to start that
// costs a process 50 us, and regular files have no use for it.
func open(path string, flag int, mode os.FileMode) (*os.File, error) {
	for {
		fd, err := unix.Open(path, flag|unix.O_CLOEXEC, uint32(mode.Perm()))
		if err == unix.EINTR {
			continue
		}
		if err == nil && flag&unix.O_NONBLOCK != 0 { // of what fcntl sets we use nothing
			_, err = unix.FcntlInt(uintptr(fd), unix.F_SETFL, 0)
		}
		if err != nil {
			return nil, &os.PathError{Op: "open", Path: path, Err: err}
		}
		return os.NewFile(uintptr(fd), path), nil
	}
}

// fileLock is an exclusive lock on an open file: BSD's, which goes with the
// file's description and so with the process.
type fileLock struct {
	handle
	marked bool // it is not empty
}

// lockFile takes the lock of an existing file if it is free.
func (d system) lockFile(path string) (l *fileLock, ok bool, err error) {
	f, err := open(path, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, false, err
	}
	if ok, err = d.lockInode(f); !ok {
		f.Close()
		return nil, false, err
	}
	return &fileLock{handle: f}, true, nil
}

// blockOn waits for the lock in a queue of the kernel's, however long that takes.
func (system) blockOn(path string) (*fileLock, error) {
	f, err := open(path, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, err
	}
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX)
		if err == nil {
			return &fileLock{handle: f}, nil
		}
		if err != unix.EINTR {
			f.Close()
			return nil, err
		}
	}
}

// Unlock gives the lock up.
func (l *fileLock) Unlock() error { return l.Close() }

// lockInode locks the file itself, beside its lock file: should somebody delete
// the lock file, two processes can hold one each, but not both the record. ok is
// false when another process has it.
func (system) lockInode(f handle) (ok bool, err error) {
	err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

// identity is the number of the file and of its file system; 0 is unknown.
func identity(_ handle, info os.FileInfo) (device, inode uint64) {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Dev), uint64(s.Ino)
	}
	return 0, 0
}

// sameFile reports whether two descriptions are of one file.
func sameFile(a, b os.FileInfo) bool {
	device, inode := identity(nil, a)
	d, i := identity(nil, b)
	return device == d && inode == i
}

// ownerOf is the user and the group of a file.
func ownerOf(info os.FileInfo) (uid, gid int) {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(s.Uid), int(s.Gid)
	}
	return -1, -1
}

// syncFolder makes the names in a folder survive a loss of power, where the
// file system knows how.
func (system) syncFolder(path string) {
	if d, err := open(path, os.O_RDONLY, 0); err == nil {
		d.Sync()
		d.Close()
	}
}

// noLinks reports whether a file system has no hard links.
func noLinks(err error) bool {
	return errors.Is(err, unix.EPERM) || errors.Is(err, unix.ENOTSUP) || errors.Is(err, unix.ENOSYS) ||
		errors.Is(err, unix.EMLINK)
}

// smallFiles reports whether files of that size are forbidden to this process
// (RLIMIT_FSIZE), and the limit: a write past it ends the process by a signal.
func smallFiles(want uint64) (limit uint64, small bool) {
	var r unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_FSIZE, &r) != nil {
		return 0, false
	}
	return uint64(r.Cur), uint64(r.Cur) < want
}
