package guard

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// MakeAll makes a folder with all above it that is missing, each with the owner of the one that it is in.
func (d Disk) MakeAll(path string, mode os.FileMode) error {
	info, missing := d.Stat(path)
	if missing == nil {
		if info.IsDir() {
			return nil
		}
		return &os.PathError{Op: "mkdir", Path: path, Err: syscall.ENOTDIR}
	}
	if above := filepath.Dir(path); above != path {
		if err := d.MakeAll(above, mode); err != nil {
			return err
		}
	}
	if err := d.Mkdir(path, mode); err != nil {
		switch info, e := d.Lstat(path); {
		case e == nil && info.IsDir(): // made meanwhile
			return nil
		case e == nil && info.Mode()&fs.ModeSymlink != 0 && errors.Is(missing, fs.ErrNotExist):
			return &os.PathError{Op: "mkdir", Path: path, Err: ErrNowhere}
		}
		return err
	}
	d.InheritFolder(path)
	return nil
}

// InheritFolder is Inherit for a folder; a link in its place is not followed.
func (d Disk) InheritFolder(path string) {
	if f, err := d.Open(path, os.O_RDONLY|OpenFlags, 0); err == nil {
		d.Inherit(f)
		f.Close()
	}
}

// MakeFolder makes a folder that nobody sees before it has its mode, whatever the umask, and its content. One that is
// there already stays as it is.
func (d Disk) MakeFolder(path string, mode os.FileMode, fill func(temp string) error) error {
	temp := tempName(path)
	if err := d.Mkdir(temp, 0o700); err != nil {
		return err
	}
	err := d.Chmod(temp, mode)
	if err == nil && fill != nil {
		err = fill(temp)
	}
	if err == nil {
		err = d.Rename(temp, path)
	}
	if err != nil {
		list, _ := d.ReadDir(temp)
		for _, e := range list {
			d.Remove(filepath.Join(temp, e.Name()))
		}
		d.Remove(temp)
		if info, e := d.Stat(path); e == nil && info.IsDir() {
			return nil
		}
		return err
	}
	d.SyncFolder(filepath.Dir(path))
	return nil
}

// WriteNew makes a file that nobody sees before it is complete, has its mode and is on the disk. It fails with
// fs.ErrExist if there is one. Without hard links a process that is killed can leave half a file, which is damaged.
func (d Disk) WriteNew(path string, content []byte, mode os.FileMode) error {
	return d.writeNew(path, content, func(File) os.FileMode { return mode })
}

// writeLike is WriteNew for a file of the owner of another one, written by those who may write that, and read by all.
// Its sticky bit keeps systemd-tmpfiles from removing it when it is old (tmpfiles.d(5), "Age").
func (d Disk) writeLike(path string, content []byte, like os.FileInfo) error {
	return d.writeNew(path, content, func(f File) os.FileMode {
		mode := like.Mode().Perm()&0o666 | 0o444 | fs.ModeSticky
		uid, gid := OwnerOf(like)
		if os.Geteuid() != 0 {
			uid = -1
		}
		if gid >= 0 && f.Chown(uid, gid) != nil { // not of this user's groups
			mode &^= 0o020
		}
		return mode
	})
}

func (d Disk) writeNew(path string, content []byte, own func(File) os.FileMode) error {
	temp := tempName(path)
	defer d.Remove(temp)
	if err := d.writeExclusive(temp, content, own); err != nil {
		return err
	}
	err := d.Link(temp, path)
	if err != nil && noLinks(err) {
		err = d.writeExclusive(path, content, own)
	}
	if err == nil && len(content) > 0 {
		d.SyncFolder(filepath.Dir(path))
	}
	return err
}

// writeExclusive makes a file with the mode that own returns, whatever the umask.
func (d Disk) writeExclusive(path string, content []byte, own func(File) os.FileMode) error {
	f, err := d.Open(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY|OpenFlags, 0o600)
	if err != nil {
		return err
	}
	d.Inherit(f)
	_, err = f.Write(content)
	if err == nil {
		err = f.Chmod(own(f))
	}
	if err == nil && len(content) > 0 {
		err = f.Sync()
	}
	return cmp.Or(err, f.Close())
}

// Replace puts a file in the place of the one of that name, if there is one. When it returns nil, the file is on the
// disk under its name. Written says whether it may be there in spite of an error.
func (d Disk) Replace(path string, content []byte, mode os.FileMode) (written bool, err error) {
	temp := tempName(path)
	defer d.Remove(temp)
	if err := d.writeExclusive(temp, content, func(File) os.FileMode { return mode }); err != nil {
		return false, err
	}
	if err := d.Rename(temp, path); err != nil {
		return true, err
	}
	return true, d.SyncFolder(filepath.Dir(path))
}

// tempName is a name beside path that nobody else uses.
func tempName(path string) string {
	var id [4]byte
	rand.Read(id[:]) // never fails
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"."+hex.EncodeToString(id[:]))
}

// Lasting is a path without what [tempName] made of its last two names, which are gone when one looks.
func Lasting(path string) string {
	dir := filepath.Dir(path)
	return filepath.Join(filepath.Dir(dir), plainName(dir), plainName(path))
}

// plainName is the name at the end of a path; of one that [tempName] made, the name that it is
// to get.
func plainName(path string) string {
	name := filepath.Base(path)
	end := len(name) - len(".01234567")
	if end < 2 || name[0] != '.' || name[end] != '.' || strings.Trim(name[end+1:], "0123456789abcdef") != "" {
		return name
	}
	return name[1:end]
}

// openRegular opens a regular file.
func (d Disk) openRegular(path string, flag int) (f File, info os.FileInfo, err error) {
	if f, err = d.Open(path, flag|OpenFlags, 0); err != nil {
		if info, e := d.Lstat(path); e == nil && !info.Mode().IsRegular() {
			err = &os.PathError{Op: "open", Path: path, Err: ErrNotRegular}
		}
		return nil, nil, err
	}
	if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() {
		err = &os.PathError{Op: "open", Path: path, Err: ErrNotRegular}
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// ReadSmall reads a regular file of at most limit bytes, and never blocks.
func (d Disk) ReadSmall(path string, limit int) ([]byte, error) {
	f, info, err := d.openRegular(path, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info.Size() == 0 && limit > 0 { // so are the files of /proc
		info = nil
	}
	return readSome(f, info, limit)
}

// readSome reads the first bytes of a file, at most limit of them; no more than its size, where it is known, for the
// end of a file costs another call.
func readSome(f File, info os.FileInfo, limit int) ([]byte, error) {
	if info != nil {
		limit = int(min(info.Size(), int64(limit)))
	}
	b := make([]byte, limit)
	n, err := f.ReadAt(b, 0)
	if err == io.EOF {
		err = nil
	}
	return b[:n], err
}
