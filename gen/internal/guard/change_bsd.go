//go:build darwin || freebsd || netbsd

package guard

import "syscall"

func changed(s *syscall.Stat_t) int64 { return s.Ctimespec.Nano() }
