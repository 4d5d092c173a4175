//go:build unix

package file

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// syncFolder makes the names in a folder survive a loss of power. A file system
// that cannot sync a folder says EINVAL, and does it by itself.
func syncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) {
		return err
	}
	return nil
}

// inode is the number of a folder, which a copy does not have.
func inode(info os.FileInfo) string {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return fmt.Sprintf("/%d", s.Ino)
	}
	return ""
}
