package histories

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"idscope/gen/testing/try"
)

// Backup is what files held, by path.
type Backup map[string]Content

// Content is what is in a file, and its mode.
type Content struct {
	Text string
	Mode os.FileMode
}

// Save copies files, and what is in folders.
func Save(t testing.TB, roots ...string) Backup {
	t.Helper()
	b := make(Backup)
	for _, root := range roots {
		try.Works(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			info := try.Of(d.Info()).Or(t)
			b[path] = Content{string(try.Of(os.ReadFile(path)).Or(t)), info.Mode()}
			return nil
		}))
	}
	return b
}

// Back puts all back: as other files, or over those that hold something else, as cp does. The
// time of change is not the one that the file had.
func (b Backup) Back(t testing.TB, others bool) {
	t.Helper()
	for path, c := range b {
		if now, err := os.ReadFile(path); !others && err == nil && string(now) == c.Text {
			continue
		}
		later(t, path)
		if others {
			os.Remove(path)
		}
		try.Works(t, os.MkdirAll(filepath.Dir(path), 0o700))
		try.Works(t, os.WriteFile(path, []byte(c.Text), 0o600))
		try.Works(t, os.Chmod(path, c.Mode))
	}
}

// later waits until a write is told from the last one of the file: the kernel's clock of files goes by ticks.
func later(t testing.TB, path string) {
	was, err := os.Stat(path)
	for probe := filepath.Join(t.TempDir(), "probe"); err == nil; {
		try.Works(t, os.WriteFile(probe, nil, 0o600))
		if now := try.Of(os.Stat(probe)).Or(t); now.ModTime().After(was.ModTime()) {
			return
		}
		time.Sleep(time.Millisecond)
	}
}
