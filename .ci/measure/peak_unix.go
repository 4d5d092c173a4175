//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peak is the most memory that a process or a child of it used, in bytes. Linux
// counts what this program has, some MiB, as used by each process it starts.
func peak(s *os.ProcessState) int64 {
	usage := s.SysUsage().(*syscall.Rusage)
	if runtime.GOOS == "darwin" {
		return int64(usage.Maxrss) // there it is in bytes
	}
	return int64(usage.Maxrss) << 10
}
