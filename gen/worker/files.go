package worker

import (
	"cmp"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// makeFolder makes a folder that nobody sees before it has its mode, whatever
// the umask, and its content. One that is there already stays as it is.
func (d disk) makeFolder(path string, mode os.FileMode, fill func(temp string) error) error {
	temp := tempName(path)
	if err := d.mkdir(temp, 0o700); err != nil {
		return err
	}
	err := d.chmod(temp, mode)
	if err == nil && fill != nil {
		err = fill(temp)
	}
	if err == nil {
		err = d.rename(temp, path)
	}
	if err != nil {
		d.removeAll(temp)
		if info, e := d.stat(path); e == nil && info.IsDir() {
			return nil
		}
		return err
	}
	d.syncFolder(filepath.Dir(path))
	return nil
}

// writeNew makes a file that nobody sees before it is complete, has its mode and
// is on the disk, where there is something to lose.
// It fails with fs.ErrExist if there is one. On a file system without links a
// process that is killed can leave half a file, which is then damaged.
func (d disk) writeNew(path string, content []byte, mode os.FileMode) error {
	temp := tempName(path)
	defer d.remove(temp)
	if err := d.writeExclusive(temp, content, mode); err != nil {
		return err
	}
	err := d.link(temp, path)
	if err != nil && noLinks(err) {
		err = d.writeExclusive(path, content, mode)
	}
	if err == nil && len(content) > 0 {
		d.syncFolder(filepath.Dir(path))
	}
	return err
}

func (d disk) writeExclusive(path string, content []byte, mode os.FileMode) error {
	f, err := d.open(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY|openFlags, 0o600)
	if err != nil {
		return err
	}
	d.inherit(f)
	_, err = f.Write(content)
	if err == nil {
		err = f.Chmod(mode) // whatever the umask
	}
	if err == nil && len(content) > 0 {
		err = f.Sync()
	}
	return cmp.Or(err, f.Close())
}

// overwrite replaces the content of a file that cannot be used as it is.
func (f *Folder) overwrite(path string, content []byte) error {
	mode, err := f.fileMode()
	if err != nil {
		return unusable(path, err)
	}
	temp := tempName(path)
	defer f.disk.remove(temp)
	err = f.disk.writeExclusive(temp, content, mode)
	if err == nil {
		err = f.disk.rename(temp, path)
	}
	if err != nil {
		return unusable(path, err)
	}
	f.disk.syncFolder(filepath.Dir(path))
	return nil
}

// tempName is a name beside path that nobody else uses.
func tempName(path string) string {
	id := newID()
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"."+hex.EncodeToString(id[:4]))
}

// lasting is a path without what [tempName] made of its last two names, which are gone when
// one looks.
func lasting(path string) string {
	dir := filepath.Dir(path)
	return filepath.Join(filepath.Dir(dir), plainName(dir), plainName(path))
}

// plainName is the name at the end of a path; of one that [tempName] made, what it stands for.
func plainName(path string) string {
	name := filepath.Base(path)
	end := len(name) - len(".01234567")
	if end < 2 || name[0] != '.' || name[end] != '.' || strings.Trim(name[end+1:], "0123456789abcdef") != "" {
		return name
	}
	return name[1:end]
}

// readSmall reads a regular file of at most limit bytes, and never blocks.
func (d disk) readSmall(path string, limit int) ([]byte, error) {
	f, err := d.open(path, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil, &os.PathError{Op: "read", Path: path, Err: ErrObstructed}
	}
	if info.Size() == 0 && limit > 0 { // so are the files of /proc
		info = nil
	}
	return readSome(f, info, limit)
}

// readSome reads the first bytes of a file, at most limit of them; no more than
// its size, where it is known, for the end of a file costs another call.
func readSome(f handle, info os.FileInfo, limit int) ([]byte, error) {
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
