package worker

import "os"

// disk is the files of a host, and what records need to do with them.
type disk struct{ files }

// files are the calls of the operating system. They are apart so that tests can
// kill a process between two of them, and lose what was not waited for. Errors
// are those of package os.
type files interface {
	open(path string, flag int, mode os.FileMode) (handle, error)
	lstat(path string) (os.FileInfo, error)
	stat(path string) (os.FileInfo, error)
	readDir(path string) ([]os.DirEntry, error)

	mkdir(path string, mode os.FileMode) error
	mkdirAll(path string, mode os.FileMode) error
	makeAll(path string) error // mkdirAll for the owner only, who is that of the folder above
	chmod(path string, mode os.FileMode) error
	lchown(path string, uid, gid int) error
	inherit(f handle)          // gives a new file the owner of its folder, where it can
	inheritFolder(path string) // does the same for a folder

	link(from, to string) error
	rename(from, to string) error
	remove(path string) error
	removeAll(path string) error

	lockFile(path string) (l *fileLock, ok bool, err error) // ok is false when another process has it
	blockOn(path string) (*fileLock, error)                 // waits for it
	lockInode(f handle) (ok bool, err error)                // locks an open file, until it is closed

	syncData(f handle) error // makes the content survive a loss of power
	syncFolder(path string)  // makes the names in it survive one, where that can be
}

// handle is an open file: an *os.File, but for tests.
type handle interface {
	Name() string
	Fd() uintptr
	Stat() (os.FileInfo, error)
	ReadAt(b []byte, at int64) (int, error)
	Readdirnames(n int) ([]string, error)
	Write(b []byte) (int, error)
	WriteAt(b []byte, at int64) (int, error)
	Truncate(size int64) error
	Chmod(mode os.FileMode) error
	Chown(uid, gid int) error
	Sync() error
	Close() error
}

// system is the files of this machine.
type system struct{}

func (system) open(path string, flag int, mode os.FileMode) (handle, error) {
	f, err := open(path, flag, mode)
	if err != nil {
		return nil, err // not a handle that is a nil *os.File
	}
	return f, nil
}

func (system) lstat(path string) (os.FileInfo, error)       { return os.Lstat(path) }
func (system) stat(path string) (os.FileInfo, error)        { return os.Stat(path) }
func (system) readDir(path string) ([]os.DirEntry, error)   { return os.ReadDir(path) }
func (system) mkdir(path string, mode os.FileMode) error    { return os.Mkdir(path, mode) }
func (system) mkdirAll(path string, mode os.FileMode) error { return os.MkdirAll(path, mode) }
func (system) chmod(path string, mode os.FileMode) error    { return os.Chmod(path, mode) }
func (system) lchown(path string, uid, gid int) error       { return os.Lchown(path, uid, gid) }
func (system) link(from, to string) error                   { return os.Link(from, to) }
func (system) rename(from, to string) error                 { return os.Rename(from, to) }
func (system) remove(path string) error                     { return os.Remove(path) }
func (system) removeAll(path string) error                  { return os.RemoveAll(path) }
