//go:build !linux && !darwin && !windows

package volume

// Network returns nothing: no network file system is known here.
func Network(string, uintptr) string { return "" }
