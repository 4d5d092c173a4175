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

// lockInode locks the file itself, beside its lock file: should somebody delete
// the lock file, two processes can hold one each, but not both the record. ok is
// false when another process has it.
func lockInode(f *os.File) (ok bool, err error) {
	err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

// inode is the number of the file in its file system.
func inode(_ *os.File, info os.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Ino)
	}
	return 0
}

// syncFolder makes the names in a folder survive a loss of power, where the
// file system knows how.
func syncFolder(path string) {
	if d, err := os.Open(path); err == nil {
		d.Sync()
		d.Close()
	}
}

// noLinks reports whether a file system has no hard links.
func noLinks(err error) bool {
	return errors.Is(err, unix.EPERM) || errors.Is(err, unix.ENOTSUP) || errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EMLINK)
}
