package cli

import (
	"cmp"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// WholeFile is a file that appears complete or not at all: what is written goes into a
// file beside it, which takes its place at the end.
type WholeFile struct {
	// Direct says that it is written in place: a device, a pipe, a file of another owner,
	// or one in a directory that cannot be written.
	Direct bool

	given string      // the path, for errors
	path  string      // without links
	there bool        // whether there is a file
	mode  fs.FileMode // of that
	file  *os.File    // what is written; nil before the first byte
}

// NewWholeFile finds out how the file can be written. It changes nothing.
func NewWholeFile(path string) (*WholeFile, error) {
	f := &WholeFile{given: path, path: path}
	if strings.HasPrefix(path, "/dev/") || strings.HasPrefix(path, "/proc/") { // as /dev/stdout
		f.Direct = true
		return f, nil
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		f.path = real // a link stays one
	}
	switch info, err := os.Stat(f.path); {
	case err == nil && info.IsDir():
		return nil, Usage("%s is a directory; use a file", path)
	case err == nil:
		f.there, f.mode = true, info.Mode().Perm()
		f.Direct = !info.Mode().IsRegular() || foreign(info) || !replaceable(filepath.Dir(f.path))
	}
	return f, nil
}

// Probe refuses a file that cannot be written, before the work for it is done.
func (f *WholeFile) Probe() error {
	if f.Direct {
		return nil
	}
	err := f.open()
	f.Discard()
	f.file = nil
	return f.failure(err)
}

// Write writes the next bytes.
func (f *WholeFile) Write(p []byte) (n int, err error) {
	if f.file == nil {
		err = f.open()
	}
	if err == nil {
		n, err = f.file.Write(p)
	}
	return n, f.failure(err)
}

func (f *WholeFile) open() (err error) {
	if f.Direct {
		// a named pipe waits for its reader
		f.file, err = os.OpenFile(f.path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
		return err
	}
	dir, base := filepath.Split(f.path)
	name := dir + "." + base + "." + strconv.FormatUint(rand.Uint64(), 36) + ".tmp"
	f.file, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666) // less the user's mask
	if err == nil && f.there {
		err = f.file.Chmod(f.mode)
	}
	return err
}

// Commit puts what was written where the file is wanted: without a byte it is empty.
func (f *WholeFile) Commit() (err error) {
	if f.file == nil {
		err = f.open()
	}
	if err == nil {
		err = f.file.Close() // before it gets its name: what was lost here must not be taken for whole
	}
	if err == nil && !f.Direct {
		err = os.Rename(f.file.Name(), f.path)
		if err != nil && f.there { // a file that is mounted cannot be replaced
			if err = f.copy(); err == nil {
				err = os.Remove(f.file.Name())
			}
		}
	}
	if err != nil {
		f.Discard()
	}
	return f.failure(err)
}

// copy writes what is beside the file into it.
func (f *WholeFile) copy() error {
	if err := os.Chmod(f.file.Name(), 0o600); err != nil { // the file's mode need not let its owner read
		return err
	}
	from, err := os.Open(f.file.Name())
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.OpenFile(f.path, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	return cmp.Or(err, to.Sync(), to.Close()) // the one beside it may be synced, and goes
}

// Discard leaves the file as it was, unless it is written in place.
func (f *WholeFile) Discard() {
	if f.file == nil {
		return
	}
	f.file.Close()
	if !f.Direct {
		os.Remove(f.file.Name())
	}
}

// Put writes all of the file, so that it outlasts a loss of power.
func (f *WholeFile) Put(content []byte) error {
	_, err := f.Write(content)
	if err == nil && !f.Direct {
		err = f.failure(f.file.Sync())
	}
	if err != nil {
		f.Discard()
		return err
	}
	return f.Commit()
}

func (f *WholeFile) failure(err error) error {
	if err == nil {
		return nil
	}
	return Refused("%s cannot be written: %w", f.given, FileCause(err))
}
