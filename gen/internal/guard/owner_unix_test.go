//go:build unix

package guard

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"idscope/gen/testing/try"
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
		f := try.Of(os.Create(path)).Or(t)
		want := uint32(64001)
		if move {
			os.Rename(path, filepath.Join(other, "file"))
			os.Symlink(filepath.Join(other, "file"), path)
			want = 0
		}
		(System{}).Inherit(f)
		info := try.Of(f.Stat()).Or(t)
		try.Equal(t, info.Sys().(*syscall.Stat_t).Uid, want, "moved %v: the file belongs to", move)
		f.Close()
		os.RemoveAll(his)
	}
}
