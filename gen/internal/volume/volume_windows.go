// Package volume tells what kind of file system files are on: whether a lock holds,
// and whether what is written survives a start of the machine.
package volume

import (
	"path/filepath"

	"golang.org/x/sys/windows"
)

// Network tells whether the path is on a drive of another host.
func Network(path string, _ uintptr) string {
	root, err := windows.UTF16PtrFromString(filepath.VolumeName(path) + `\`)
	if err != nil || windows.GetDriveType(root) != windows.DRIVE_REMOTE {
		return ""
	}
	return "remote drive"
}

// Volatile returns the name of the file system in memory that the file is on, or
// nothing: none is known here.
func Volatile(uintptr) string { return "" }
