package cli

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
)

// WholeFile is a file that appears complete or not at all.
type WholeFile struct {
	given  string // the path, for errors
	path   string // without links
	direct bool   // no regular file: a device or a pipe, which is written into
}

// NewWholeFile finds out whether the file can be written, before the work for it is
// done. It changes nothing.
func NewWholeFile(path string) (*WholeFile, error) {
	f := &WholeFile{given: path, path: path}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		f.path = real // a link stays one
	}
	info, err := os.Stat(f.path)
	switch {
	case err == nil && info.IsDir():
		return nil, Usage("%s is a folder; want a file", path)
	case err == nil && !info.Mode().IsRegular():
		f.direct = true
		return f, nil
	}
	temp, err := f.create(0o666)
	if err != nil {
		return nil, Refused("%s cannot be written: %w", path, FileCause(err))
	}
	temp.Close()
	os.Remove(temp.Name())
	return f, nil
}

// create makes a file of a new name beside the one that is wanted.
func (f *WholeFile) create(mode fs.FileMode) (*os.File, error) {
	dir, base := filepath.Split(f.path)
	name := dir + "." + base + "." + strconv.FormatUint(rand.Uint64(), 36) + ".tmp"
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
}

// Write puts the content where the file is wanted.
func (f *WholeFile) Write(content []byte) error {
	write := f.replace
	if f.direct {
		write = func(content []byte) error { return os.WriteFile(f.path, content, 0o666) }
	}
	if err := write(content); err != nil {
		return Refused("%s cannot be written: %w", f.given, FileCause(err))
	}
	return nil
}

func (f *WholeFile) replace(content []byte) error {
	mode := fs.FileMode(0o666) // less the user's mask
	info, err := os.Stat(f.path)
	if err == nil {
		mode = info.Mode().Perm()
	}
	temp, err := f.create(mode)
	if err != nil {
		return err
	}
	_, err = temp.Write(content)
	if err == nil {
		err = temp.Sync()
	}
	if e := temp.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(temp.Name(), f.path)
	}
	if err != nil {
		os.Remove(temp.Name())
	}
	return err
}
