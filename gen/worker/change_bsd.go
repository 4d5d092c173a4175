//go:build darwin || freebsd

package worker

import (
	"os"
	"syscall"
)

// changed is when the inode changed last, in ns since 1970; 0 is unknown.
func changed(info os.FileInfo) int64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return s.Ctimespec.Nano()
	}
	return 0
}
