//go:build !linux && !darwin && !windows

// Package volume tells what kind of file system files are on: whether a lock holds,
// and whether what is written survives a start of the machine.
package volume

// Network returns nothing: no network file system is known here.
func Network(string, uintptr) string { return "" }

// Volatile returns the name of the file system in memory that the file is on, or
// nothing: none is known here.
func Volatile(uintptr) string { return "" }
