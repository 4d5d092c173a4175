//go:build unix

package guard

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A file that was moved away, or whose folder was, is not given to anybody.
func TestInheritGivesNothingElsewhere(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can give files away")
	}
	dir := t.TempDir()
	his, other := filepath.Join(dir, "his"), filepath.Join(dir, "other")
	for _, move := range []bool{false, true} {
		os.Mkdir(other, 0o755)
		os.Mkdir(his, 0o755)
		os.Chown(his, 64001, 64001)
		path := filepath.Join(his, "file")
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		want := uint32(64001)
		if move {
			os.Rename(path, filepath.Join(other, "file"))
			os.Symlink(filepath.Join(other, "file"), path)
			want = 0
		}
		(System{}).Inherit(f)
		info, err := f.Stat()
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Sys().(*syscall.Stat_t).Uid; got != want {
			t.Errorf("moved %v: the file belongs to %d; want %d", move, got, want)
		}
		f.Close()
		os.RemoveAll(his)
	}
}
