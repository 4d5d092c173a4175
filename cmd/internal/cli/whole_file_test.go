package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCloseIsAnError: a file that cannot be closed may have lost what was written, so it is not taken for whole.
func TestCloseIsAnError(t *testing.T) {
	for _, direct := range []bool{false, true} {
		path := filepath.Join(t.TempDir(), "ids")
		f, err := NewWholeFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f.Direct = direct
		if _, err := f.Write([]byte("7\n")); err != nil {
			t.Fatal(err)
		}
		_ = f.file.Close() // a second time is an error, as a network's file system has them
		err = f.Commit()
		var failed *Failure
		if !errors.As(err, &failed) || failed.Status != StatusRefused || !strings.Contains(err.Error(), path+" cannot be written") {
			t.Errorf("direct %t: %v; want that %s cannot be written, status 3", direct, err, path)
		}
		if list, _ := os.ReadDir(filepath.Dir(path)); len(list) > 0 && !direct {
			t.Errorf("%v is there; want no file where what was written may be lost", list)
		}
	}
}
