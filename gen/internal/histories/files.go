package histories

import (
	"os"
	"sync"
	"syscall"

	"idscope/gen/internal/guard"
)

// Files are the files of the operating system. At is told of each call, before it is made
// and when it is done: open, list, lstat, stat, mkdir, chmod, chown, link, rename, remove,
// lock, write, cut, sync and close. It may end the process, change files, or panic: then
// all that is open is closed, as where a process is killed. It is told of one call at a time.
type Files struct {
	guard.System
	At   func(call, path string, done bool)
	Full bool // no write finds space
	mu   sync.Mutex
	open map[*file]bool
}

// file is one that is open.
type file struct {
	guard.File
	in *Files
}

// tell returns what is to be called when the call is done.
func (f *Files) tell(call, path string) (done func()) {
	f.at(call, path, false)
	return func() { f.at(call, path, true) }
}

func (f *Files) at(call, path string, done bool) {
	f.mu.Lock()
	whole := false
	defer func() {
		for g := range f.open {
			if !whole {
				g.File.Close()
			}
		}
		f.mu.Unlock()
	}()
	f.At(call, path, done)
	whole = true
}

func (f *Files) Open(path string, flag int, mode os.FileMode) (guard.File, error) {
	defer f.tell("open", path)()
	g, err := f.System.Open(path, flag, mode)
	if err != nil {
		return nil, err
	}
	opened := &file{g, f}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.open == nil {
		f.open = make(map[*file]bool)
	}
	f.open[opened] = true
	return opened, nil
}

func (f *Files) Lstat(path string) (os.FileInfo, error) {
	defer f.tell("lstat", path)()
	return f.System.Lstat(path)
}

func (f *Files) Stat(path string) (os.FileInfo, error) {
	defer f.tell("stat", path)()
	return f.System.Stat(path)
}

func (f *Files) ReadDir(path string) ([]os.DirEntry, error) {
	defer f.tell("list", path)()
	return f.System.ReadDir(path)
}

func (f *Files) Mkdir(path string, mode os.FileMode) error {
	defer f.tell("mkdir", path)()
	return f.System.Mkdir(path, mode)
}

func (f *Files) Chmod(path string, mode os.FileMode) error {
	defer f.tell("chmod", path)()
	return f.System.Chmod(path, mode)
}

func (f *Files) Link(from, to string) error {
	defer f.tell("link", to)()
	return f.System.Link(from, to)
}

func (f *Files) Rename(from, to string) error {
	defer f.tell("rename", to)()
	return f.System.Rename(from, to)
}

func (f *Files) Remove(path string) error {
	defer f.tell("remove", path)()
	return f.System.Remove(path)
}

func (f *Files) Lock(g guard.File, wait bool) (bool, error) {
	defer f.tell("lock", g.Name())()
	return f.System.Lock(g, wait)
}

func (f *Files) SyncData(g guard.File) error {
	defer f.tell("sync", g.Name())()
	return f.System.SyncData(g)
}

func (f *file) Write(b []byte) (int, error) {
	defer f.in.tell("write", f.Name())()
	if f.in.Full {
		return 0, syscall.ENOSPC
	}
	return f.File.Write(b)
}

func (f *file) WriteAt(b []byte, at int64) (int, error) {
	defer f.in.tell("write", f.Name())()
	if f.in.Full {
		return 0, syscall.ENOSPC
	}
	return f.File.WriteAt(b, at)
}

func (f *file) Truncate(size int64) error {
	defer f.in.tell("cut", f.Name())()
	return f.File.Truncate(size)
}

func (f *file) Chmod(mode os.FileMode) error {
	defer f.in.tell("chmod", f.Name())()
	return f.File.Chmod(mode)
}

func (f *file) Chown(uid, gid int) error {
	defer f.in.tell("chown", f.Name())()
	return f.File.Chown(uid, gid)
}

func (f *file) Sync() error {
	defer f.in.tell("sync", f.Name())()
	return f.File.Sync()
}

func (f *file) Close() error {
	f.in.mu.Lock()
	delete(f.in.open, f)
	f.in.mu.Unlock()
	err := f.File.Close()
	f.in.at("close", f.Name(), true)
	return err
}
