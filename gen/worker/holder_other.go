//go:build !linux

package worker

// holder is unknown: only Linux tells who holds a lock.
func holder(string) (pid int, name string, ok bool) { return 0, "", false }
