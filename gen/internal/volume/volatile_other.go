//go:build !linux

package volume

// Volatile returns the name of the file system in memory that the file is on, or nothing: none is known here.
func Volatile(uintptr) string { return "" }
