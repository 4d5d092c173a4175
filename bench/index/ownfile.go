package index

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// OwnFile is the file of an engine that keeps all in one: made by the run, empty
// for each scheme, deleted at the end. A file that is there before is refused, so
// that nobody's data is ever in it.
type OwnFile struct {
	Open io.Closer // what has the file open; nil for nothing

	path   string
	beside []string // endings of files that the engine makes beside it
	dir    string   // the temporary folder around it, where no path was given
	made   bool
}

// NewOwnFile takes the path after the colon of a DSN; an empty one is that of a
// temporary file, in a folder of its own. beside are the endings of files that go with it.
// Nothing is made yet.
func NewOwnFile(dsn string, beside ...string) *OwnFile {
	_, path, _ := strings.Cut(dsn, ":")
	return &OwnFile{path: strings.TrimPrefix(path, "//"), beside: beside}
}

// Path is where the file is; empty for a temporary one before Claim.
func (f *OwnFile) Path() string { return f.path }

// Target says where the file is.
func (f *OwnFile) Target() string {
	if f.path == "" || f.dir != "" {
		return "a temporary file in " + os.TempDir()
	}
	return f.path
}

// Claim makes the file, empty; its error wraps [ErrExists] where there is one.
func (f *OwnFile) Claim(context.Context) (err error) {
	if f.path == "" {
		if f.dir, err = os.MkdirTemp("", "idscope-index-"); err != nil {
			return fmt.Errorf("%w: %w", ErrPlace, err)
		}
		f.path = filepath.Join(f.dir, "bench.db")
	}
	file, err := os.OpenFile(f.path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s %w", f.path, ErrExists)
	}
	if err != nil {
		return err
	}
	f.made = true
	return file.Close()
}

// Close closes the file, where it is open.
func (f *OwnFile) Close() error {
	open := f.Open
	if f.Open = nil; open == nil {
		return nil
	}
	return open.Close()
}

// Remove closes the file and takes all out of it, and deletes those beside it; also where it cannot be closed. It
// does nothing more to a file that Claim did not make.
func (f *OwnFile) Remove(context.Context) error {
	err := f.Close()
	if !f.made {
		return err
	}
	for _, ending := range f.beside {
		if gone := os.Remove(f.path + ending); !errors.Is(gone, os.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	return errors.Join(err, os.Truncate(f.path, 0))
}

// Release closes the file, and deletes what Claim made and those beside it.
func (f *OwnFile) Release(ctx context.Context) error {
	err := f.Remove(ctx)
	if f.made {
		err = errors.Join(err, os.Remove(f.path))
	}
	if f.dir != "" {
		err = errors.Join(err, os.RemoveAll(f.dir))
		f.path = ""
	}
	f.made, f.dir = false, ""
	return err
}
