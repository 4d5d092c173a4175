package guard

import "os"

// Disk is the files of a host, with what guarded files need to do with them.
type Disk struct{ FS }

// FS is the calls of the operating system, with the errors of package os. They are a value, as clocks and random
// numbers are: another one may end a process between two of them, and lose what was not waited for.
type FS interface {
	Open(path string, flag int, mode os.FileMode) (File, error)
	Lstat(path string) (os.FileInfo, error)
	Stat(path string) (os.FileInfo, error)
	ReadDir(path string) ([]os.DirEntry, error)

	Mkdir(path string, mode os.FileMode) error
	Chmod(path string, mode os.FileMode) error
	Link(from, to string) error
	Rename(from, to string) error
	Remove(path string) error

	Inherit(f File)                              // gives a new file the owner of its folder, where it can
	Lock(f File, wait bool) (ok bool, err error) // until it is closed; ok is false when another process has it
	SyncData(f File) error                       // makes the content survive a loss of power
	SyncFolder(path string) error                // makes the names in it survive one, where that can be
}

// File is an open file, such as an *os.File.
type File interface {
	Name() string
	Fd() uintptr
	Stat() (os.FileInfo, error)
	ReadAt(b []byte, at int64) (int, error)
	Write(b []byte) (int, error)
	WriteAt(b []byte, at int64) (int, error)
	Truncate(size int64) error
	Chmod(mode os.FileMode) error
	Chown(uid, gid int) error
	Sync() error
	Close() error
}

// System is the files of this machine.
type System struct{}

func (System) Lstat(path string) (os.FileInfo, error)     { return os.Lstat(path) }
func (System) Stat(path string) (os.FileInfo, error)      { return os.Stat(path) }
func (System) ReadDir(path string) ([]os.DirEntry, error) { return os.ReadDir(path) }
func (System) Mkdir(path string, mode os.FileMode) error  { return os.Mkdir(path, mode) }
func (System) Chmod(path string, mode os.FileMode) error  { return os.Chmod(path, mode) }
func (System) Link(from, to string) error                 { return os.Link(from, to) }
func (System) Rename(from, to string) error               { return os.Rename(from, to) }
func (System) Remove(path string) error                   { return os.Remove(path) }
