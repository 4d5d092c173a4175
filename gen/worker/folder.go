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
	"syscall"
	"time"
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

	// Hook is called at points of an update, for tests that stop or kill a
	// process there: "locked", "read", "reserved", "written", "synced" (where
	// the disk was waited for) and "unlocked". Nil is no hook.
	Hook func(point string)

	patience time.Duration // for a lock that another process holds; 0 is lockTimeout
	boot     token         // of Host.BootID
	disk     disk          // the zero value is this machine's
}

func (f *Folder) hook(point string) {
	if f.Hook != nil {
		f.Hook(point)
	}
}

func (f *Folder) warn(format string, args ...any) {
	if f.Warn != nil {
		f.Warn(fmt.Sprintf(format, args...))
	}
}

// prepare returns the folder with nothing left to default.
func (f Folder) prepare() (Folder, error) {
	f.Host = f.Host.filled()
	f.boot = tokenOf(f.Host.BootID())
	if f.disk.files == nil {
		f.disk.files = system{}
	}
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

// fileSize is the size that files of the state may have: none of ours is larger.
const fileSize = 4096

// prepareToWrite is prepare for who will write records.
func (f Folder) prepareToWrite() (Folder, error) {
	if limit, small := smallFiles(fileSize); small {
		return f, &StateError{Reason: ErrUnusable, Cause: syscall.EFBIG, Path: f.State, hint: wayOut(syscall.EFBIG, ""),
			Text: fmt.Sprintf("the state in %s cannot be used: this process may write files of %d bytes; want %d",
				show(f.State), limit, fileSize)}
	}
	return f.prepare()
}

// records is the folder of a layout's records.
func (f *Folder) records(key string) string { return within(f.State, key) }

// within is filepath.Join where the folder is clean and the name is plain. It
// makes half of the paths of an update, and cleaning them costs more than to open
// the file.
func within(folder, name string) string { return folder + string(filepath.Separator) + name }

// makeRecords makes the folder of a layout's records, with all above it. What is
// made is as open to others as the state folder is: a shared one stays shared.
func (f *Folder) makeRecords(form *form) error {
	if err := f.disk.makeAll(f.State); err != nil {
		return err
	}
	dir := f.records(form.key)
	if _, err := f.disk.stat(filepath.Join(dir, "layout")); err == nil {
		return nil
	}
	modes, err := f.modes()
	if err != nil {
		return err
	}
	if _, err := f.disk.stat(dir); errors.Is(err, fs.ErrNotExist) {
		err := f.disk.makeFolder(dir, modes.folder, func(temp string) error {
			f.disk.inheritFolder(temp)
			if err := f.disk.chmod(temp, modes.folder); err != nil { // another owner takes bits away
				return err
			}
			return f.disk.writeNew(filepath.Join(temp, "layout"), []byte(form.text()), modes.file)
		})
		if err != nil {
			return err
		}
	}
	err = f.disk.writeNew(filepath.Join(dir, "layout"), []byte(form.text()), modes.file)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// modes are those of new files and folders in the state folder.
type modes struct{ folder, file os.FileMode }

func (f *Folder) modes() (modes, error) {
	info, err := f.disk.stat(f.State)
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
	d, err := f.disk.open(f.records(key), os.O_RDONLY, 0)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return nil, unusable(f.records(key), err)
	}
	defer d.Close()
	names, err := d.Readdirnames(-1)
	if err != nil {
		return nil, unusable(f.records(key), err)
	}
	var list []uint64
	for _, name := range names {
		text, ok := strings.CutSuffix(name, ".rec")
		if n, err := strconv.ParseUint(text, 10, 64); ok && err == nil && strconv.FormatUint(n, 10) == text {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return list, nil
}
