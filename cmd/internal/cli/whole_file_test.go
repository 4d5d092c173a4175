package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"idscope/gen/testing/try"
)

// TestCloseIsAnError: a file that cannot be closed may have lost what was written, so it is not taken for whole.
func TestCloseIsAnError(t *testing.T) {
	for _, direct := range []bool{false, true} {
		path := filepath.Join(t.TempDir(), "ids")
		f := try.Of(NewWholeFile(path)).Or(t)
		f.Direct = direct
		try.Of(f.Write([]byte("7\n"))).Or(t)
		_ = f.file.Close() // a second time is an error, as a network's file system has them
		err := f.Commit()
		var failed *Failure
		if !errors.As(err, &failed) || failed.Status != StatusRefused ||
			!strings.Contains(err.Error(), path+" cannot be written") {
			t.Errorf("direct %t: %v; want that %s cannot be written, status 3", direct, err, path)
		}
		if list, _ := os.ReadDir(filepath.Dir(path)); len(list) > 0 && !direct {
			t.Errorf("%v is there; want no file where what was written may be lost", list)
		}
	}
}

// TestFileThatStays: a file that cannot be replaced, as one that is mounted, is written over whatever its mode is; here
// it is on another file system than what is written beside it.
func TestFileThatStays(t *testing.T) {
	dir, err := os.MkdirTemp("/dev/shm", "idscope-")
	if err != nil {
		t.Skipf("left out: %v", err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	for _, mode := range []os.FileMode{0o600, 0o200} {
		path, there := filepath.Join(t.TempDir(), "ids"), filepath.Join(dir, mode.String())
		for _, name := range []string{path, there} {
			try.Works(t, os.WriteFile(name, []byte("old and longer"), mode))
		}
		f := try.Of(NewWholeFile(path)).Or(t)
		_, err := f.Write([]byte("7\n"))
		try.Works(t, err)
		f.path = there
		try.Works(t, f.Commit())
		try.Works(t, os.Chmod(there, 0o600))
		try.Equal(t, string(try.Of(os.ReadFile(there)).Or(t)), "7\n", "the file of mode %s has", mode)
		try.Equal(t, len(try.Of(os.ReadDir(filepath.Dir(path))).Or(t)), 1, "files beside:")
	}
}
