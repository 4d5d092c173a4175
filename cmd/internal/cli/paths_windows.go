package cli

import (
	"io/fs"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// writable is false: the host-wide folder of the state is a path of Unix.
func writable(string) bool { return false }

func replaceable(string) bool { return true }

func foreign(fs.FileInfo) bool { return false }

// hostClaims is below the folder of all users' data. A path that is not absolute
// would be another one in each folder, so such a value counts as none.
func hostClaims(getenv func(string) string) string {
	known, _ := windows.KnownFolderPath(windows.FOLDERID_ProgramData, 0)
	for _, dir := range []string{getenv("ProgramData"), known} {
		if filepath.IsAbs(dir) {
			return filepath.Join(dir, "idscope", "claims")
		}
	}
	return `C:\ProgramData\idscope\claims`
}
