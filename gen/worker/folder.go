package worker

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"idscope/gen"
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

	// Granted says that numbers come from a store, or that the user takes local ones although
	// a store grants this host numbers of the layout: else those are refused.
	Granted bool

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

// lockTimeout is how long a locked record is waited for while nobody writes it.
// It is held for microseconds, or for a few milliseconds where the disk is waited
// for, so longer means that its holder was stopped.
const lockTimeout = 5 * time.Second

func (f *Folder) warn(format string, args ...any) {
	if f.Warn != nil {
		f.Warn(fmt.Sprintf(format, args...))
	}
}

// prepare returns the folder with nothing left to default.
func (f Folder) prepare() (Folder, error) {
	if f.Host.Now == nil {
		f.Host = DefaultHost()
	}
	f.boot = tokenOf(f.Host.BootID())
	f.patience = cmp.Or(f.patience, lockTimeout)
	if f.disk.FS = f.FS; f.FS == nil {
		f.disk.FS = guard.System{}
	}
	for _, path := range []*string{&f.State, &f.Claims} {
		if *path == "" {
			return f, refuse(ErrUnusable, "name one with --state DIR",
				"no directory is named for the state or the claims")
		}
		abs, err := filepath.Abs(*path)
		if err != nil {
			return f, f.explain(err, *path)
		}
		*path = abs
	}
	return f, nil
}

// numbered returns the folder and the form of a scheme with these values, unless a store
// grants this host the numbers of its layout.
func (f Folder) numbered(s *gen.Scheme, set []gen.Assignment) (Folder, form, error) {
	f, err := f.prepare()
	form := formOf(s, set...)
	if err != nil || f.Granted {
		return f, form, err
	}
	sign := filepath.Join(f.State, hex.EncodeToString(form.base[:8]), leasedFile) // grants are of all values
	if _, err := f.disk.Lstat(sign); err != nil {
		return f, form, nil
	}
	about, _ := f.disk.ReadSmall(sign, signSize)
	return f, form, refuse(ErrLeased, "--no-store takes a local number: other hosts may have it",
		"%s leases its numbers on this host, from %s; use --store, or $IDSCOPE_STORE", s.Name,
		strings.TrimSpace(string(about)))
}

// refuseNetwork refuses state on a network file system, unless it is allowed: a
// lock there may hold on one host only, or be lost while it is held.
func (f *Folder) refuseNetwork(lock *guard.Lock) error {
	if f.AllowNetwork {
		return nil
	}
	kind := f.Host.Network(lock.Name(), lock.Fd())
	if kind == "" {
		return nil
	}
	return refuse(ErrNetwork,
		"name a local directory with --state DIR; or, where no other host uses that one, --allow-network-state",
		"the state in %s is on a network file system (%s), where a lock can be lost; use a local disk", show(f.State),
		kind)
}

// makeFolder makes a folder in the state folder, with all above it. What is made is as open
// to others as the state folder is: a shared one stays shared. The mode is that of files in
// it; fill may make some before anybody sees the folder.
func (f *Folder) makeFolder(dir string, fill func(dir string, mode os.FileMode) error) (mode os.FileMode, err error) {
	if err := f.disk.MakeAll(f.State, 0o700); err != nil {
		return 0, err
	}
	info, err := f.disk.Stat(f.State)
	if err != nil {
		return 0, err
	}
	all := info.Mode() & (fs.ModePerm | fs.ModeSetgid | fs.ModeSticky)
	mode = all & 0o666
	if _, err := f.disk.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return mode, err
	}
	return mode, f.disk.MakeFolder(dir, all, func(temp string) error {
		f.disk.InheritFolder(temp)
		if err := f.disk.Chmod(temp, all); err != nil || fill == nil { // another owner takes bits away
			return err
		}
		return fill(temp, mode)
	})
}

// makeRecords makes the folder of a layout's records, with the file that says which layout
// it is, and returns the mode of files in it.
func (f *Folder) makeRecords(form *form) (os.FileMode, error) {
	layout := func(dir string, mode os.FileMode) error {
		return f.disk.WriteNew(filepath.Join(dir, "layout"), []byte(form.text()), mode)
	}
	dir := filepath.Join(f.State, form.key)
	mode, err := f.makeFolder(dir, layout)
	if err != nil {
		return mode, err
	}
	if _, err := f.disk.Stat(filepath.Join(dir, "layout")); err == nil {
		return mode, nil
	}
	if err = layout(dir, mode); errors.Is(err, fs.ErrExist) {
		err = nil
	}
	return mode, err
}

// fileMode is the mode of new files in the state folder.
func (f *Folder) fileMode() (os.FileMode, error) {
	info, err := f.disk.Stat(f.State)
	if err != nil {
		return 0, err
	}
	return info.Mode() & 0o666, nil
}

// numbers lists the workers that have a record of the layout, in their order.
func (f *Folder) numbers(key string) ([]uint64, error) {
	dir := filepath.Join(f.State, key)
	entries, err := f.disk.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, f.explain(err, dir)
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
		_, err = f.disk.Replace(path, content, mode)
	}
	return f.explain(err, path)
}

// remove removes a file that may be missing.
func (f *Folder) remove(path string) error {
	err := f.disk.Remove(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
