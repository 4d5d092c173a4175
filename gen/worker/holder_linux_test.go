package worker

import (
	"os"
	"path/filepath"
	"testing"

	"idscope/gen/internal/guard"
	"idscope/gen/testing/try"
)

func TestHolderIn(t *testing.T) {
	locks := []byte(`1: POSIX  ADVISORY  READ  100 fe:00:7 128 128
2: FLOCK  ADVISORY  WRITE 200 00:1f:8 0 EOF
2: -> FLOCK  ADVISORY  WRITE 201 fe:00:8 0 EOF
3: FLOCK  ADVISORY  WRITE 300 fe:00:8 0 EOF
4: FLOCK  ADVISORY  WRITE -1 fe:00:9 0 EOF
nonsense
5: OFDLCK ADVISORY  WRITE 10 fe:00:x 0 EOF
`)
	for _, c := range []struct {
		name string
		ino  uint64
		want int
	}{
		{"the only one", 7, 100},
		{"the one on this device, and no waiter", 8, 300},
		{"of another process namespace", 9, 0},
		{"nobody", 10, 0},
	} {
		try.Equal(t, holderIn(locks, 0xfe00, c.ino), c.want, "%s: holderIn(%d) =", c.name, c.ino)
	}
}

func TestHolderOfALock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	write(t, path, nil)
	if _, _, ok := holder(path); ok {
		t.Error("a free lock has a holder")
	}
	l := try.Of(guard.Queue{}.Lock(guard.Disk{FS: guard.System{}}, path, os.O_RDONLY)).Or(t)
	defer l.Close()
	pid, name, ok := holder(path)
	if !ok || pid != os.Getpid() || name == "" {
		t.Errorf("holder = %d, %q, %v; want this process", pid, name, ok)
	}
}
