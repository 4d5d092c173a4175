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
