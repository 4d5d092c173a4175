//go:build unix

package worker

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sys/unix"
)

// inherit gives a new file or folder the owner and the group of the folder that
// it is in: what root makes in a user's folder, as sudo with a kept HOME does,
// stays the user's, and what one user makes in a folder of his group stays the
// group's. In a sticky folder everybody keeps what he makes. Only root can give
// files away, and who cannot leaves them as they are.
//
// The folder is opened, and has to hold the file: else who may rename folders on
// the way could make root give him a file elsewhere.
func (system) inherit(f handle) {
	d, err := open(filepath.Dir(f.Name()), os.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW, 0)
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

// inheritFolder is inherit for a folder; a link in its place is not followed.
func (s system) inheritFolder(path string) {
	if d, err := open(path, os.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW, 0); err == nil {
		s.inherit(d)
		d.Close()
	}
}

// makeAll makes a folder with all above it, each with the owner of the one that
// it is in.
func (s system) makeAll(path string) error {
	var missing []string
	for p := path; ; p = filepath.Dir(p) {
		if _, err := os.Lstat(p); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		missing = append(missing, p)
	}
	if err := os.MkdirAll(path, 0o700); err != nil {
		return err
	}
	for _, p := range slices.Backward(missing) {
		s.inheritFolder(p)
	}
	return nil
}
