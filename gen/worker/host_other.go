//go:build !linux

package worker

func unsynced() bool { return false }

// mountNS is empty: all processes see the same files.
func mountNS() string { return "" }

// private is not asked for here: all processes see the same files.
func private(string) string { return "" }

// holder is unknown: only Linux tells who holds a lock.
func holder(string) (pid int, name string, ok bool) { return 0, "", false }
