package worker

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"idscope/gen/internal/guard"
)

// File is a small file of the state directory which the processes of a host share
// under a lock: what a host knows of a counter that lives elsewhere. Any number of
// goroutines and processes may use one.
type File struct{ kept }

// Content is what a File holds.
type Content struct {
	Text []byte

	// Intact says that this host wrote it, here and since it was started: nothing was put
	// in its place. Else only that counts which stays true however old it is.
	Intact bool

	// Durable makes the update wait for the disk.
	Durable bool
}

// File returns the file of that name, of lower-case letters, digits, hyphens and
// one slash at most: STATE/NAME. Nothing is made before its first Update. About is
// what it is of, as messages name it.
func (f Folder) File(name, about string) (*File, error) {
	f, err := f.prepare()
	if err != nil {
		return nil, err
	}
	path := within(f.State, name+".rec")
	return &File{kept{folder: f, path: path, magic: pageMagic, about: "the record of " + about,
		begin: "rm " + quote(path)}}, nil
}

// Update hands the content to change under the lock, and stores what it leaves. It
// waits at most 5 seconds for a lock that another process holds. An error that is
// neither change's nor the context's is a *StateError; the file is then as it was, or as
// change left it.
func (f *File) Update(ctx context.Context, change func(*Content) error) error {
	k := f.kept // the lock is of this update
	var o *openKept
	err := guard.Retry(ctx, k.folder.patience, func() error {
		err := k.lock(guard.Queue{Ctx: ctx, Patience: k.folder.patience}, f.makeFolders)
		if err == nil {
			if o, err = k.openLocked(); err != nil {
				k.unlock()
			}
		}
		return err
	})
	if err != nil {
		return f.explain(err)
	}
	defer k.unlock()
	defer o.close()
	if o.damaged {
		what := "what this host knew of it is forgotten"
		if o.content != nil {
			what = "what its last update wrote ahead is taken"
		}
		k.folder.warn("%s, %s, is damaged: %s", k.about, show(k.path), what)
	}
	c := Content{Text: o.content, Intact: o.intact}
	if err := change(&c); err != nil {
		return err
	}
	if o.intact && string(c.Text) == string(o.content) {
		return nil
	}
	sync := guard.SyncNone
	if c.Durable {
		sync = guard.SyncFile
	}
	return f.explain(o.write(c.Text, sync))
}

// Peek returns what the file holds, without its lock, whether or not it is the present
// content; nil where there is none.
func (f *File) Peek() ([]byte, error) {
	content, _, err := f.peek()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return content, f.explain(err)
}

// Files lists the names of the files in a folder of the state directory, in order.
func (f Folder) Files(folder string) ([]string, error) {
	f, err := f.prepare()
	if err != nil {
		return nil, err
	}
	entries, err := f.disk.ReadDir(filepath.Join(f.State, folder))
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

// makeFolders makes what the file needs to be made in.
func (k *kept) makeFolders() error {
	if err := k.folder.disk.MakeAll(k.folder.State, 0o700); err != nil {
		return err
	}
	modes, err := k.folder.modes()
	if err != nil {
		return err
	}
	return k.folder.makeFolder(filepath.Dir(k.path), modes, func(string) error { return nil })
}

// explain puts the file's name to an error from below.
func (k *kept) explain(err error) error {
	var e *StateError
	switch {
	case err == nil, errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), errors.As(err, &e):
		return err
	case errors.Is(err, guard.ErrLocked):
		return k.busy()
	}
	return unusable(k.path, err)
}

func (k *kept) busy() error {
	who, pid, ok := lockHolder(k.lockPath())
	way := "end or continue the process that holds it"
	if ok {
		way = fmt.Sprintf("kill -CONT %[1]d lets it go on if it is stopped, kill %[1]d ends it", pid)
	}
	return &StateError{Reason: ErrBusy, Path: k.lockPath(), hint: way, Text: k.about + " is locked by " + who}
}

// Alone is a lock of its own beside that of Update, for who asks elsewhere: the
// others go on with what the file holds, and one asks for all. Its holder may call
// Update. Without wait ok is false when another process has it; with wait it is
// waited for until the context ends. Release gives it up, as does the end of the
// process.
func (f *File) Alone(ctx context.Context, wait bool) (release func(), ok bool, err error) {
	var l *guard.Lock
	patience := time.Duration(0)
	if wait {
		patience = 365 * 24 * time.Hour // the context ends it
	}
	path := strings.TrimSuffix(f.path, ".rec") + ".ask"
	err = guard.Retry(ctx, patience, func() (err error) {
		l, err = f.folder.lock(guard.Queue{}, path, f.makeFolders)
		return err
	})
	if errors.Is(err, guard.ErrLocked) && !wait {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, f.explain(err)
	}
	return func() { l.Unlock() }, true, nil
}
