//go:build unix

package guard

import (
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Inherit gives a new file or folder the owner and the group of its folder: what root makes in a user's folder, as sudo
// with a kept HOME does, stays the user's, and what one makes in a folder of his group stays the group's. In a sticky
// folder everybody keeps what he makes. Who cannot give files away leaves them as they are.
//
// The folder is opened, and has to hold the file: else who may rename folders on the way could make root give him a
// file elsewhere.
func (s System) Inherit(f File) {
	d, err := s.Open(filepath.Dir(f.Name()), os.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW, 0)
	if err != nil {
		return
	}
	defer d.Close()
	var above, named, own unix.Stat_t
	dir, file := int(d.Fd()), int(f.Fd())
	if unix.Fstat(dir, &above) != nil || above.Mode&unix.S_ISVTX != 0 || unix.Fstat(file, &own) != nil {
		return
	}
	err = unix.Fstatat(dir, filepath.Base(f.Name()), &named, unix.AT_SYMLINK_NOFOLLOW)
	if err != nil || named.Dev != own.Dev || named.Ino != own.Ino {
		return
	}
	if os.Geteuid() == 0 {
		unix.Fchown(file, int(above.Uid), int(above.Gid))
	} else if above.Mode&unix.S_IWGRP != 0 {
		unix.Fchown(file, -1, int(above.Gid))
	}
}
