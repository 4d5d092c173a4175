//go:build unix && !darwin && !freebsd && !netbsd

package guard

import (
	"os"
	"syscall"
)

// Changed is when the inode Changed last, in ns since 1970; 0 is unknown.
func Changed(info os.FileInfo) int64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return s.Ctim.Nano()
	}
	return 0
}
