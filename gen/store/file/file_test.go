package file

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

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
	storetest.Run(
		t,
		storetest.Engine{Driver: Driver{}, URL: "file:" + dir, Class: class, Clock: true, Engine: "file",
			Lives: storetest.Lives{PutBack: store.Replaced, BackUp: func(t testing.TB) func() { return backUp(t, dir) }},
			Delete: func(t testing.TB, key string) {
				try.Works(t, os.Remove(filepath.Join(dir, fileName(key))))
			}},
	)
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

func openIn(t *testing.T, d Driver, url string, create bool) (store.Store, error) {
	return store.Open(t.Context(), []store.Driver{d}, url, create)
}

// TestRefused: what is not a store of this host is not taken for one.
func TestRefused(t *testing.T) {
	full, damaged := t.TempDir(), t.TempDir()
	for path, text := range map[string]string{
		filepath.Join(full, "letter.txt"): "", filepath.Join(damaged, identityName): "?"} {
		try.Works(t, os.WriteFile(path, []byte(text), 0o600))
	}
	nfs := Driver{Network: func(string, uintptr) string { return "NFS" }}
	for _, c := range []struct {
		driver Driver
		url    string
		create bool
		want   string
	}{
		{Driver{}, "file:" + filepath.Join(full, "none"), false, "there is no store"},
		{Driver{}, "file:" + full, true, `holds "letter.txt"`},
		{Driver{}, "file:" + filepath.Join(full, "letter.txt", "x"), true, "not a directory"},
		{Driver{}, "file:" + damaged, true, "is damaged"},
		{Driver{}, "file:", true, "use file:DIR"},
		{nfs, "file:" + t.TempDir(), true, "network file system (NFS)"},
	} {
		s, err := openIn(t, c.driver, c.url, c.create)
		try.Says(t, err, c.want, "open %s = %v,", c.url, s)
	}
	if list, err := os.ReadDir(full); err != nil || len(list) != 1 {
		t.Errorf("a refused folder holds %v, %v; want what it held", list, err)
	}
}

// TestMadeByAnother: a process that finds no store goes on with the one that another made and wrote to
// meanwhile.
func TestMadeByAnother(t *testing.T) {
	dir := t.TempDir()
	s := try.Of(openIn(t, Driver{}, "file:"+dir, true)).Or(t)
	try.Of(s.Swap(t.Context(), "k", "", []byte("x"))).Or(t)
	late := &folder{dir: dir}
	try.Works(t, late.make())
	try.Works(t, os.Remove(filepath.Join(dir, identityName)))
	try.Says(t, late.make(), "which is not a store's", "values without the name of a store:")
}

// TestDamage: a value that is not what was written is an error, not another value.
func TestDamage(t *testing.T) {
	dir := t.TempDir()
	s := try.Of(openIn(t, Driver{}, "file:"+dir, true)).Or(t)
	v := try.Of(s.Swap(t.Context(), "w/1", "", []byte("data"))).Or(t)
	path := filepath.Join(dir, fileName("w/1"))
	whole := try.Of(os.ReadFile(path)).Or(t)
	for i := range whole {
		for _, text := range [][]byte{whole[:i], flipped(whole, i)} {
			try.Works(t, os.WriteFile(path, text, 0o600))
			if got, err := s.Load(t.Context(), "w/1"); err == nil {
				t.Fatalf("byte %d: load = %q; want an error", i, got.Data)
			}
			if _, err := s.Swap(t.Context(), "w/1", v, nil); err == nil || errors.Is(err, store.ErrConflict) {
				t.Fatalf("byte %d: swap = %v; want an error", i, err)
			}
			if _, err := s.List(t.Context(), ""); err == nil {
				t.Fatalf("byte %d: list without an error", i)
			}
		}
	}
	other := filepath.Join(dir, fileName("w/2")) // a file under another's name
	try.Works(t, os.WriteFile(other, whole, 0o600))
	if got, err := s.Load(t.Context(), "w/2"); err == nil {
		t.Errorf("load of a renamed file = %q; want an error", got.Data)
	}
}

func flipped(b []byte, i int) []byte {
	b = bytes.Clone(b)
	b[i] ^= 1
	return b
}

// TestLock: who cannot have the lock waits as long as its context.
func TestLock(t *testing.T) {
	dir := t.TempDir()
	s := try.Of(openIn(t, Driver{}, "file:"+dir, true)).Or(t)
	lock := try.Of(s.(*folder).lock(t.Context())).Or(t)
	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan error)
	go func() { _, err := s.Load(ctx, "k"); result <- err }()
	cancel()
	try.Fails(t, <-result, context.Canceled, "load =")
	lock.Close()
	if _, err := s.Load(t.Context(), "k"); err != nil {
		t.Errorf("load after the lock was given up: %v", err)
	}
	try.Works(t, os.Remove(filepath.Join(dir, lockName)))
	if _, err := s.Swap(t.Context(), "k", "", nil); err != nil {
		t.Errorf("swap after the lock file was deleted: %v", err)
	}
}

// TestLockDeleted: who waited for a lock whose file was deleted waits for the one that has its name now.
func TestLockDeleted(t *testing.T) {
	dir := t.TempDir()
	s := try.Of(openIn(t, Driver{}, "file:"+dir, true)).Or(t).(*folder)
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
	s := try.Of(openIn(t, Driver{}, "file:"+dir, true)).Or(t)
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
