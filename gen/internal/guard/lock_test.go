package guard

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"idscope/gen/testing/try"
)

// A lock is waited for as long as others come to their end within the patience, and no
// longer than two of it once they do not.
func TestQueueWaitsForProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const patience, each = 2 * time.Second, 1900 * time.Millisecond
		for _, c := range []struct {
			ends, free time.Duration // the others stop coming to their end; the lock is free
			got        bool
		}{
			{time.Hour, time.Hour, true}, {0, patience / 2, true}, {0, time.Hour, false}, {10 * time.Minute, time.Hour, false},
		} {
			start := time.Now()
			q := Queue{Ctx: t.Context(), Patience: patience, Progress: func() uint64 {
				return uint64(min(time.Since(start), c.ends) / each)
			}}
			_, err := q.wait(func() (*Lock, error) {
				time.Sleep(c.free)
				return nil, errFree
			})
			took := time.Since(start)
			switch {
			case c.got && (err != errFree || took != c.free):
				t.Errorf("%+v: %v after %s; want the lock", c, err, took)
			case !c.got && (err != ErrLocked || took <= c.ends || took > c.ends+2*patience):
				t.Errorf("%+v: %v after %s; want it given up within %s of the last end", c, err, took, 2*patience)
			}
			time.Sleep(time.Hour) // what is waited for ends, too
		}
	})
}

// TestLockForWriting: NFS locks for one alone only what is open for writing, and says EBADF of the rest.
func TestLockForWriting(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	try.Works(t, os.WriteFile(path, nil, 0o600))
	try.Works(t, try.Of(Queue{}.Lock(Disk{&nfs{}}, path, os.O_RDONLY)).Or(t).Close())
	try.Of(Queue{}.Lock(Disk{&nfs{broken: true}}, path, os.O_RDONLY)).Fails(t, syscall.EBADF,
		"where no lock can be had:")
}

// nfs is files of which those open for reading have no locks, or none.
type nfs struct {
	System
	broken, writing bool
	synced          int // folders
}

func (s *nfs) Open(path string, flag int, mode os.FileMode) (File, error) {
	s.writing = flag&os.O_RDWR != 0
	return s.System.Open(path, flag, mode)
}

func (s *nfs) SyncFolder(path string) error { s.synced++; return s.System.SyncFolder(path) }

func (s *nfs) Lock(f File, wait bool) (bool, error) {
	if s.broken || !s.writing {
		return false, syscall.EBADF
	}
	return s.System.Lock(f, wait)
}

// errFree stands for a lock that was taken.
var errFree = errors.New("free")

// TestMakeFolder: of two processes that make a folder at once the first has made it, and nothing of the other is left.
func TestMakeFolder(t *testing.T) {
	d, dir := Disk{&nfs{}}, t.TempDir()
	for range 2 {
		try.Works(t, d.MakeFolder(filepath.Join(dir, "f"), 0o755, func(temp string) error {
			return os.WriteFile(filepath.Join(temp, "layout"), nil, 0o600)
		}))
	}
	try.Works(t, d.WriteNew(filepath.Join(dir, "n"), []byte("x"), 0o600))
	try.Of(d.Replace(filepath.Join(dir, "n"), []byte("y"), 0o600)).Or(t)
	made := len(try.Of(os.ReadDir(dir)).Or(t))
	try.Equal(t, [2]int{made, d.FS.(*nfs).synced}, [2]int{2, 3}, "names in the folder, and waits for the disk:")
}
