package worker

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"
)

// File is a small file of the state directory which the processes of a host share
// under a lock: what a host knows of a counter that lives elsewhere. Any number of
// goroutines and processes may use one.
//
// Unlike a [Record] it may be forgotten: whoever finds nothing asks elsewhere. But
// an older state of it must never be taken for the present one. So beside it, in
// the folder of claims, a trail says which update was the last and when the file's
// inode changed by it, which no copy and no backup brings back.
type File struct {
	folder Folder
	name   string
	about  string // what it is of, for messages
}

// Content is what a File holds.
type Content struct {
	// Kept is what stays true however old it is, such as a number that was seen
	// once: it survives a start of the machine, and copies.
	Kept []byte
	// Fleeting is nil where it might not be what the last update left: after a start of
	// the machine, in a copy, or in a file that was put back.
	Fleeting []byte
	// Durable makes the update wait for the disk.
	Durable bool
}

// File returns the file of that name, of lower-case letters, digits, hyphens and
// one slash at most: STATE/NAME. Nothing is made before its first Update. About is
// what it is of, as messages name it.
func (f Folder) File(name, about string) (*File, error) {
	f, err := f.prepareToWrite()
	if err != nil {
		return nil, err
	}
	return &File{folder: f, name: name, about: about}, nil
}

// Update hands the content to change under the lock, and stores what it leaves. It
// waits at most 5 seconds for a lock that another process holds. An error that is
// neither change's nor the context's is a *StateError; the file is as it was then, or
// its Fleeting part is lost.
func (f *File) Update(ctx context.Context, change func(*Content) error) error {
	var s *fileSession
	err := retry(ctx, f.folder.patience, func() (err error) {
		s, err = f.begin(ctx)
		return err
	})
	if err != nil {
		return f.explain(err)
	}
	defer s.end()
	c := s.content()
	before := c
	if err := change(&c); err != nil {
		return err
	}
	if string(c.Kept) == string(before.Kept) && c.Fleeting != nil && string(c.Fleeting) == string(before.Fleeting) {
		return nil
	}
	return f.explain(s.store(&c))
}

// Peek returns what the file keeps, without its lock; nil where there is none.
func (f *File) Peek() ([]byte, error) {
	for range 3 { // a writer may be half done
		b, err := f.folder.disk.readSmall(f.path(), maxSheet)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		if err != nil {
			return nil, unusable(f.path(), err)
		}
		var s sheet
		if s.decode(b) {
			return s.kept, nil
		}
	}
	return nil, nil
}

// Files lists the names of the files in a folder of the state directory, in order.
func (f Folder) Files(folder string) ([]string, error) {
	f, err := f.prepare()
	if err != nil {
		return nil, err
	}
	entries, err := f.disk.readDir(filepath.Join(f.State, folder))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, unusable(f.State, err)
	}
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".rec"); ok && !strings.HasPrefix(name, ".") {
			names = append(names, folder+"/"+name)
		}
	}
	return names, nil
}

func (f *File) path() string { return within(f.folder.State, f.name+".rec") }

func (f *File) lockPath(kind string) string { return within(f.folder.State, f.name+kind) }

func (f *File) trailPath() string {
	key := tokenOf(f.folder.State + "\n" + f.name)
	return within(f.folder.Claims, fmt.Sprintf("file.%x", key[:8]))
}

// makeFolders makes what the file needs to be made in.
func (f *File) makeFolders() error {
	d := f.folder.disk
	if err := d.makeAll(f.folder.State); err != nil {
		return err
	}
	dir := filepath.Dir(f.path())
	if _, err := d.stat(dir); errors.Is(err, fs.ErrNotExist) {
		modes, err := f.folder.modes()
		if err != nil {
			return err
		}
		err = d.makeFolder(dir, modes.folder, func(temp string) error {
			d.inheritFolder(temp)
			return d.chmod(temp, modes.folder)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// lock takes one of the file's locks, which it makes if it is missing.
func (f *File) lock(kind string, q queue) (*fileLock, error) {
	path := f.lockPath(kind)
	l, err := q.lock(f.folder.disk, path, f.folder.fileMode)
	if errors.Is(err, fs.ErrNotExist) {
		if err = f.makeFolders(); err == nil {
			l, err = q.lock(f.folder.disk, path, f.folder.fileMode)
		}
	}
	return l, err
}

// explain puts the file's name to an error from below.
func (f *File) explain(err error) error {
	var e *StateError
	switch {
	case err == nil, errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), errors.As(err, &e):
		return err
	case errors.Is(err, errLocked):
		return f.busy()
	}
	return unusable(f.path(), err)
}

func (f *File) busy() error {
	who, way := "another process", "end or continue the process that holds it"
	if pid, name, ok := holder(f.lockPath(".lock")); ok {
		who = strings.TrimSpace(fmt.Sprintf("process %d %s", pid, parenthesis(name)))
		way = fmt.Sprintf("kill -CONT %[1]d lets it go on if it is stopped, kill %[1]d ends it", pid)
	}
	return &StateError{Reason: ErrBusy, Path: f.lockPath(".lock"), hint: way,
		Text: fmt.Sprintf("the record of %s is locked by %s", f.about, who)}
}

// Alone is a lock of its own beside that of Update, for who asks elsewhere: the
// others go on with what the file holds, and one asks for all. Its holder may call
// Update. Without wait ok is false when another process has it; with wait it is
// waited for until the context ends. Release gives it up, as does the end of the
// process.
func (f *File) Alone(ctx context.Context, wait bool) (release func(), ok bool, err error) {
	var l *fileLock
	patience := time.Duration(0)
	if wait {
		patience = 365 * 24 * time.Hour // the context ends it
	}
	err = retry(ctx, patience, func() (err error) {
		l, err = f.lock(".ask", queue{})
		return err
	})
	if errors.Is(err, errLocked) && !wait {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, f.explain(err)
	}
	return func() { l.Unlock() }, true, nil
}
