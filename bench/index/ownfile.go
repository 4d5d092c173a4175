package index

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// OwnFile is the file of an engine that keeps all in one: made by the run, empty
// for each scheme, deleted at the end. A file that is there before is refused, so
// that nobody's data is ever in it.
type OwnFile struct {
	path string
	dir  string // the temporary folder around it, where no path was given
	made bool
}

// NewOwnFile takes the path behind the colon of a DSN; an empty one is that of a
// temporary file, in a folder of its own. Nothing is made yet.
func NewOwnFile(dsn string) *OwnFile {
	_, path, _ := strings.Cut(dsn, ":")
	return &OwnFile{path: strings.TrimPrefix(path, "//")}
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
func (f *OwnFile) Claim() error {
	if f.path == "" {
		dir, err := os.MkdirTemp("", "idscope-index-")
		if err != nil {
			return err
		}
		f.dir, f.path = dir, filepath.Join(dir, "bench.db")
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

// Empty takes all out of the file, and deletes those beside it that have one of
// the endings. It does nothing to a file that Claim did not make.
func (f *OwnFile) Empty(endings ...string) error {
	if !f.made {
		return nil
	}
	for _, e := range endings {
		if err := os.Remove(f.path + e); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return os.Truncate(f.path, 0)
}

// Release deletes what Claim made, and what stands beside it as for Empty.
func (f *OwnFile) Release(endings ...string) error {
	err := f.Empty(endings...)
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
