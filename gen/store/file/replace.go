package file

import (
	"os"
	"path/filepath"
)

// replace puts a file with that content in place of the one of that name. When it
// returns nil, it is on the disk under its name. written says whether the new file
// may be there in spite of an error. The caller holds the lock, so the name of the
// file that is written first is nobody else's.
func (s *folder) replace(name string, content []byte) (written bool, err error) {
	path := s.path(temporary + name)
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o664)
	if err != nil {
		return false, err
	}
	_, err = f.Write(content)
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		_ = os.Remove(path)
		return false, err
	}
	if err := os.Rename(path, s.path(name)); err != nil {
		return true, err
	}
	return true, syncFolder(s.dir)
}

// syncParents makes the names of a folder and of those above it last: they may be
// new as well. Those that may not be read were there before.
func syncParents(dir string) error {
	for {
		parent := filepath.Dir(dir)
		if parent == dir {
			return nil
		}
		if err := syncFolder(parent); err != nil && !os.IsPermission(err) {
			return err
		}
		dir = parent
	}
}
