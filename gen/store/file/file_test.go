package file

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"idscope/gen/internal/guard"
	"idscope/gen/internal/volume"
	"idscope/gen/store"
	"idscope/gen/store/storetest"
	"idscope/gen/testing/try"
)

func TestSuite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a folder", "ünd %40 its child?#")
	class := store.Proven
	if root, err := os.Open(os.TempDir()); err == nil && volume.Volatile(root.Fd()) != "" {
		class = store.BestEffort
	}
	storetest.Run(t, storetest.Engine{Driver: Driver, URL: "file:" + dir, Class: class, Clock: true, Engine: "file",
		Lives:  storetest.Lives{PutBack: store.Replaced, BackUp: func(t testing.TB) func() { return backUp(t, dir) }},
		Delete: func(t testing.TB, key string) { try.Works(t, os.Remove(filepath.Join(dir, fileName(key)))) }})
}

// backUp copies a store; what it returns puts the copy in its place, file by file.
func backUp(t testing.TB, dir string) func() {
	kept := t.TempDir()
	try.Works(t, os.CopyFS(kept, os.DirFS(dir)))
	return func() {
		list := try.Of(os.ReadDir(dir)).Or(t)
		for _, f := range list {
			try.Works(t, os.Remove(filepath.Join(dir, f.Name())))
		}
		try.Works(t, os.CopyFS(dir, os.DirFS(kept)))
	}
}

func openIn(t *testing.T, url string, create bool) (store.Store, error) {
	return store.Open(t.Context(), []store.Driver{Driver}, url, create)
}

// TestNetworkFileSystem: a folder that other hosts may write to is refused.
func TestNetworkFileSystem(t *testing.T) {
	defer func(was func(string, uintptr) string) { network = was }(network)
	network = func(string, uintptr) string { return "NFS" }
	try.Of(openIn(t, "file:"+t.TempDir(), true)).Says(t, "network file system (NFS)", "open =")
}

// TestMadeByAnother: a process that finds no store goes on with the one that another made and wrote to
// meanwhile.
func TestMadeByAnother(t *testing.T) {
	dir := t.TempDir()
	s := try.Of(openIn(t, "file:"+dir, true)).Or(t)
	try.Of(s.Swap(t.Context(), "k", "", []byte("x"))).Or(t)
	late := &folder{dir: dir}
	try.Works(t, late.make())
	try.Works(t, os.Remove(filepath.Join(dir, identityName)))
	try.Says(t, late.make(), "which is not a store's", "values without the name of a store:")
}

// TestDamage: a value that is not what was written is an error, not another value.
func TestDamage(t *testing.T) {
	dir := t.TempDir()
	s := try.Of(openIn(t, "file:"+dir, true)).Or(t)
	v := try.Of(s.Swap(t.Context(), "w/1", "", []byte("data"))).Or(t)
	path := filepath.Join(dir, fileName("w/1"))
	whole := try.Of(os.ReadFile(path)).Or(t)
	for i := range whole {
		for _, text := range [][]byte{whole[:i], slices.Concat(whole[:i], []byte{whole[i] ^ 1}, whole[i+1:])} {
			try.Works(t, os.WriteFile(path, text, 0o600))
			try.Of(s.Load(t.Context(), "w/1")).Says(t, "damaged", "byte %d: load =", i)
			try.Of(s.Swap(t.Context(), "w/1", v, nil)).Says(t, "damaged", "byte %d: swap =", i)
			try.Of(s.List(t.Context(), "")).Says(t, "damaged", "byte %d: list =", i)
		}
	}
	other := filepath.Join(dir, fileName("w/2")) // a file under another's name
	try.Works(t, errors.Join(os.WriteFile(other, whole, 0o600), os.WriteFile(path, whole, 0o600)))
	try.Of(s.List(t.Context(), "")).Says(t, "damaged", "list with a renamed file =")
	try.Of(s.Load(t.Context(), "w/2")).Says(t, "damaged", "load of a renamed file =")
}

// TestLockDeleted: who waited for a lock whose file was deleted waits for the one that has its name now.
func TestLockDeleted(t *testing.T) {
	dir := t.TempDir()
	try.Of(openIn(t, "file:"+dir, true)).Or(t)
	s := &folder{dir: dir}
	first := try.Of(s.lock(t.Context())).Or(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	waited := make(chan error)
	go func() { _, err := s.lock(ctx); waited <- err }()
	times := 0
	try.Await(t, "the other one to wait, who has tried before", func() bool {
		opened := 0 // by the one who waits, too
		list, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip("no /proc tells which files are open")
		}
		for _, fd := range list {
			if path, _ := os.Readlink("/proc/self/fd/" + fd.Name()); path == s.path(lockName) {
				opened++
			}
		}
		if times++; opened < 2 {
			times = 0
		}
		return times == 3
	})
	try.Works(t, os.Remove(s.path(lockName)))
	second := try.Of(s.lock(t.Context())).Or(t)
	defer second.Close()
	first.Close()
	select {
	case err := <-waited:
		t.Errorf("two have the lock: %v", err)
	case <-time.After(200 * time.Millisecond):
		cancel()
		try.Fails(t, <-waited, context.Canceled, "lock =")
	}
}

