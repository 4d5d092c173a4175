package worker

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"idscope/gen/internal/guard"
)

// Folder is where the records of a host or of a user are kept.
type Folder struct {
	State    string // made when it is missing, for its owner only
	Explicit bool   // State came from --state: hints repeat it
	Claims   string // the same for all users of the host; made when it is missing
	// ClaimsGiven says that the user named Claims, and vouches for that.
	ClaimsGiven bool
	// Places are the state folders that are used where none is named: records there
	// are a trace of earlier use, should the claims be lost.
	Places []string

	Named string // the scheme as the user named it, with --layout, --epoch and so on; empty is its name
	Host  Host

	// AllowNetwork permits state on a network file system, where the user knows
	// that only this host uses it.
	AllowNetwork bool

	// Warn is told in one line what the user should know; nil is nobody.
	Warn func(string)

	// FS is the files; nil are those of the operating system.
	FS guard.FS

	patience time.Duration // for a lock that another process holds; 0 is lockTimeout
	boot     token         // of Host.BootID
	disk     guard.Disk
}

func (f *Folder) warn(format string, args ...any) {
	if f.Warn != nil {
		f.Warn(fmt.Sprintf(format, args...))
	}
}

// files are those that the folder is in.
func (f *Folder) files() guard.Disk {
	if f.FS == nil {
		return guard.Disk{FS: guard.System{}}
	}
	return guard.Disk{FS: f.FS}
}

// prepare returns the folder with nothing left to default.
func (f Folder) prepare() (Folder, error) {
	f.Host = f.Host.filled()
	f.boot = tokenOf(f.Host.BootID())
	f.disk = f.files()
	if f.patience == 0 {
		f.patience = lockTimeout
	}
	for _, path := range []*string{&f.State, &f.Claims} {
		if *path == "" {
			return f, &StateError{Reason: ErrUnusable, Text: "no directory is named for the state or the claims",
				hint: "name one with --state DIR"}
		}
		abs, err := filepath.Abs(*path)
		if err != nil {
			return f, unusable(*path, err)
		}
		*path = abs
	}
	return f, nil
}

// lockTimeout is how long a locked record is waited for while nobody writes it.
// It is held for microseconds, or for a few milliseconds where the disk is waited
// for, so longer means that its holder was stopped.
const lockTimeout = 5 * time.Second

// records is the folder of a layout's records.
func (f *Folder) records(key string) string { return within(f.State, key) }

// within is filepath.Join where the folder is clean and the name is plain. It
// makes half of the paths of an update, and cleaning them costs more than to open
// the file.
func within(folder, name string) string { return folder + string(filepath.Separator) + name }

// lock takes the lock of a file, which is made if it is missing; make makes the folder
// that it is in.
func (f *Folder) lock(q guard.Queue, path string, make func() error) (*guard.Lock, error) {
	l, err := q.Lock(f.disk, path, f.fileMode)
	if errors.Is(err, fs.ErrNotExist) {
		if err = make(); err == nil {
			l, err = q.Lock(f.disk, path, f.fileMode)
		}
	}
	return l, err
}

// makeFolder makes a folder in the state folder, as open to others as that is; fill may
// make files in it.
func (f *Folder) makeFolder(dir string, modes modes, fill func(temp string) error) error {
	if _, err := f.disk.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return f.disk.MakeFolder(dir, modes.folder, func(temp string) error {
		f.disk.InheritFolder(temp)
		if err := f.disk.Chmod(temp, modes.folder); err != nil { // another owner takes bits away
			return err
		}
		return fill(temp)
	})
}

// makeRecords makes the folder of a layout's records, with all above it. What is
// made is as open to others as the state folder is: a shared one stays shared.
func (f *Folder) makeRecords(form *form) error {
	if err := f.disk.MakeAll(f.State, 0o700); err != nil {
		return err
	}
	dir := f.records(form.key)
	if _, err := f.disk.Stat(filepath.Join(dir, "layout")); err == nil {
		return nil
	}
	modes, err := f.modes()
	if err != nil {
		return err
	}
	layout := func(dir string) error {
		return f.disk.WriteNew(filepath.Join(dir, "layout"), []byte(form.text()), modes.file)
	}
	if err := f.makeFolder(dir, modes, layout); err != nil {
		return err
	}
	if err = layout(dir); errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// modes are those of new files and folders in the state folder.
type modes struct{ folder, file os.FileMode }

func (f *Folder) modes() (modes, error) {
	info, err := f.disk.Stat(f.State)
	if err != nil {
		return modes{}, err
	}
	if !info.IsDir() {
		return modes{}, &os.PathError{Op: "open", Path: f.State, Err: errors.New("not a directory")}
	}
	m := info.Mode()
	return modes{m & (fs.ModePerm | fs.ModeSetgid | fs.ModeSticky), m & 0o666}, nil
}

func (f *Folder) fileMode() (os.FileMode, error) {
	m, err := f.modes()
	return m.file, err
}

// numbers lists the workers that have a record of the layout, in their order.
func (f *Folder) numbers(key string) ([]uint64, error) {
	entries, err := f.disk.ReadDir(f.records(key))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, unusable(f.records(key), err)
	}
	var list []uint64
	for _, e := range entries {
		text, ok := strings.CutSuffix(e.Name(), ".rec")
		if n, err := strconv.ParseUint(text, 10, 64); ok && err == nil && strconv.FormatUint(n, 10) == text {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return list, nil
}

// overwrite replaces the content of a file that cannot be used as it is.
func (f *Folder) overwrite(path string, content []byte) error {
	mode, err := f.fileMode()
	if err == nil {
		err = f.disk.Replace(path, content, mode)
	}
	if err != nil {
		return unusable(path, err)
	}
	return nil
}