// TestLeftOver: what a process that was killed had begun to write is removed when the store is listed, but for a lock,
// which is written by those who do not hold it yet.
func TestLeftOver(t *testing.T) {
	dir := t.TempDir()
	s := try.Of(openIn(t, "file:"+dir, true)).Or(t)
	try.Of(s.Swap(t.Context(), "k", "", []byte("x"))).Or(t)
	for _, name := range []string{".key.k.01234567", ".lock.01234567"} {
		try.Works(t, os.WriteFile(filepath.Join(dir, name), []byte("half"), 0o600))
	}
	try.Of(s.List(t.Context(), "")).Or(t)
	var names []string
	for _, f := range try.Of(os.ReadDir(dir)).Or(t) {
		names = append(names, f.Name())
	}
	try.Equal(t, strings.Join(names, " "), ".lock.01234567 identity key.k lock", "the folder holds")
}

// broken is a disk on which no file can be made, or no name in a folder lasts.
type broken struct {
	guard.System
	files, names error
	synced       *[]string // folders
}

func (b broken) Open(path string, flag int, mode os.FileMode) (guard.File, error) {
	if flag&os.O_EXCL != 0 && b.files != nil {
		return nil, b.files
	}
	return b.System.Open(path, flag, mode)
}

func (b broken) SyncFolder(path string) error {
	if b.synced != nil {
		*b.synced = append(*b.synced, path)
	}
	return b.names
}

// TestUnknown: of a write that failed it is said whether it may be there. The names of a new folder last, and of those
// above it.
func TestUnknown(t *testing.T) {
	s := try.Of(openIn(t, "file:"+t.TempDir(), true)).Or(t)
	v := try.Of(s.Swap(t.Context(), "k", "", []byte("old"))).Or(t)
	defer func(was guard.Disk) { disk = was }(disk)
	for _, c := range []struct {
		fs      broken
		unknown bool
	}{{broken{files: syscall.ENOSPC}, false}, {broken{names: syscall.EIO}, true}} {
		disk.FS = c.fs
		if _, err := s.Swap(t.Context(), "k", v, nil); err == nil || errors.Is(err, store.ErrUnknown) != c.unknown {
			t.Errorf("%+v: swap = %v; want an error, its outcome unknown: %t", c.fs, err, c.unknown)
		}
	}
	var synced []string
	disk.FS = broken{synced: &synced}
	dir := filepath.Join(t.TempDir(), "a", "b")
	try.Of(openIn(t, "file:"+dir, true)).Or(t)
	for _, folder := range []string{dir, filepath.Dir(dir), filepath.Dir(filepath.Dir(dir)), "/"} {
		try.Equal(t, slices.Contains(synced, folder), true, "names in %s are made to last:", folder)
	}
}

// TestFiles: a folder is one store by each of its URLs and a copy another one, and who may write to the folder may
// write to its files.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	try.Works(t, os.Chmod(dir, 0o770))
	var history string
	for _, url := range []string{"file:" + dir, "file://" + dir} {
		s := try.Of(openIn(t, url, true)).Or(t)
		life := try.Of(s.Incarnation(t.Context())).Or(t)
		if history = cmp.Or(history, life.History); life.History != history {
			t.Errorf("%s is the store %s; want %s", url, life.History, history)
		}
		v := try.Of(s.Load(t.Context(), "k")).Or(t)
		try.Of(s.Swap(t.Context(), "k", v.Version, nil)).Or(t)
	}
	for _, name := range []string{"identity", "lock", "key.k"} {
		info := try.Of(os.Stat(filepath.Join(dir, name))).Or(t)
		try.Equal(t, info.Mode(), 0o660, "mode of %s:", name)
	}
	other := filepath.Join(t.TempDir(), "copy")
	try.Works(t, os.CopyFS(other, os.DirFS(dir)))
	identity := func(dir string) string {
		return try.Of(try.Of(openIn(t, "file:"+dir, true)).Or(t).Safety(t.Context())).Or(t).Identity
	}
	try.Equal(t, identity(other) == identity(dir), false, "a copy is called as the store:")
}

func FuzzDecode(f *testing.F) {
	f.Add(encode(store.Entry{Key: "w/1", Value: store.Value{Data: []byte("a\nb\n"), Version: "v"}}))
	f.Add([]byte("idscope value 1 "))
	f.Fuzz(func(t *testing.T, text []byte) {
		e, err := decode(text)
		if err == nil && !bytes.Equal(encode(e), text) {
			t.Errorf("%q is read as %q", text, encode(e))
		}
	})
}
